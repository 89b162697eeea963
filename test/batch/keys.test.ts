/** Files of keys: what is read, and what is said of those that are none, with file and line. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readSigner, readTrust } from '../../src/batch/index.ts';
import { isSigned } from '../../src/batch/keys.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 });
const privateText = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }) as string;
const publicText = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }) as string;
const PRIVATE = privateText(privateKey);
const PUBLIC = publicText(publicKey);
const ENCRYPTED = privateKey.export({
  ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' },
}) as string;

describe('keys', () => {
  it('sign statements, of which the public key tells them from any other', () => {
    const signer = readSigner(bytes(PRIVATE), 'w.key');
    const other = generateKeyPairSync('ed25519');
    const trust = readTrust(bytes(`# two keys\n${publicText(other.publicKey)}${PUBLIC}`), 't.pem');
    expect(trust.size).toBe(2);
    const signature = { key: signer.key, value: signer.sign('statement') };
    expect(isSigned(trust, 'statement', signature)).toBe(true);
    expect(isSigned(trust, 'statement.', signature)).toBe(false);
    const own = readTrust(bytes(publicText(other.publicKey)), 'o.pem');
    expect(isSigned(own, 'statement', signature)).toBe(false);
    // The name of another key does not help.
    const [name] = own.keys();
    expect(isSigned(own, 'statement', { ...signature, key: name })).toBe(false);
  });

  it('are those that OpenSSL writes', () => {
    let made: string;
    try {
      made = execFileSync('openssl', ['genpkey', '-algorithm', 'ed25519'], { encoding: 'utf8' });
    } catch {
      console.warn('skipped: openssl is not installed');
      return;
    }
    const text = execFileSync('openssl', ['pkey', '-pubout'], { encoding: 'utf8', input: made });
    const signer = readSigner(bytes(made), 'k');
    expect([...readTrust(bytes(text), 'p').keys()]).toEqual([signer.key]);
  });

  it.each<[string, string, number, string, string]>([
    ['nothing', '', 1, 'no key is found; PEM is expected', 'openssl genpkey'],
    ['other text', 'hello\n', 1, 'no key is found', 'openssl genpkey'],
    [
      'a public key',
      `\n\n${PUBLIC}`,
      3,
      'this is a public key; a private key is expected',
      'genpkey',
    ],
    ['an encrypted key', ENCRYPTED, 1, 'this key is encrypted', 'openssl pkey -in w.key'],
    ['a key of RSA', privateText(rsa.privateKey), 1, 'a key of rsa; one of Ed25519', 'genpkey'],
    ['two keys', PRIVATE + PRIVATE, 4, 'a second block', ''],
    ['half a key', PRIVATE.slice(0, 60), 1, 'has no end: the file is cut off', 'genpkey'],
    ['a key with other letters', PRIVATE.replace('MC4', '!!!'), 1, 'cannot be read', 'genpkey'],
    [
      'a certificate',
      PUBLIC.replaceAll('PUBLIC KEY', 'CERTIFICATE'),
      1,
      '"BEGIN CERTIFICATE" is found; "BEGIN PRIVATE KEY" is expected',
      'genpkey',
    ],
  ])('of a worker: %s is refused', (_, text, line, message, hint) => {
    const fault = faultOf(() => readSigner(bytes(text), 'w.key'));
    expect(fault).toMatchObject({ code: 'batch/key', file: 'w.key', line });
    expect(fault.message).toContain(message);
    expect(fault.hint ?? '').toContain(hint);
    expect(JSON.stringify(fault)).not.toContain(PRIVATE.split('\n')[1]);
  });

  it.each<[string, string, number, string]>([
    ['nothing', '', 1, 'no key is found'],
    ['a private key', PUBLIC + PRIVATE, 4, 'this is a private key, which belongs to its worker'],
    ['a key of RSA', publicText(rsa.publicKey), 1, 'a key of rsa; one of Ed25519'],
    ['half of the second key', PUBLIC + PUBLIC.slice(0, 50), 4, 'has no end'],
  ])('that are trusted: %s is refused', (_, text, line, message) => {
    const fault = faultOf(() => readTrust(bytes(text), 'keys.pem'));
    expect(fault).toMatchObject({ code: 'batch/key', file: 'keys.pem', line });
    expect(fault.message).toContain(message);
    expect(fault.hint).toContain('-pubout');
  });
});

function faultOf(act: () => unknown): { message: string; hint?: string } {
  try {
    act();
  } catch (error) {
    return (error as { fault: { message: string; hint?: string } }).fault;
  }
  throw new Error('nothing was thrown');
}
