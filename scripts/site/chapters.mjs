// @ts-check
// In which order people find the pages.

/** Pages that people begin with, in this order; others follow by their titles. */
const GUIDE = [
  ...[
    'README',
    'check',
    'plan',
    'studio',
    'viewer',
    'robots',
    'cell-file',
    'mjcf',
    'worlds',
    'paths',
    'bags',
  ],
  ...['ci', 'recheck', 'certificate', 'serve', 'jobs', 'parallel', 'batch', 'scale', 'many-bodies'],
  ...['monitor', 'penetration', 'environments'],
];
const INSIDE = ['architecture', 'architecture-geometry', 'glossary', 'algorithms'];
const FIGURES = ['performance', 'performance-more', 'repro', 'repro-tables', 'repro-volumes'];

/** @param {string} source */
function baseOf(source) {
  return source.slice(source.lastIndexOf('/') + 1).replace(/\.md$/, '');
}

/** @param {readonly string[]} names */
const rankIn = (names) => /** @param {string} source */ (source) => {
  const at = names.indexOf(baseOf(source));
  return at < 0 ? names.length : at;
};

/** @type {readonly { name: string, rank: (source: string) => number }[]} */
export const CHAPTERS = [
  { name: 'Guide', rank: rankIn(GUIDE) },
  { name: 'Safety', rank: rankIn(['README']) },
  { name: 'API', rank: rankIn(['api', 'jobs']) },
  { name: 'Clients', rank: rankIn([]) },
  { name: 'Inside', rank: rankIn(INSIDE) },
  { name: 'Proofs', rank: rankIn(['README', 'free', 'motion']) },
  { name: 'Figures', rank: rankIn(FIGURES) },
  { name: 'Project', rank: rankIn(['CHANGELOG', 'CONTRIBUTING']) },
];

/**
 * The chapter of a page.
 * @param {string} source
 */
export function chapterOf(source) {
  const base = baseOf(source);
  if (source === 'CHANGELOG.md' || source === 'CONTRIBUTING.md') return 'Project';
  if (source.startsWith('docs/safety/')) return 'Safety';
  if (source.startsWith('docs/api/') || source === 'docs/api.md') return 'API';
  if (source.startsWith('docs/proofs/')) return 'Proofs';
  if (!source.startsWith('docs/') && source !== 'README.md') return 'Clients';
  if (FIGURES.includes(base)) return 'Figures';
  if (INSIDE.includes(base)) return 'Inside';
  return 'Guide';
}
