// Starts helper processes, and ends with the program those that are still at work.
import { join } from 'node:path';
import { app, utilityProcess, type UtilityProcess } from 'electron';
import { helperOptions } from './ask-helper.ts';

const helpers = new Set<UtilityProcess>();

/** On Windows one that is busy would outlive the program. */
export function endHelpersOnQuit(): void {
  app.on('quit', () => {
    for (const helper of helpers) helper.kill();
  });
}

/** @param folder of the built program. */
export function startHelper(folder: string): UtilityProcess {
  const helper = utilityProcess.fork(join(folder, 'helper.js'), [], {
    serviceName: 'Counterfoil helper',
    execArgv: [...helperOptions],
  });
  helpers.add(helper);
  helper.on('exit', () => helpers.delete(helper));
  return helper;
}
