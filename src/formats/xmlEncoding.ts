/** The text of an XML file, from its bytes. */
import { decodeUtf8, InputError } from '../math/index.ts';

/**
 * UTF-8 unless the file begins with a byte order mark of UTF-16 or declares another encoding.
 * Throws InputError for bytes that the encoding does not have; the byte order mark is dropped.
 */
export function decodeXml(bytes: Uint8Array, file?: string): string {
  if (bytes.length === 0) {
    throw new InputError({ code: 'xml/empty', message: 'the file is empty', file, byte: 0 });
  }
  const encoding = encodingOf(bytes);
  const fault = {
    ...{ code: 'xml/encoding', file },
    message: `the file is not text in the encoding ${encoding}`,
    hint: 'XML is read as UTF-8 unless its first line declares another encoding',
  };
  if (!isKnown(encoding)) throw new InputError({ ...fault, line: 1, column: 1 });
  return decodeUtf8(bytes, { ...fault, encoding });
}

function isKnown(encoding: string): boolean {
  try {
    return new TextDecoder(encoding).encoding !== '';
  } catch {
    return false;
  }
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  let head = '';
  for (let i = 0; i < bytes.length && i < 200 && bytes[i] !== 0x3e; i++) {
    head += String.fromCharCode(bytes[i]);
  }
  const declared = /<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  // A file that says UTF-16 in single bytes is wrong about itself.
  return declared && !/^utf-?16/i.test(declared) ? declared : 'utf-8';
}
