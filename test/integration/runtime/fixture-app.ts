// Starts the fixture app on the stand-in.
import { fileURLToPath } from 'node:url';
import { launchApp, type AppProcess } from '../../runtime/launch.ts';

const register = new URL('../../runtime/register.mjs', import.meta.url).href;
const main = fileURLToPath(new URL('fixture/main.ts', import.meta.url));

export function fixtureArguments(userData: string, ...switches: string[]): string[] {
  return ['--import', register, main, '--headless', `--user-data-dir=${userData}`, ...switches];
}

export function launchFixture(
  userData: string,
  switches: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<AppProcess> {
  return launchApp(
    process.execPath,
    fixtureArguments(userData, '--remote-debugging-port=0', ...switches),
    env,
  );
}
