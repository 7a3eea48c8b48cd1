// The list of what was packaged, written beside the packages. Packages are signed by this list, not
// by their names.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';

const listSchema = v.strictObject({
  takesDebugger: v.boolean(),
  /** The key of updates that is built in, as PEM; empty if there is none. */
  updateKey: v.string(),
  packages: v.array(v.strictObject({ name: v.string(), sha512: v.string() })),
});
export type PackagedList = v.InferOutput<typeof listSchema>;

/**
 * The list's name: one for each computer that packages, whose new list takes the place of the one
 * before.
 */
const listName = `packages-${process.platform}-${process.arch}.json`;
const isList = (name: string): boolean => /^packages-[a-z0-9]+-[a-z0-9]+\.json$/.test(name);

/** Returns the SHA-512 in base 64. */
export const sha512Of = (bytes: Buffer): string =>
  createHash('sha512').update(bytes).digest('base64');

export function writeList(
  folder: string,
  files: readonly string[],
  build: Omit<PackagedList, 'packages'>,
): void {
  const packages = files.map((file) => ({
    name: basename(file),
    sha512: sha512Of(readFileSync(file)),
  }));
  writeFileSync(join(folder, listName), `${JSON.stringify({ ...build, packages }, null, 2)}\n`);
}

/** @throws if a list is not valid. */
export const readLists = (folder: string): readonly PackagedList[] =>
  readdirSync(folder)
    .filter(isList)
    .map((name) => v.parse(listSchema, JSON.parse(readFileSync(join(folder, name), 'utf8'))));

/** Returns the key that a build has taken in; empty if it has none, or another. */
export function builtInKey(keyFile: string, program: string): string {
  if (!existsSync(keyFile)) return '';
  const key = readFileSync(keyFile, 'utf8');
  const [, body = ''] = key.split('\n');
  return body !== '' && readFileSync(program, 'utf8').includes(body) ? key : '';
}
