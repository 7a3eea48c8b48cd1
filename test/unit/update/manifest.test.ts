// The till takes only what the program's maker has signed, byte for byte, for this system.
import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manifestText, readManifest, type Manifest } from '../../../src-main/update/manifest.ts';
import { isNewer } from '../../../src-main/update/updates.ts';

const pair = () => generateKeyPairSync('ed25519');
const { publicKey, privateKey } = pair();
const pem = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const manifest: Omit<Manifest, 'purpose'> = {
  system: 'linux',
  version: '1.2.3',
  releasedAt: '2026-11-02T09:30:00.000Z',
  notes: { en: 'Counts coins.', 'pt-PT': 'Conta moedas.' },
  files: [
    {
      name: 'Counterfoil-1.2.3-linux-x86_64.AppImage',
      kind: 'appimage',
      arch: 'x64',
      sha512: `${'A'.repeat(86)}==`,
      bytes: 9,
    },
  ],
};
const signedBy = (key: KeyObject, of: object = manifest) =>
  manifestText(of as typeof manifest, (signed) => sign(null, signed, key));
const read = (text: string, system = 'linux') => readManifest(text, pem(publicKey), system);
const refusal = { ok: false, error: { code: 'update_not_signed' } };

describe('a manifest', () => {
  it('is read as its maker has signed it', () => {
    const purpose = 'Counterfoil update';
    expect(read(signedBy(privateKey))).toEqual({ ok: true, value: { purpose, ...manifest } });
  });

  it('of another key is refused', () => {
    expect(read(signedBy(pair().privateKey))).toEqual(refusal);
  });

  it('of another system is refused', () => {
    expect(read(signedBy(privateKey), 'win32')).toEqual(refusal);
  });

  it('with any byte of it changed is refused, or says the same', () => {
    const text = signedBy(privateKey);
    const places = fc.nat(text.length - 1);
    const change = (at: number, put: number) =>
      text.slice(0, at) + String.fromCharCode(put) + text.slice(at + 1);
    fc.assert(
      fc.property(places, fc.integer({ min: 32, max: 126 }), (at, put) => {
        const answer = read(change(at, put));
        if (answer.ok) expect(answer).toEqual(read(text));
        else expect(answer).toEqual(refusal);
      }),
    );
  });

  it.each<[string, object]>([
    ['a path for a name', { files: [{ ...manifest.files[0], name: '../till.db' }] }],
    ['a hidden file', { files: [{ ...manifest.files[0], name: '.profile' }] }],
    ['no file', { files: [] }],
    ['half a hash', { files: [{ ...manifest.files[0], sha512: 'AAAA' }] }],
    ['nothing to fetch', { files: [{ ...manifest.files[0], bytes: 0 }] }],
    ['a version of words', { version: 'latest' }],
    ['another purpose', { purpose: 'Counterfoil licence' }],
    ['a field that nobody knows', { runs: 'rm -rf' }],
  ])('with %s is refused, though it is signed', (_what, change) => {
    expect(read(signedBy(privateKey, { ...manifest, ...change }))).toEqual(refusal);
  });

  it.each(['', '{}', '[]', 'null', '<html>', '{"signed":1,"signature":2}', '{"signed":"{}"}'])(
    'that is none is refused (%s)',
    (text) => {
      expect(read(text)).toEqual(refusal);
    },
  );
});

it.each([
  ['1.2.4', true],
  ['1.10.0', true],
  ['2.0.0', true],
  ['1.2.3', false],
  ['1.2.2', false],
  ['0.9.9', false],
])('is version %s newer than 1.2.3? %s', (version, expected) => {
  expect(isNewer(version, '1.2.3')).toBe(expected);
});
