// A documents folder that the system does not know, that leads nowhere, or that takes no file: the
// till starts and sells, and says so only when something is saved there.
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { lines, pay, practise, scan } from './cashier.ts';
import { noUnknownFolder } from './played.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

let till: Till | undefined;
afterEach(async () => {
  await till?.kill9();
  till = undefined;
});

/** Starts a till that saves in the documents folder of a new home, and finishes a sale. */
async function sellWith(home: string, env: NodeJS.ProcessEnv = {}): Promise<Locator> {
  const userDataDir = newUserData({ receiptFolder: undefined });
  till = await launchTill({
    userDataDir,
    env: { HOME: home, XDG_CONFIG_HOME: join(home, '.config'), ...env },
  });
  const { page } = till;
  // Wide enough for the paper beside the details of the sale.
  await page.setViewportSize({ width: 1920, height: 1080 });
  await practise(page);
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  const finished = await pay(page, { tendered: '5' });
  await page
    .frameLocator('iframe')
    .getByText(/FS \S+\/\d+/)
    .waitFor();
  await finished.getByRole('button', { name: 'Save PDF' }).click();
  return finished;
}

/** Returns a home whose desktop has named its documents folder; without a name it is the home. */
function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'counterfoil-home-'));
  mkdirSync(join(home, '.config'));
  writeFileSync(join(home, '.config/user-dirs.dirs'), 'XDG_DOCUMENTS_DIR="$HOME/Documents"\n');
  return home;
}

it('a till whose documents folder the system does not know saves in one that it makes', async ({
  skip,
}) => {
  skip(noUnknownFolder !== '', noUnknownFolder);
  const home = newHome();
  const finished = await sellWith(home, { STAND_IN_DOCUMENTS: 'unknown' });
  await finished.getByText(/Documents.*\.pdf/).waitFor();
  expect(readdirSync(join(home, 'Documents/Counterfoil'))).toHaveLength(1);
});

it.for<[string, (folder: string) => void]>([
  [
    'leads nowhere',
    (folder: string) => {
      symlinkSync('/proc/no/such/server', folder);
    },
  ],
  [
    'takes no file',
    (folder: string) => {
      writeFileSync(folder, '');
    },
  ],
])('a till whose documents folder %s says so when something is saved', async ([, prepare]) => {
  const home = newHome();
  prepare(join(home, 'Documents'));
  const finished = await sellWith(home);
  await finished.getByText(/The file could not be written: .*Documents/).waitFor();
});
