/**
 * Keys of Ed25519 that sign outcomes: a worker has a private key, the collector names the public keys that it trusts. Both are PEM, as
 * OpenSSL and Node write them. A file of public keys may have several. A key is called by 16 digits of the digest of its public part.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { InputError } from '../math/index.ts';
import { digestOf } from './digest.ts';

/** Signs statements with one private key. */
export interface Signer {
  /** The name of its key. */
  readonly key: string;
  /** Of this key, for those who trust it. */
  readonly publicKey: KeyObject;
  /** The signature in base64. */
  sign(statement: string): string;
}

/** Public keys by their names. A signature of any other key counts for nothing. */
export type Trust = ReadonlyMap<string, KeyObject>;

/** A signature with the name of its key. */
export interface Signature {
  readonly key: string;
  readonly value: string;
}

/** Whether a trusted key signed this statement. */
export function isSigned(trust: Trust, statement: string, { key, value }: Signature): boolean {
  const known = trust.get(key);
  if (!known) return false;
  return verify(null, Buffer.from(statement), known, Buffer.from(value, 'base64'));
}

/** The keys of both, as one trust. */
export function trusting(trust: Trust, { key, publicKey }: Signer): Trust {
  return new Map([...trust, [key, publicKey]]);
}

/** The private key of a file. Throws an InputError with file and line. */
export function readSigner(bytes: Uint8Array, file: string): Signer {
  const blocks = pemBlocks(bytes, file, MAKE_PRIVATE);
  const [block] = blocks;
  if (blocks.length > 1) {
    throw badKey(file, blocks[1].line, 'a second block stands here; one private key is expected');
  }
  if (block.label === 'PUBLIC KEY') {
    throw badKey(file, block.line, 'this is a public key; a private key is expected', MAKE_PRIVATE);
  }
  if (block.label === 'ENCRYPTED PRIVATE KEY') {
    const hint = `openssl pkey -in ${file} -out PLAIN writes it without a password`;
    throw badKey(
      file,
      block.line,
      'this key is encrypted; one without a password is expected',
      hint,
    );
  }
  const privateKey = keyOf(block, file, 'PRIVATE KEY', createPrivateKey, MAKE_PRIVATE);
  const publicKey = createPublicKey(privateKey);
  return {
    ...{ key: nameOf(publicKey), publicKey },
    sign: (statement) => sign(null, Buffer.from(statement), privateKey).toString('base64'),
  };
}

/** All public keys of a file. Throws an InputError with file and line. */
export function readTrust(bytes: Uint8Array, file: string): Trust {
  const keys = pemBlocks(bytes, file, MAKE_PUBLIC).map((block) => {
    if (block.label.endsWith('PRIVATE KEY')) {
      const message =
        'this is a private key, which belongs to its worker; public keys are expected';
      throw badKey(file, block.line, message, MAKE_PUBLIC);
    }
    const key = keyOf(block, file, 'PUBLIC KEY', createPublicKey, MAKE_PUBLIC);
    return [nameOf(key), key] as const;
  });
  return new Map(keys);
}

const MAKE_PRIVATE = 'openssl genpkey -algorithm ed25519 -out worker.key makes one';
const MAKE_PUBLIC = 'openssl pkey -in worker.key -pubout -out worker.pub writes it';

interface PemBlock {
  readonly label: string;
  readonly text: string;
  /** 1-based line of its beginning. */
  readonly line: number;
}

function pemBlocks(bytes: Uint8Array, file: string, hint: string): PemBlock[] {
  // PEM is ASCII: what is not cannot be part of a block.
  const text = Buffer.from(bytes).toString('latin1');
  const lineAt = (at: number) => text.slice(0, at).split('\n').length;
  const blocks: PemBlock[] = [];
  const pattern = /-----BEGIN ([A-Z0-9 ]+)-----[^-]*-----END \1-----/g;
  for (const found of text.matchAll(pattern)) {
    blocks.push({ label: found[1], text: found[0], line: lineAt(found.index) });
  }
  const begins = [...text.matchAll(/-----BEGIN /g)];
  if (begins.length > blocks.length) {
    const whole = new Set(blocks.map(({ line }) => line));
    const cut = begins.map(({ index }) => lineAt(index)).find((line) => !whole.has(line));
    throw badKey(file, cut ?? 1, 'the key that begins here has no end: the file is cut off', hint);
  }
  if (blocks.length > 0) return blocks;
  throw badKey(file, 1, 'no key is found; PEM is expected, which begins with "-----BEGIN"', hint);
}

function keyOf(
  { label, text, line }: PemBlock,
  file: string,
  expected: string,
  read: (text: string) => KeyObject,
  hint: string,
): KeyObject {
  if (label !== expected) {
    throw badKey(file, line, `"BEGIN ${label}" is found; "BEGIN ${expected}" is expected`, hint);
  }
  let key: KeyObject;
  try {
    key = read(text);
  } catch (error) {
    throw badKey(file, line, `the key cannot be read: ${(error as Error).message}`, hint);
  }
  if (key.asymmetricKeyType === 'ed25519') return key;
  const found = key.asymmetricKeyType ?? key.type;
  throw badKey(file, line, `this is a key of ${found}; one of Ed25519 is expected`, hint);
}

function nameOf(publicKey: KeyObject): string {
  return digestOf(publicKey.export({ type: 'spki', format: 'der' })).slice(0, 16);
}

function badKey(file: string, line: number, message: string, hint?: string): InputError {
  return new InputError({ code: 'batch/key', message, file, line, hint });
}
