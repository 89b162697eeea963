/** Point clouds as files, written by hand: PCD in its three layouts, and LZF by the simplest compressor that finds copies. */

/** Copies of three bytes and more that stand in the last 8 KB; all else as it is. */
export function packLzf(bytes: Uint8Array): Uint8Array {
  const out: number[] = [];
  const seen = new Map<number, number>();
  let literals: number[] = [];
  const flush = () => {
    for (let i = 0; i < literals.length; i += 32) {
      const run = literals.slice(i, i + 32);
      out.push(run.length - 1, ...run);
    }
    literals = [];
  };
  for (let at = 0; at < bytes.length; ) {
    const key = bytes[at] * 65536 + bytes[at + 1] * 256 + bytes[at + 2];
    const before = seen.get(key) ?? -1;
    seen.set(key, at);
    const back = at - before - 1;
    let run = 0;
    if (before >= 0 && back < 8192) {
      while (run < 264 && at + run < bytes.length && bytes[before + run] === bytes[at + run]) run++;
    }
    if (run < 3) {
      literals.push(bytes[at++]);
      continue;
    }
    flush();
    const n = run - 2;
    if (n < 7) out.push(n * 32 + (back >> 8));
    else out.push(7 * 32 + (back >> 8), n - 7);
    out.push(back & 255);
    at += run;
  }
  flush();
  return Uint8Array.from(out);
}

export interface PcdOptions {
  readonly data: 'ascii' | 'binary' | 'binary_compressed';
  readonly height?: number;
}

/** A file with the fields i (16 bits), y, x, n (three floats), z (of doubles). */
export function pcdFile(points: readonly number[][], { data, height = 1 }: PcdOptions): Uint8Array {
  const head = `# .PCD v0.7\nVERSION 0.7\nFIELDS i y x n z\nSIZE 2 4 4 4 8\nTYPE U F F F F\nCOUNT 1 1 1 3 1\nWIDTH ${points.length / height}\nHEIGHT ${height}\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS ${points.length}\nDATA ${data}\n`;
  const start = new TextEncoder().encode(head);
  if (data === 'ascii') {
    const lines = points.map(([x, y, z], i) =>
      `${i} ${y} ${x} 0 0 1 ${z}\n`.replaceAll('NaN', 'nan'),
    );
    return Uint8Array.from([...start, ...new TextEncoder().encode(lines.join(''))]);
  }
  const columns = [
    points.map((_, i) => new Uint8Array(new Uint16Array([i]).buffer)),
    points.map(([, y]) => new Uint8Array(new Float32Array([y]).buffer)),
    points.map(([x]) => new Uint8Array(new Float32Array([x]).buffer)),
    points.map(() => new Uint8Array(new Float32Array([0, 0, 1]).buffer)),
    points.map(([, , z]) => new Uint8Array(new Float64Array([z]).buffer)),
  ];
  const bytes =
    data === 'binary'
      ? points.flatMap((_, i) => columns.flatMap((column) => [...column[i]]))
      : columns.flatMap((column) => column.flatMap((value) => [...value]));
  if (data === 'binary') return Uint8Array.from([...start, ...bytes]);
  const packed = packLzf(Uint8Array.from(bytes));
  const sizes = new Uint8Array(new Uint32Array([packed.length, bytes.length]).buffer);
  return Uint8Array.from([...start, ...sizes, ...packed]);
}
