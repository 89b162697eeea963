/** Sentences that must never lie, from plain data: verdicts, witnesses, bounds, assumptions, limits, certificates; and numbers in print. */

export {
  assumingText,
  BY_VISUALS,
  declaredReason,
  declaredText,
  heldText,
  isSuggested,
  NO_ASSUMPTIONS,
  NOTHING_TESTED,
  suggestedPairsText,
  suggestedText,
  surfaceText,
  unknownFreeText,
  visualsText,
} from './assumptions.ts';
export {
  accuracyText,
  apartText,
  boundText,
  farText,
  type NearPair,
  nearestText,
  nearText,
  notProvenText,
  type ProvenBound,
  type ProvenDistance,
  profileText,
  provenText,
  quoted,
  seenText,
} from './bounds.ts';
export {
  brakingLimitText,
  brakingText,
  type FactorLimit,
  type ProvenFactor,
  strayText,
} from './braking.ts';
export {
  certificateSize,
  certificateText,
  certifiedPath,
  certifiedTracks,
  checkedText,
  coverText,
  exportedText,
  loweredText,
  missingText,
  noCertificateText,
  noStepText,
  partsText,
  rejectedText,
  verifiedText,
} from './certificates.ts';
export type {
  ChangedValue,
  FollowedFacts,
  GeometryFacts,
  ModelChange,
  PairChange,
  PairFacts,
  Thing,
  ValueWord,
} from './changes.ts';
export {
  depthText,
  type FoundDepth,
  othersText,
  overlapText,
  thinText,
  withinText,
} from './depths.ts';
export {
  changeText,
  listedTexts,
  pairChangeText,
  pairCountText,
  shortDigest,
} from './differences.ts';
export {
  type FixedStepsFacts,
  fixedStepsText,
  type ImpactTimes,
  impactTimesText,
  toleranceText,
} from './impacts.ts';
export {
  edgeLimitText,
  type LeftLimitFacts,
  limitsKeptText,
  limitText,
} from './limits.ts';
export {
  asGiven,
  columnLower,
  columnUpper,
  kilobytes,
  metres,
  metresBelow,
  metresLower,
  metresUpper,
  mm,
  mmAbove,
  mmBelow,
  mmLower,
  mmNumber,
  mmUpper,
  openSpan,
  percentUpper,
  provenSpan,
  secondsAsked,
  secondsBracket,
  secondsProven,
  secondsText,
  secondsWithin,
  tProven,
  tText,
} from './numbers.ts';
export {
  coveredText,
  type PairReasonWord,
  type PairTally,
  REASONS,
  reasonText,
  restingRemark,
  sampledRemark,
  tallyOf,
  tallyText,
  untestedText,
} from './pairs.ts';
export {
  clockText,
  markText,
  type NamedSegments,
  openText,
  type PathPlace,
  placeText,
  provenPlaceText,
  segmentText,
  stepText,
  stretchText,
} from './places.ts';
export {
  about,
  capital,
  column,
  count,
  exponential,
  grouped,
  lengthText,
  metresAbout,
  microseconds,
  milliseconds,
  nearest,
  rateText,
  spanText,
  workTime,
} from './plain.ts';
export {
  doneWord,
  keptWord,
  type ProofWork,
  programsText,
  rejectionTexts,
  stillProvenText,
} from './programs.ts';
export { type PromiseFacts, promiseTexts } from './promise.ts';
export {
  asideText,
  fileChangeText,
  type ProofFacts,
  proofText,
  sameCellsText,
  stillFreeText,
} from './proofs.ts';
export { type ReadingFacts, readingTexts } from './readings.ts';
export {
  type KeptPair,
  type KeptSteps,
  keptPairText,
  keptShareText,
  keptStepsText,
  notUsedText,
  unwrittenText,
} from './rechecks.ts';
export {
  assumedOfText,
  carriedText,
  disorderText,
  gapText,
  heldOutsideText,
  jumpText,
  leftOutText,
  NOTHING_BEFORE,
  placedBaseText,
  type RecordingFacts,
  recordedText,
  SCENE_LEFT_OUT,
  standingText,
  startedElsewhereText,
} from './recordings.ts';
export { type ScheduleFacts, scheduleSentence } from './schedules.ts';
export { degreesText, shiftText, sizeText } from './shifts.ts';
export { missedContactText, sampledText } from './story.ts';
export { TERMS, type Term } from './terms.ts';
export { type FoundVector, stepTimesText, vectorLabel, vectorText } from './vectors.ts';
export {
  delaysFreeText,
  endedText,
  freeText,
  type Kept,
  type KeptRoom,
  keptText,
  lateText,
  lateWitnessText,
  madeFreeText,
  noPathText,
  notFreeText,
  roomText,
  SAMPLED_PATH,
  SAMPLES_FREE,
  SAMPLING,
  undecidedText,
} from './verdicts.ts';
export { visible, visibleJson, visibleName } from './visible.ts';
export {
  blockedText,
  closestText,
  contactText,
  type FoundPair,
  foundText,
  isShort,
  nearerText,
  neededText,
  pointsText,
  pointText,
  requiredText,
  tooNearText,
  valueText,
  witnessText,
} from './witnesses.ts';
