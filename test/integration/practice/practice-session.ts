// Practice as the session uses it, in a folder of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';
import { createLog } from '../../../src-main/log.ts';
import { systemClock } from '../../../src-main/clock.ts';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { newReference } from '../../../src-main/store/references.ts';
import { freezeSale } from '../../../src-main/till/freeze.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';
import { Practice } from '../../../src-main/practice/practice.ts';
import { Session } from '../../../src-main/session.ts';
import { commitSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { noLimits, sampleCart, samplePayment } from '../../sample-sale.ts';
import { direct } from '../service/networks.ts';
import { quietEnvironment } from '../../quiet-environment.ts';
import { openSettings } from '../../outside-electron.ts';

export const times = { slowMs: 400, failingMs: 300, refusingMs: 3_000 };
const timing = {
  ...defaultTiming,
  settlingMs: 1_000,
  firstLookUpMs: 50,
  lookUpCapMs: 50,
  retryFirstMs: 50,
  retryCapMs: 100,
};

export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-practice-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

export function sessionIn(folder: string) {
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
    environment: quietEnvironment(),
    onTillChanged: () => undefined,
    onSaleChanged: (sale) => {
      practice.rehearsals.saleChanged(sale);
    },
    onConnectionChanged: () => undefined,
    onFailure: () => ({ code: 'unexpected', id: 'test' }),
  });
  const close = async () => {
    await session.close();
    await practice.close();
  };
  const till = () => {
    if (!session.till) throw new Error('no till is open');
    return session.till;
  };
  const sell = (code = 'CAFE'): string => {
    const cart = sampleCart(1);
    const sold = { ...cart, lines: cart.lines.map((line) => ({ ...line, code })) };
    const reference = newReference('TEST');
    const now = new Date();
    const options = { reference, now, limits: noLimits };
    const frozen = freezeSale(sold, samplePayment(sold), options);
    if (!frozen.ok) throw new Error(frozen.error.code);
    commitSale(till().db, frozen.value);
    till().replay.wake();
    return reference;
  };
  const stateOf = (reference: string) => readSaleDetail(till().db, reference)?.state;
  const becomes = (reference: string, state: SaleState) =>
    eventually(() => {
      expect(stateOf(reference)).toBe(state);
    });
  return { session, settings, practice, notices, close, till, sell, stateOf, becomes };
}
