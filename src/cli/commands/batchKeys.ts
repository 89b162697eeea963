/** `--sign` and `--trust` of batches: keys that sign outcomes, and keys whose signatures count. */
import { readSigner, readTrust, type Signer, type Trust } from '../../batch/index.ts';
import { readBytes, usageFault } from '../command.ts';

/** For parseArgs. */
export const SIGN_OPTION = { sign: { type: 'string' } } as const;
export const TRUST_OPTION = { trust: { type: 'string', multiple: true } } as const;

export const SIGN_HELP = `  --sign KEYFILE        sign outcomes with this private key (Ed25519, PEM): docs/batch.md says how to make one.
                        Outcomes of other keys are computed again, but for those of --trust
  --trust KEYS          file of public keys (PEM, one or more) whose outcomes count; may be given again
`;

/** The private key of --sign. Throws an InputError for a file that has none. */
export function signerFrom(file: string | undefined): Signer | undefined {
  return file === undefined ? undefined : readSigner(readBytes(file), file);
}

/** The public keys of all files of --trust; undefined where none is named. */
export function trustFrom(files: readonly string[] | undefined): Trust | undefined {
  if (files === undefined) return undefined;
  return new Map(files.flatMap((file) => [...readTrust(readBytes(file), file)]));
}

/** Who works signs, if some keys are trusted and others are not: unsigned outcomes would not count. */
export function requireSigner(signer: Signer | undefined, trust: Trust | undefined): void {
  if (!trust || signer) return;
  throw usageFault(
    'batch',
    '--trust needs --sign where chunks are done: outcomes without a signature do not count then',
  );
}
