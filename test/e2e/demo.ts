// `npm run demo`: plays the main job by itself and prints each step. Ends with an error if a sale
// did not arrive exactly once.
import { mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { goTo, plugBackIn, practise, pullThePlug, scan, sell, pay, connection } from './cashier.ts';
import { countDocuments } from './practice-database.ts';
import { launchTill, type Till } from './till.ts';

const folder = resolve(process.argv[2] ?? mkdtempSync(join(tmpdir(), 'counterfoil-demo-')));
mkdirSync(folder, { recursive: true });
const userDataDir = mkdtempSync(join(folder, 'till-'));
writeFileSync(
  join(userDataDir, 'settings.json'),
  JSON.stringify({ language: 'en', receiptFolder: join(folder, 'receipts') }),
);

const startedAt = performance.now();
let pictures = 0;

function say(step: string): void {
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6);
  console.log(`${seconds} s  ${step}`);
}

async function picture(till: Till, name: string): Promise<void> {
  pictures += 1;
  const file = `${String(pictures).padStart(2, '0')}-${name}.png`;
  await till.page.screenshot({ path: join(folder, file) });
}

async function launch(): Promise<Till> {
  const till = await launchTill({ userDataDir });
  await till.page.setViewportSize({ width: 1280, height: 800 });
  return till;
}

const carts = [['CAFE', 'PASTEL-NATA'], ['PAO-MISTURA'], ['LEITE-MG', 'CAFE']] as const;

async function sellAll(till: Till): Promise<string[]> {
  const references: string[] = [];
  for (const codes of carts) references.push(await sell(till.page, codes));
  return references;
}

let till = await launch();
try {
  say(`The till is open, on ${till.runtime === 'electron' ? 'Electron' : 'Chromium'}.`);
  await picture(till, 'first-run');
  await practise(till.page);
  say('Signed in to practice.');
  await picture(till, 'sell');

  const online = await sellAll(till);
  await connection(till.page).getByText('Online').waitFor();
  say(`Sold three times online: ${online.join(', ')}.`);

  await pullThePlug(till.page);
  say('Pulled the plug: the service cannot be reached.');
  const offline = await sellAll(till);
  say(`Sold three times offline: ${offline.join(', ')}.`);
  await goTo(till.page, 'Outbox');
  await till.page.getByRole('table', { name: 'Outbox' }).waitFor();
  await connection(till.page).getByText('Offline').waitFor();
  await picture(till, 'outbox-offline');

  await till.kill9();
  say('Killed the program (SIGKILL).');
  till = await launch();
  await till.page.getByRole('combobox', { name: 'Scan or search' }).waitFor();
  say('Started it again: the plug is still out, and the sales are still there.');
  await picture(till, 'after-the-crash');

  await plugBackIn(till.page);
  say('Plugged back in; the outbox replays by itself.');
  await goTo(till.page, 'Outbox');
  for (const reference of offline) {
    await till.page
      .getByRole('row', { name: reference })
      .getByText('Confirmed')
      .waitFor({ timeout: 60_000 });
  }
  say('All three offline sales are confirmed.');
  await picture(till, 'outbox-replayed');

  await goTo(till.page, 'Sell');
  await scan(till.page, 'CAFE');
  await scan(till.page, 'PASTEL-NATA');
  await till.page.getByRole('listitem').nth(1).waitFor();
  const finished = await pay(till.page, { tendered: '10' });
  await finished
    .getByText(/FS \S+\/\d+/)
    .first()
    .waitFor();
  await picture(till, 'sale-finished');
  await finished.getByRole('button', { name: 'Save PDF' }).click();
  await finished.getByText(/\.pdf/).waitFor();
  const [pdf = 'no receipt'] = readdirSync(join(folder, 'receipts'));
  say(`Saved a receipt: ${join(folder, 'receipts', pdf)}`);
  await finished.getByRole('button', { name: 'Next sale' }).click();

  await goTo(till.page, 'Documents');
  await till.page.getByRole('table', { name: 'Documents' }).getByRole('row').nth(3).waitFor();
  await picture(till, 'documents');
  say('Opened the document browser.');

  for (const reference of [...online, ...offline]) {
    const count = countDocuments(userDataDir, reference);
    if (count !== 1) throw new Error(`${reference} is at the service ${count} times`);
  }
  say('Counted in the service’s database: each of the six sales is there exactly once.');
} finally {
  await till.close();
}
say(`Pictures and the receipt are in ${folder}`);
