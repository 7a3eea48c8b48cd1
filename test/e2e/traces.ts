// What a failed test leaves of each running till in `out/failed/`: a picture, the page's text and
// the log.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, TestRunner } from 'vitest';
import { ending, running, type Till } from './till.ts';

const failed = fileURLToPath(new URL('../../out/failed/', import.meta.url));
const longestMs = 5_000;

async function leaveTraces(till: Till, name: string): Promise<void> {
  const folder = join(
    failed,
    name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120),
    `${till.pid}`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'log.txt'), till.output());
  await till.page.screenshot({ path: join(folder, 'picture.png'), timeout: longestMs });
  const text = await till.page.locator('body').innerText({ timeout: longestMs });
  writeFileSync(join(folder, 'page.txt'), `${till.page.url()}\n\n${text}\n`);
}

async function leaveTracesIfFailed(till: Till): Promise<void> {
  const test = TestRunner.getCurrentTest();
  if (test?.result?.state !== 'fail') return;
  try {
    await leaveTraces(till, `${test.file.name} ${test.name}`);
  } catch (error) {
    // If the page is gone, only the log is left.
    console.log(`No picture of ${test.name}: ${String(error)}`);
  }
}

// A till that the test itself ends is gone before the hook below.
ending.before = leaveTracesIfFailed;
afterEach(async () => {
  for (const till of running) await leaveTracesIfFailed(till);
});
