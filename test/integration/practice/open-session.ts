// A session that practises, built as in the program: for tests, and for programs that they kill.
import { join } from 'node:path';
import { createLog } from '../../../src-main/log.ts';
import { systemClock } from '../../../src-main/clock.ts';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import { Practice } from '../../../src-main/practice/practice.ts';
import { Session } from '../../../src-main/session/session.ts';
import type { TillEnvironment } from '../../../src-main/till/environment.ts';
import { direct } from '../service/networks.ts';
import { quietEnvironment } from '../../quiet-environment.ts';
import { openSettings } from '../../outside-electron.ts';

export const times = { slowMs: 400, failingMs: 300, refusingMs: 3_000 };
const timing = {
  ...defaultTiming,
  settlingMs: 300,
  firstLookUpMs: 50,
  // A gap of three of these begins the search again: a busy machine must not make one.
  lookUpCapMs: 700,
  retryFirstMs: 50,
  retryCapMs: 100,
};

export function openSession(folder: string, change: Partial<TillEnvironment> = {}) {
  const { settings } = openSettings(folder);
  const practice = new Practice(folder, times);
  const notices: AppError[] = [];
  const session = new Session({
    folder,
    settings,
    practice,
    askPlainHttp: () => Promise.resolve(false),
    vaultOf: () => ({
      keep: () => Promise.resolve(true),
      read: () => Promise.resolve(undefined),
      forget: () => undefined,
      tidy: () => undefined,
    }),
    log: createLog(join(folder, 'till.log')),
    clock: systemClock,
    timing,
    network: direct,
    notify: (notice) => notices.push(notice),
    withdraw: () => undefined,
    environment: {
      ...quietEnvironment(change),
      saleListeners: [practice.rehearsals.saleChanged],
    },
    onTillChanged: () => undefined,
    onConnectionChanged: () => undefined,
    onFailure: () => ({ code: 'unexpected', id: 'test' }),
  });
  return { session, settings, practice, notices };
}
