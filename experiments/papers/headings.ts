/** What stands at the top of the pages. */
import type { PageHeading } from '../lab/page.ts';

/** One page for several subjects. */
export function headingOf(headings: readonly PageHeading[]): PageHeading {
  if (headings.length === 1) return headings[0];
  const subjects = headings.map(({ subtitle }) => subtitle.split(':')[0]);
  return {
    title: "Surepath: the papers' experiments",
    subtitle: `${subjects.join('; ')}: published figures, and ours`,
    introduction: headings.map(({ introduction }) => introduction).join('\n'),
  };
}

export const CHECKING_HEADING: PageHeading = {
  title: 'Surepath: the checking experiments of papers A and B',
  subtitle: 'Checking motions: published figures, and ours',
  introduction: `<p>A: Schwarzer, Saha, Latombe, <cite>Adaptive Dynamic Collision Checking for Single and Multiple
Articulated Robots in Complex Environments</cite> (2005). B: the same, <cite>Exact Collision Checking of Robot
Paths</cite> (2002). The papers measured on a 1 GHz Pentium III; environments here are rebuilt from their
figures. Counts and ratios can be compared, milliseconds cannot.</p>`,
};

export const PLANNING_HEADING: PageHeading = {
  title: 'Surepath: the planning experiments of papers A and B',
  subtitle: 'Planning motions: published figures, and ours',
  introduction: `<p>A: Schwarzer, Saha, Latombe, <cite>Adaptive Dynamic Collision Checking for Single and Multiple
Articulated Robots in Complex Environments</cite> (2005). B: the same, <cite>Exact Collision Checking of Robot
Paths</cite> (2002), both on a 1 GHz Pentium III. Environments here are rebuilt from the figures, and queries are our own. Ratios within a table can be
compared, seconds cannot.</p>`,
};

export const TWO_PHASE_HEADING: PageHeading = {
  title: 'Surepath: the experiments of paper C',
  subtitle: 'Many bodies: published figures, and ours',
  introduction: `<p>C: Mirtich, <cite>Efficient Algorithms for Two-Phase Collision Detection</cite> (1997), on an R4400 SGI
Indigo II. Scenes here are our own, made after its descriptions. Counts and ratios can be compared,
microseconds cannot.</p>`,
};

export const ON_LINE_HEADING: PageHeading = {
  title: 'Surepath: the experiments of paper D',
  subtitle: 'On-line: published statements, and ours',
  introduction: `<p>D: Henrich and Cheng, <cite>Fast Distance Computation for On-line Collision Detection with Multi-Arm
Robots</cite> (1992), on a SUN/SPARC 2. Its scenes are a Puma 260 with 16 obstacles and two such arms; parts, obstacles
and motions here are our own. The times of its figure 5 are lost: what is compared are its orderings.</p>`,
};

export const VOLUMES_HEADING: PageHeading = {
  title: 'Surepath: the experiments of paper E',
  subtitle: 'Tight volumes: published figures, and ours',
  introduction: `<p>E: Higashi, Suzuki, Nogawa, Sano and Kobayashi, <cite>Efficient Interference Calculation by Tight Bounding
Volumes</cite> (2008), on a 2.4 GHz Pentium 4. Solids, robots and cars here are rebuilt from its figures and counts. Counts and
ratios within a table can be compared, seconds cannot.</p>`,
};
