// The packages of others that a package of the till holds: those that it carries in node_modules,
// and those that were bundled into its scripts.
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as v from 'valibot';

export interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** The licence as an SPDX expression. */
  readonly licence: string;
  /** The texts of the licence, each with its copyright notice. Empty if the package holds none. */
  readonly texts: readonly string[];
}

const lockSchema = v.object({
  packages: v.record(
    v.string(),
    v.object({ dev: v.optional(v.boolean()), devOptional: v.optional(v.boolean()) }),
  ),
});
const packageSchema = v.object({ name: v.string(), version: v.string(), license: v.string() });
const foldersSchema = v.array(v.string());

const parsed = <Schema extends v.GenericSchema>(schema: Schema, file: string) =>
  v.parse(schema, JSON.parse(readFileSync(file, 'utf8')));

/**
 * Returns all of them, by name and version. @param folder is that of the project. @param out is the
 * build's folder in it: what it bundled stands in its `shipped/bundled/`.
 */
export function shippedPackages(folder: string, out = 'out'): ShippedPackage[] {
  const { packages } = parsed(lockSchema, join(folder, 'package-lock.json'));
  const carried = Object.entries(packages)
    .filter(([path, { dev, devOptional }]) => path !== '' && !dev && !devOptional)
    .map(([path]) => path);
  const lists = ['main', 'preload', 'renderer'].map((name) =>
    parsed(foldersSchema, join(folder, out, `shipped/bundled/${name}.json`)),
  );
  return [...new Set([...carried, ...lists.flat()])]
    .map((path) => packageAt(join(folder, path)))
    .sort((a, b) => labelOf(a).localeCompare(labelOf(b), 'en'));
}

export const labelOf = ({ name, version }: { name: string; version: string }): string =>
  `${name}@${version}`;

function packageAt(folder: string): ShippedPackage {
  const { name, version, license } = parsed(packageSchema, join(folder, 'package.json'));
  const files = globSync('**/*', { cwd: folder })
    .filter((path) => /^(licen[cs]e|copying|notice|unlicense)/i.test(basename(path)))
    .filter((path) => !/node_modules|\.(js|ts|map|json)$/.test(path))
    .sort();
  const texts = files.map((path) => readFileSync(join(folder, path), 'utf8').trim());
  return { name, version, licence: license, texts: texts.filter((text) => text !== '') };
}
