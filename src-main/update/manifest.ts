// What the maker of the program says of its newest version. It is signed, and the key is built into
// the program, so that whoever keeps the files cannot put another program in its place.
import { createPublicKey, verify } from 'node:crypto';
import * as v from 'valibot';
import { err, ok, type Result } from '../contract/errors.ts';
import { languages } from '../contract/languages.ts';
import { inJson } from '../store/prepared.ts';

/** Keeps a text that was signed for another purpose from being taken for an update's. */
const purpose = 'Counterfoil update';

/** How the program comes onto a system. */
const packageKinds = ['nsis', 'appimage', 'deb', 'rpm'] as const;
export type PackageKind = (typeof packageKinds)[number];

const note = v.pipe(v.string(), v.maxLength(4000));

export const manifestSchema = v.strictObject({
  purpose: v.literal(purpose),
  system: v.picklist(['linux', 'win32']),
  version: v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  releasedAt: v.pipe(v.string(), v.isoTimestamp()),
  notes: v.record(v.picklist(languages), note),
  files: v.pipe(
    v.array(
      v.strictObject({
        /** The name of the file beside the manifest. */
        name: v.pipe(v.string(), v.maxLength(200), v.regex(/^[\w-][\w.-]*$/)),
        kind: v.picklist(packageKinds),
        /** The processor as Node calls it. */
        arch: v.picklist(['x64', 'arm64']),
        /** SHA-512 in base 64. */
        sha512: v.pipe(v.string(), v.regex(/^[\w+/]{86}==$/)),
        bytes: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(2 ** 31)),
      }),
    ),
    v.minLength(1),
    v.maxLength(20),
  ),
});
export type Manifest = v.InferOutput<typeof manifestSchema>;
export type ManifestFile = Manifest['files'][number];

/** The text that was signed, byte for byte, and its Ed25519 signature in base 64. */
export const signedManifestSchema = v.strictObject({ signed: v.string(), signature: v.string() });

export const manifestName = (system: string): string => `update-${system}.json`;

/**
 * Errors: `update_not_signed` if it is not from the program's maker, or is of another system:
 * nothing of it is believed then. @param publicKey Ed25519, as PEM.
 */
export function readManifest(text: string, publicKey: string, system: string): Result<Manifest> {
  const refused = err({ code: 'update_not_signed' });
  const outer = v.safeParse(inJson(signedManifestSchema), text);
  if (!outer.success) return refused;
  const { signed, signature } = outer.output;
  const key = createPublicKey(publicKey);
  if (!verify(null, Buffer.from(signed), key, Buffer.from(signature, 'base64'))) return refused;
  const manifest = v.safeParse(inJson(manifestSchema), signed);
  return manifest.success && manifest.output.system === system ? ok(manifest.output) : refused;
}

export const manifestText = (
  manifest: Omit<Manifest, 'purpose'>,
  sign: (signed: Buffer) => Buffer,
): string => {
  const signed = JSON.stringify({ purpose, ...manifest });
  const signature = sign(Buffer.from(signed)).toString('base64');
  return `${JSON.stringify({ signed, signature }, null, 2)}\n`;
};
