// A user data folder of its own for each test, with the settings that the test wants.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function newUserData(settings: Readonly<Record<string, unknown>> = {}): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'counterfoil-e2e-')), 'till');
  mkdirSync(folder);
  const receiptFolder = join(folder, '..', 'receipts');
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ language: 'en', receiptFolder, ...settings }),
  );
  return folder;
}
