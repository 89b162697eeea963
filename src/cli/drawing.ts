/** Pictures that commands write: SVG or PNG, by the name of the file. */
import { extname } from 'node:path';
import { type Figure, figurePixels, figureSvg } from '../report/index.ts';
import { usageFault } from './command.ts';
import { requireWritable, writeText } from './commands/checkSettings.ts';
import { pngBytes } from './png.ts';

/** Found out before any work is done for it. */
export function requirePicture(command: string, file: string): void {
  const kind = extname(file).toLowerCase();
  if (kind !== '.svg' && kind !== '.png') {
    throw usageFault(command, `--draw takes a file named .svg or .png; found "${file}"`);
  }
  requireWritable(file);
}

/** Writes a figure. */
export function drawFigure(file: string, figure: Figure): void {
  if (extname(file).toLowerCase() === '.svg') writeText(file, figureSvg(figure));
  else {
    const { width, height, data } = figurePixels(figure);
    writeText(file, pngBytes(width, height, data));
  }
}
