// What was packaged, written beside the packages: by it they are signed, and not by their names.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';

const listSchema = v.strictObject({
  takesDebugger: v.boolean(),
  /** Of updates, as it is built in: PEM; empty where none is. */
  updateKey: v.string(),
  packages: v.array(v.strictObject({ name: v.string(), sha512: v.string() })),
});
export type PackagedList = v.InferOutput<typeof listSchema>;

/** One for each computer that packages: its own takes the place of the one before. */
const listName = `packages-${process.platform}-${process.arch}.json`;
const isList = (name: string): boolean => /^packages-[a-z0-9]+-[a-z0-9]+\.json$/.test(name);

/** SHA-512 in base 64. */
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

/** @throws where one is none. */
export const readLists = (folder: string): readonly PackagedList[] =>
  readdirSync(folder)
    .filter(isList)
    .map((name) => v.parse(listSchema, JSON.parse(readFileSync(join(folder, name), 'utf8'))));

/** The key that a build has taken in; empty where it has none, or another. */
export function builtInKey(keyFile: string, program: string): string {
  if (!existsSync(keyFile)) return '';
  const key = readFileSync(keyFile, 'utf8');
  const [, body = ''] = key.split('\n');
  return body !== '' && readFileSync(program, 'utf8').includes(body) ? key : '';
}
