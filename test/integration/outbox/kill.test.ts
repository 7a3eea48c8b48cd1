import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { createServiceClient } from '../../../src-main/service/client.ts';
import { signIn } from '../../../src-main/service/endpoints.ts';
import { startFreshPractice } from '../../faults/practice-file.ts';
import { linesUntilKilled } from '../../lines-until-killed.ts';
import { isLong } from '../../tier.ts';

const run = promisify(execFile);
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
  const argsOf = (sales: number) => [
    ...[script, join(folder, 'till.db'), practice.baseUrl, token.value, String(sales)],
  ];
  const note = (lines: readonly string[]) => {
    promised.push(...lines.filter((line) => /^CF-[\w-]{14}$/.test(line)));
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
    // Counted from the first promise, so that the time of starting does not matter.
    const afterMs = moments[kills % moments.length] ?? 0;
    note(await linesUntilKilled(argsOf(1_000), () => true, afterMs));
    kills += 1;
    if (isCaughtInTheAct()) caughtInTheAct += 1;
  }
  expect(caughtInTheAct).toBeGreaterThan(0);
  note((await run(process.execPath, argsOf(1))).stdout.split('\n'));

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
