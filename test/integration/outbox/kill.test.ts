import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { signIn } from '../../../src-main/service/endpoints.ts';
import { startFreshPractice } from '../../faults/practice-file.ts';
import { isLong } from '../../tier.ts';

const script = fileURLToPath(new URL('sell-and-replay.ts', import.meta.url));

it('killed again and again while it sells and sends, it delivers every promised sale exactly once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-kill-'));
  const practiceFile = join(folder, 'practice.db');
  const practice = await startFreshPractice(practiceFile);
  onTestFinished(async () => {
    await practice.close();
    rmSync(folder, { recursive: true });
  });
  const client = createServiceClient({ baseUrl: practice.baseUrl });
  const token = await signIn(client, practiceAccount);
  await client.close();
  if (!token.ok) throw new Error(token.error.code);

  const promised: string[] = [];
  const run = async (sales: number, killAfterMs?: number) => {
    const args = [script, join(folder, 'till.db'), practice.baseUrl, token.value, String(sales)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      // Counted from the first promise, so that the time of starting does not matter.
      if (killAfterMs !== undefined && printed.length === chunk.length) {
        setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      }
    });
    const [code] = (await once(child, 'close')) as [number | null];
    promised.push(...printed.split('\n').filter((line) => /^CF-[\w-]{14}$/.test(line)));
    return code;
  };
  const isCaughtInTheAct = () => {
    const killed = new Database(join(folder, 'till.db'), { readonly: true });
    try {
      return killed.prepare(`SELECT 1 FROM sale WHERE state = 'sending'`).get() !== undefined;
    } finally {
      killed.close();
    }
  };
  let kills = 0;
  let caughtInTheAct = 0;
  // Each kill takes a second.
  const moments = [80, 17, 250, 5, 40, 120, 170, 400, 600];
  const fewestKills = isLong ? moments.length : 2;
  // A busy machine may need more of them until one comes while a sale is being sent.
  while (kills < fewestKills || (caughtInTheAct === 0 && kills < 4 * moments.length)) {
    expect(await run(1_000, moments[kills % moments.length])).toBeNull();
    kills += 1;
    if (isCaughtInTheAct()) caughtInTheAct += 1;
  }
  expect(caughtInTheAct).toBeGreaterThan(0);
  expect(await run(1)).toBe(0);

  expect(promised.length).toBeGreaterThan(kills);
  const service = new Database(practiceFile, { readonly: true });
  const till = new Database(join(folder, 'till.db'), { readonly: true });
  try {
    const count = service.prepare('SELECT count(*) FROM documents WHERE our_reference = ?').pluck();
    const state = till.prepare('SELECT state FROM sale WHERE reference = ?').pluck();
    for (const reference of promised) {
      expect([count.get(reference), state.get(reference)], reference).toEqual([1, 'confirmed']);
    }
    const doubted = till
      .prepare(`SELECT count(*) FROM sale_step WHERE event = 'program_started'`)
      .pluck()
      .get();
    expect(doubted).toBe(caughtInTheAct);
    // A sale that was committed but not yet promised at the kill is sold as well: nothing is half
    // there.
    const kept = till.prepare('SELECT count(*) FROM sale').pluck().get();
    const delivered = service
      .prepare(`SELECT count(*) FROM documents WHERE our_reference LIKE 'CF-TEST-%'`)
      .pluck()
      .get();
    expect(delivered).toBe(kept);
    const attempts = till.prepare('SELECT sum(attempts) FROM sale').pluck().get();
    const claims = `SELECT count(*) FROM sale_step WHERE event = 'claimed'`;
    expect(attempts).toBe(till.prepare(claims).pluck().get());
    expect(till.pragma('integrity_check', { simple: true })).toBe('ok');
  } finally {
    service.close();
    till.close();
  }
}, 240_000);
