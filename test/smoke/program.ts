// The program that the smoke test starts: a package that a variable of the environment names, or
// else the contents of one, unpacked and run on the stand-in.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { extractAll } from '@electron/asar';
import { packageTill, prepare } from '../../resources/packaging/package-till.ts';
import { projectNode, root } from '../../resources/scripts/programs.mjs';
import { setUpBuild } from '../../resources/scripts/setup.mjs';
import { playElectron } from '../integration/packaging/played-electron.ts';

export interface SmokeProgram {
  readonly isElectron: boolean;
  readonly program: string;
  /** Arguments before those of a test. */
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** The program of a release, or of the package that differs in accepting a debugger. */
export async function smokeProgram(kind: 'release' | 'takes-debugger'): Promise<SmokeProgram> {
  const variable = kind === 'release' ? 'RELEASED_TILL' : 'SMOKE_TEST_TILL';
  const program = process.env[variable];
  if (program) return { isElectron: true, program, args: [], env: {} };
  if (process.env.REQUIRE_ELECTRON)
    throw new Error(`REQUIRE_ELECTRON is set, and ${variable} names no packaged program.`);
  const folder = await unpackedPackage(kind !== 'release');
  const register = pathToFileURL(join(root, 'test/runtime/register.mjs')).href;
  return {
    isElectron: false,
    program: projectNode,
    args: ['--import', register, join(folder, 'out/main/index.js'), '--headless'],
    env: { STAND_IN_PACKAGED: '1' },
  };
}

/** Unpacks a package's archive into a folder that has nothing else to load from. */
async function unpackedPackage(forSmokeTest: boolean): Promise<string> {
  const output = mkdtempSync(join(tmpdir(), 'counterfoil-smoke-'));
  const packaging = { folder: root, forSmokeTest };
  await setUpBuild({ forSmokeTest });
  prepare(packaging);
  await packageTill(packaging, playElectron(), { output, dir: true });
  const unpacked = join(output, 'unpacked');
  extractAll(join(output, 'linux-unpacked/resources/app.asar'), unpacked);
  return unpacked;
}
