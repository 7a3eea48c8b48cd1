// The practice service's database as it is on its first day. Made once: filling it takes longer than all that a history
// asks of it.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPracticeService } from '../../src-main/practice-service/server.ts';

let fresh: Promise<Buffer> | undefined;

export async function writeFreshPractice(file: string): Promise<void> {
  fresh ??= makeFresh();
  writeFileSync(file, await fresh);
}

async function makeFresh(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-practice-'));
  try {
    const databaseFile = join(folder, 'practice.db');
    const practice = await startPracticeService({ databaseFile });
    await practice.close();
    return readFileSync(databaseFile);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
