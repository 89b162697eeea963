/** What a verdict is about, and what it does not look at: for whoever files it, in full. */

/** What limits depend on. */
export interface PromiseFacts {
  readonly verdict: string;
  /** Whether joints may stray from the path. */
  readonly tracking: boolean;
  /** Whether there is a certificate. */
  readonly certified: boolean;
}

/** One sentence or two for each limit of use. */
export function promiseTexts({ verdict, tracking, certified }: PromiseFacts): string[] {
  const isFree = verdict === 'free';
  const stray = tracking
    ? ', and all joint values within the tracking tolerances listed here'
    : '; what joints stray from it is not covered';
  return [
    isFree
      ? 'What is proven is that no two tested bodies touch, and that they keep the clearances asked for, at every configuration on the path. Nothing else is promised.'
      : 'Nothing is proven free by this report but the parts that it calls so.',
    'It is about the geometry, the joints and the pairs in the files listed here. What is not in the cell is not looked at: people, cables and hoses, parts that come and go.',
    `It is about the joint values of this path${stray}. Other motions need a proof of their own: stops, restarts from elsewhere, motions by hand.`,
    'Bodies are rigid, and they are as large and where the files say. What is measured wrongly, bends or wears is covered by clearances and paddings only as far as these were chosen for it.',
    'What is assumed is not proven: somebody has to answer for each assumption.',
    'Speeds, forces and the safety functions of the machine are not looked at. This is no risk assessment and no declaration of conformity.',
    certified
      ? 'The program may be wrong. Its certificate lists every step of the proof, and can be verified by a program that does not trust this one.'
      : 'The program may be wrong, and there is no certificate that another program could verify.',
  ];
}
