// Makes the packages of a till that is built: licences, bill of materials, installers.
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { build, type PackagerOptions } from 'electron-builder';
import { execOf } from '../../src-main/page/start-with-computer.ts';
import { packagerConfig } from './config.ts';
import { licenceText } from './licences.ts';
import { builtInKey, writeList } from './packaged-list.ts';
import { npmSbom, shippedSbom } from './sbom.ts';
import { shippedPackages } from './shipped-packages.ts';

export interface Packaging {
  /** The folder of the project. */
  readonly folder: string;
  readonly forSmokeTest: boolean;
}

export const builtFolder = ({ forSmokeTest }: Packaging): string =>
  forSmokeTest ? 'out/smoke-test' : 'out';

/** Returns whether the build logs that it takes a debugger, as src-main/index.ts does. */
export const takesDebugger = (folder: string): boolean =>
  readFileSync(join(folder, 'main/index.js'), 'utf8').includes('this build takes a debugger');

/**
 * Writes what goes with the build. Throws if the build may not be packaged: because nobody has
 * looked at a licence, or because it takes a debugger and is not for the smoke test.
 */
export function prepare(packaging: Packaging): void {
  const { folder, forSmokeTest } = packaging;
  const out = builtFolder(packaging);
  if (takesDebugger(join(folder, out)) !== forSmokeTest)
    throw new Error(`The build in ${out} ${forSmokeTest ? 'does not take' : 'takes'} a debugger.`);
  const shipped = shippedPackages(folder, out);
  const sbom = shippedSbom(npmSbom(folder), shipped, 'counterfoil');
  const into = join(folder, out, 'shipped');
  mkdirSync(into, { recursive: true });
  replace(join(into, 'THIRD-PARTY-LICENSES.txt'), licenceText(shipped));
  replace(join(into, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}

/**
 * Replaces the file at once, so that a package that is being made meanwhile takes in either the old
 * or the new file as a whole.
 */
function replace(file: string, text: string): void {
  const partialFile = `${file}.${process.pid}`;
  writeFileSync(partialFile, text);
  renameSync(partialFile, file);
}

/**
 * Packages what has been prepared, and lists what was made beside it. @param electronDist is the
 * folder that Electron's program lies in: nothing is downloaded in its place.
 */
export async function packageTill(
  { folder, forSmokeTest }: Packaging,
  electronDist: string,
  options: { readonly output?: string } & PackagerOptions & { readonly dir?: boolean } = {},
): Promise<void> {
  const { output, effectiveOptionComputed, ...others } = options;
  const config = packagerConfig({ forSmokeTest });
  const builtFiles = await build({
    ...others,
    effectiveOptionComputed: (computed: unknown) => {
      startOnX11(computed);
      return effectiveOptionComputed?.(computed) ?? Promise.resolve(false);
    },
    projectDir: folder,
    publish: 'never',
    config: {
      ...config,
      electronDist,
      afterExtract: removeDefaultApp,
      ...(output !== undefined && { directories: { ...config.directories, output } }),
    },
  });
  const out = join(folder, builtFolder({ folder, forSmokeTest }));
  const files = builtFiles.filter((file) => existsSync(file) && statSync(file).isFile());
  const [first] = files;
  if (first === undefined) return;
  writeList(dirname(first), files, {
    takesDebugger: takesDebugger(out),
    updateKey: builtInKey(
      join(folder, 'resources/packaging/update-key.pem'),
      join(out, 'main/index.js'),
    ),
  });
}

/**
 * Rewrites the desktop entry of deb and rpm, which the packager hands on as a file: it starts the
 * program on X11 where that is there. Such an entry cannot be configured.
 */
export function startOnX11(computed: unknown): void {
  // It hands on a list for the installer of Windows as well, with other things in it.
  const file: unknown = Array.isArray(computed) ? computed[1] : undefined;
  if (typeof file !== 'string') return;
  const entry = readFileSync(file, 'utf8');
  const program = /^Exec=(\S+) %U$/m.exec(entry)?.[1];
  if (program === undefined)
    throw new Error(`The packager starts the program otherwise:\n${entry}`);
  writeFileSync(
    file,
    entry.replace(/^Exec=.*$/m, () => `Exec=${execOf(program)}`),
  );
}

/**
 * Removes the program that Electron shows before it has one: the packager leaves it in a given
 * folder.
 */
function removeDefaultApp({ appOutDir }: { readonly appOutDir: string }): Promise<void> {
  for (const resources of ['resources', 'Electron.app/Contents/Resources'])
    rmSync(join(appOutDir, resources, 'default_app.asar'), { force: true });
  return Promise.resolve();
}
