// A till that is killed again and again while it prints.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { readPrintJobs } from '../../../src-main/store/print-jobs.ts';
import { startVirtualPrinter } from '../../printer/virtual-printer.ts';
import { isLong } from '../../tier.ts';
import { openTill, temporaryFolder } from '../store/temporary-till.ts';

const script = fileURLToPath(new URL('print-until-killed.ts', import.meta.url));

test('no job is printed twice, and none counts as printed that was not', async () => {
  const printer = await startVirtualPrinter({ mood: 'slow' });
  onTestFinished(printer.close);
  const file = join(temporaryFolder(), 'till.db');
  const run = async (jobs: number, kill?: { readonly inJob: number; readonly afterMs: number }) => {
    const killIn = printer.jobs.length + (kill?.inJob ?? 0);
    const args = [script, file, String(printer.port), String(jobs)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
    const closed = once(child, 'close');
    if (kill) {
      await printer.begun(killIn);
      await delay(kill.afterMs);
      child.kill('SIGKILL');
    }
    await closed;
  };
  for (const afterMs of isLong ? [0, 4, 9, 15] : [0, 9]) await run(1_000, { inJob: 4, afterMs });
  await run(0);

  const db = openTill(file);
  const jobs = readPrintJobs(db, 10_000);
  const whole = /^job (\d+) of (FS A\/\d+)(, copy)?;$/;
  const out = printer.jobs.map((job) => whole.exec(job.toString().trim()));
  const numbers = out.flatMap((match) => (match ? [Number(match[1])] : []));
  expect(new Set(numbers).size).toBe(numbers.length);
  const inState = (state: string) => jobs.filter((job) => job.state === state);
  for (const { jobId } of inState('printed')) expect(numbers).toContain(jobId);
  for (const { jobId } of inState('failed')) expect(numbers).not.toContain(jobId);
  const originals = out.flatMap((match) => (match && !match[3] ? [match[2]] : []));
  expect(new Set(originals).size).toBe(originals.length);
  // Kills must have come in the middle of printing, or the test proves nothing.
  expect(inState('uncertain').length).toBeGreaterThan(0);
  expect(inState('failed').length).toBeGreaterThan(0);
  expect(inState('printed').length).toBeGreaterThan(0);
  expect([...inState('waiting'), ...inState('printing')]).toEqual([]);
}, 30_000);
