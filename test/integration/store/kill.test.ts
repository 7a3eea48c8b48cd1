// The process is killed at random moments, again and again: every sale that it reported as saved is
// there.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { countSales, readSaleDetail } from '../../../src-main/store/sales.ts';
import { newChance } from '../../chance.ts';
import { isLong } from '../../tier.ts';
import { countRows, recount } from './samples.ts';
import { openTill, temporaryFolder } from './temporary-till.ts';

const seller = join(import.meta.dirname, 'sell-until-killed.ts');
const kills = isLong ? 10 : 3;
const longestMs = 120;
const chance = newChance();

/**
 * Sells until killed at a random moment after the first sale; returns the sales reported as saved.
 */
async function sellAndKill(file: string, firstNumber: number): Promise<readonly string[]> {
  const till = spawn(process.execPath, [seller, file, String(firstNumber)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    till.kill('SIGKILL');
  });
  const closed = once(till, 'close');
  const lines = createInterface({ input: till.stdout });
  const saved: string[] = [];
  lines.on('line', (reference) => saved.push(reference));
  await Promise.race([
    once(lines, 'line'),
    closed.then(() => {
      throw new Error('the till ended before its first sale');
    }),
  ]);
  await delay(chance.next() * longestMs);
  till.kill('SIGKILL');
  await closed;
  expect(till.signalCode).toBe('SIGKILL');
  return saved;
}

test('no sale that was reported as saved is lost when the process is killed', async () => {
  const file = join(temporaryFolder(), 'till.sqlite');
  const saved: string[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    saved.push(...(await sellAndKill(file, kill * 100_000)));

    const db = openTill(file);
    for (const reference of saved) {
      expect(readSaleDetail(db, reference)?.steps[0]?.event).toBe('committed');
    }
    // Each life of the process may have committed one sale more before the kill cut off its line.
    expect(countRows(db, 'sale')).toBeLessThanOrEqual(saved.length + kill);
    expect(db.prepare('SELECT sum(attempts) FROM sale').pluck().get()).toBe(
      countRows(db, `sale_step WHERE event = 'claimed'`),
    );
    expect(countSales(db)).toMatchObject(recount(db));
    expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
    db.close();
  }
  expect(saved.length).toBeGreaterThanOrEqual(kills);
}, 60_000);
