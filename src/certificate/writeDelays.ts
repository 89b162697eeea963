/** Writes certificates of delays. */
import { linesText, numbersText, objectText } from '../text/index.ts';
import {
  type CertifiedPart,
  DELAY_KEY,
  type DelayCertificate,
  type TrackRecord,
} from '../verifier/index.ts';
import { DELAY_CERTIFICATE_VERSION } from '../verifier/inside.ts';
import { arcsText, certificateText, coefficients } from './write.ts';

export function writeDelayCertificate(c: DelayCertificate): string {
  const text = objectText([
    [DELAY_KEY, String(DELAY_CERTIFICATE_VERSION)],
    ['tracks', linesText(c.tracks.map(trackText))],
    ['standing', numbersText(c.standing)],
    ['delays', numbersText(c.delays)],
    ['parts', linesText(c.parts.map(partText))],
  ]);
  return `${text}\n`;
}

function trackText({ name, dofs, times, waypoints, coefficients: own, arcs }: TrackRecord): string {
  return objectText([
    ['name', JSON.stringify(name)],
    ['dofs', JSON.stringify(dofs)],
    ['times', numbersText(times)],
    ['waypoints', linesText(waypoints.map(numbersText))],
    coefficients(own),
    ...(arcs ? [arcsText(arcs)] : []),
  ]);
}

function partText({ tracks, from, to, certificate }: CertifiedPart): string {
  return objectText([
    ['tracks', JSON.stringify(tracks)],
    ['from', numbersText(from)],
    ['to', numbersText(to)],
    ['certificate', certificateText(certificate)],
  ]);
}
