// Electron's utility process.
import { partOf } from './contract.ts';
import { forkOnNode } from './fork-on-node.ts';
import { isReady } from './lifecycle.ts';

function forkOnceReady(
  modulePath: string,
  args: string[] = [],
  { execArgv }: Electron.ForkOptions = {},
): Electron.UtilityProcess {
  if (!isReady()) throw new Error('utilityProcess cannot be created before app is ready.');
  return forkOnNode(modulePath, args, execArgv) as unknown as Electron.UtilityProcess;
}

export const utilityProcess = partOf<typeof Electron.utilityProcess>('utilityProcess', {
  fork: forkOnceReady,
});
