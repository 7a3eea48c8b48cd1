// The practice service's database as on its first day. Each process makes it once, since filling it
// takes longer than most tests.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startPracticeService,
  type PracticeService,
} from '../../src-main/practice-service/server.ts';

const fresh = new Map<number | null, Promise<Buffer>>();

/**
 * `firstMoment`: when the database was made, for a service with a clock of its own; now by default.
 */
export async function writeFreshPractice(
  file: string,
  firstMoment: Date | null = null,
): Promise<void> {
  const key = firstMoment?.getTime() ?? null;
  const made = fresh.get(key) ?? makeFresh(firstMoment ?? new Date());
  fresh.set(key, made);
  writeFileSync(file, await made);
}

/** Starts a practice service on its first day. */
export async function startFreshPractice(databaseFile: string): Promise<PracticeService> {
  await writeFreshPractice(databaseFile);
  return startPracticeService({ databaseFile });
}

async function makeFresh(firstMoment: Date): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-practice-'));
  try {
    const databaseFile = join(folder, 'practice.db');
    const practice = await startPracticeService({ databaseFile, now: () => firstMoment });
    await practice.close();
    return readFileSync(databaseFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
