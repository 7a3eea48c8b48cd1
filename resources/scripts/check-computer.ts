// npm run check-computer: hands the checks of src-main/computer this computer, and prints what they
// find.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { arch, homedir, release } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import * as v from 'valibot';
import { checks, type Computer } from '../../src-main/computer/checks.ts';
import { listPrinters, listScreens, type Run } from '../../src-main/computer/devices.ts';
import type { Answer } from '../../src-main/computer/network.ts';
import { hasBad, reportOf } from '../../src-main/computer/report.ts';
import { checkNames } from '../../src-main/contract/computer.ts';
import { findElectron, root } from './programs.mjs';

const longestMs = 10_000;
const { platform, env } = process;
const { values } = parseArgs({
  options: { 'user-data-dir': { type: 'string' }, service: { type: 'string' } },
});
const { INIT_CWD = process.cwd() } = env;
const given = values['user-data-dir'];
const folder = given === undefined ? usualFolder() : resolve(INIT_CWD, given);

/** Returns the folder that the root README names. */
function usualFolder(): string {
  switch (platform) {
    case 'win32':
      return join(env.APPDATA ?? join(homedir(), 'AppData/Roaming'), 'Counterfoil');
    case 'darwin':
      return join(homedir(), 'Library/Application Support/Counterfoil');
    default:
      return join(env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'Counterfoil');
  }
}

const settingsSchema = v.object({
  profiles: v.optional(
    v.array(v.object({ profile: v.object({ kind: v.string(), serviceAddress: v.string() }) })),
    [],
  ),
});

/**
 * Returns the services that the till has signed in to, without practice, which is on this computer.
 */
function knownServices(): string[] {
  const file = join(folder, 'settings.json');
  if (!existsSync(file)) return [];
  try {
    const { profiles } = v.parse(settingsSchema, JSON.parse(readFileSync(file, 'utf8')));
    const addresses = profiles
      .filter(({ profile }) => profile.kind !== 'practice')
      .map(({ profile }) => profile.serviceAddress);
    return [...new Set(addresses)];
  } catch {
    // The error may quote what is in the file.
    console.error('settings.json cannot be read: name the service with --service=https://…');
    return [];
  }
}

const ask = (address: string): Promise<Answer> =>
  new Promise((answered, failed) => {
    const request = address.startsWith('http:') ? httpRequest : httpsRequest;
    const asked = request(address, { signal: AbortSignal.timeout(longestMs) }, (response) => {
      response.resume();
      const dateMs = Date.parse(response.headers.date ?? '');
      answered({
        answer: response.statusCode ?? 0,
        dateMs: Number.isNaN(dateMs) ? null : dateMs,
        trouble: null,
      });
    });
    asked.on('error', failed);
    asked.end();
  });

const run: Run = async (program, args) =>
  (await promisify(execFile)(program, [...args], { timeout: longestMs })).stdout;

const { version } = v.parse(
  v.object({ version: v.string() }),
  JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
);

const computer: Computer = {
  ...{ platform, env, folder },
  versions: {
    Counterfoil: version,
    Node: process.versions.node,
    [platform]: `${release()} ${arch()}`,
  },
  hasElectron: findElectron() !== undefined,
  // Only the till knows these.
  ...{ keyStore: null, tryPrinter: null, findRoutes: null },
  listPrinters: () => listPrinters(run, platform),
  listScreens: () => listScreens(run, platform),
  serviceAddresses: values.service === undefined ? knownServices() : [values.service],
  network: { ask, nowMs: Date.now },
};

const findings = (await Promise.all(checkNames.map((name) => checks[name](computer)))).flat();
const language = 'en';
console.log(reportOf(findings, { language, version, at: new Date(), folder, home: homedir() }));
console.log(`The service was asked directly, not by the system's proxy settings. The till itself knows more:
Settings, Check this computer.`);
process.exit(hasBad(findings) ? 1 : 0);
