import type { QrCode } from '@kidlab/contract';
import { create } from 'qrcode';

/** Light squares around the picture that scanners need (ISO/IEC 18004). */
const QUIET = 4;

/** A text as a picture of squares. A path of numbers: a page can draw it without taking markup from anywhere. */
export function qrPicture(text: string): QrCode {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const runs: string[] = [];
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      const from = column;
      while (column + 1 < size && modules.get(row, column + 1) !== 0) column += 1;
      const width = String(column - from + 1);
      runs.push(`M${String(from + QUIET)} ${String(row + QUIET)}h${width}v1h-${width}z`);
    }
  }
  return { size: size + 2 * QUIET, path: runs.join('') };
}
