// Starts the fixture app as the tests start the till: on Electron if its program is here, else on
// the stand-in.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root, tillCommand, type Command } from '../../../resources/scripts/programs.mjs';
import { launchApp, type AppProcess } from '../../runtime/launch.ts';

const folder = fileURLToPath(new URL('fixture', import.meta.url));

/** Returns the till's own command with the fixture in the till's place. */
export function fixtureCommand(userData: string, ...switches: readonly string[]): Command {
  const command = tillCommand(['--headless', `--user-data-dir=${userData}`, ...switches]);
  const inPlace = new Map([
    [root, folder],
    [join(root, 'out/main/index.js'), join(folder, 'main.mjs')],
  ]);
  return { ...command, args: command.args.map((argument) => inPlace.get(argument) ?? argument) };
}

export const { runtime } = tillCommand([]);

export function launchFixture(
  userData: string,
  switches: readonly string[] = [],
  env: NodeJS.ProcessEnv = {},
): Promise<AppProcess> {
  const { program, args } = fixtureCommand(userData, '--remote-debugging-port=0', ...switches);
  return launchApp(program, args, env);
}
