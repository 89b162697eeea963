/** A verdict and its evidence as plain data, and as one HTML file; figures of meshes, their shells and pieces. */

export { type Axis, axisOf, placeOn, segmentAt } from './axis.ts';
export { type ConvexPieces, convexPieces, pieceBorders } from './convexPieces.ts';
export type { CoverBar, CoverLane, CoverPicture } from './cover.ts';
export {
  type CertificateFact,
  type ReportData,
  type ReportInput,
  type ReportOpen,
  type ReportPair,
  type ReportPiece,
  type ReportWitness,
  reportData,
} from './data.ts';
export { type DrawnBoxes, drawnBoxes } from './drawnBoxes.ts';
export {
  type EvidenceProgress,
  type EvidenceRequest,
  type ReportEvidence,
  reportEvidence,
} from './evidence.ts';
export { hexColour, numberedColour, type Rgb } from './figure/colours.ts';
export { type Figure, figurePixels, figureSvg } from './figure/figure.ts';
export type { Pixels } from './figure/pixels.ts';
export {
  type DrawnShell,
  piecesFigure,
  type ShellFigureInput,
  shellFigure,
} from './figure/shellFigure.ts';
export {
  CHECKED,
  DATA_ID,
  LOOKS,
  reportHtml,
  VIEWER_MISSING,
  type ViewerData,
} from './html.ts';
export {
  REPORT_KIND,
  REPORT_VERSION,
  readReport,
  readReportJson,
  reportJson,
} from './json.ts';
export { type PackedMesh, unpackMesh } from './packedMesh.ts';
export {
  type PackedMotion,
  type PackedPoses,
  Places,
  Poses,
  packMotion,
  packPoses,
} from './packedMotion.ts';
export {
  type PackedBody,
  type PackedScene,
  type PackOptions,
  packScene,
} from './packedScene.ts';
export { type PackedSet, unpackSet } from './packedSets.ts';
export type { DrawnRobots, PackedVisual, PackedVisuals } from './packedVisuals.ts';
export type { ReportPart, ReportProfile, ReportSeen, ReportSteps } from './profile.ts';
export type { RecordInput, RecordSetting, ReportRecord } from './record.ts';
export {
  boxSize,
  type Concavity,
  chainLength,
  type ShellSurvey,
  type SurveyedBoundary,
  type SurveyedShell,
  surveyShells,
} from './shellSurvey.ts';
export { sentenceOf as verdictSentence, type Tone, toneOf as verdictTone } from './verdictText.ts';
