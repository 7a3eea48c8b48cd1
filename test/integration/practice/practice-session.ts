// Practice as the session uses it, in a folder of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { eventually } from '../../eventually.ts';
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';
import { newReference } from '../../../src-main/store/references.ts';
import type { TillEnvironment } from '../../../src-main/till/environment.ts';
import { freezeSale } from '../../../src-main/till/freeze.ts';
import { commitSale, readSaleDetail } from '../../../src-main/store/sales.ts';
import { noLimits, sampleCart, samplePayment } from '../../sample-sale.ts';
import { openSession } from './open-session.ts';

export { times } from './open-session.ts';

export const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-practice-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
};

export function sessionIn(folder: string, change: Partial<TillEnvironment> = {}) {
  const opened = openSession(folder, change);
  const { session, practice } = opened;
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
    till().outbox.wake();
    return reference;
  };
  const stateOf = (reference: string) => readSaleDetail(till().db, reference)?.state;
  const becomes = (reference: string, state: SaleState) =>
    eventually(() => {
      expect(stateOf(reference)).toBe(state);
    });
  return { ...opened, close, till, sell, stateOf, becomes };
}
