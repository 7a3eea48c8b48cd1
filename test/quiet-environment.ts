// A till's environment in which nobody works, nothing is set up and nobody is told anything.
import { defaultPrinting } from '../src-main/contract/printing.ts';
import { DiskWatch } from '../src-main/store/disk-watch.ts';
import { startHelper } from './helper-process.ts';
import type { TillEnvironment } from '../src-main/till/environment.ts';

const quietDiskWatch = () =>
  new DiskWatch({ nowMs: Date.now, notify: () => undefined, withdraw: () => undefined });

export const quietEnvironment = (change: Partial<TillEnvironment> = {}): TillEnvironment => ({
  doneBy: () => null,
  language: () => 'en',
  printing: () => defaultPrinting,
  openHiddenWindow: () => {
    throw new Error('nothing is printed here');
  },
  startHelper,
  saleListeners: [],
  jobChanged: () => undefined,
  inBackground: (_whatFailed, work) => {
    setImmediate(() => {
      void work();
    });
  },
  notify: () => undefined,
  withdraw: () => undefined,
  diskWatch: quietDiskWatch(),
  ...change,
});
