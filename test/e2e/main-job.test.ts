import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import {
  addFreeLine,
  connection,
  goTo,
  askDiscount,
  lines,
  pay,
  plugBackIn,
  practise,
  pullThePlug,
  scan,
  sell,
  takesPresses,
  total,
} from './cashier.ts';
import { countDocuments } from './practice-database.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

const userDataDir = newUserData();
let till: Till;
const log = () => readFileSync(join(userDataDir, 'logs', 'till.log'), 'utf8');
const start = async (userDataDir: string) => (till = await launchTill({ userDataDir }));
afterAll(() => till.kill9());

it('sells through an outage and a crash, and every sale arrives exactly once', async () => {
  let { page } = await start(userDataDir);
  await practise(page);
  const references = [await sell(page, ['CAFE', 'PASTEL-NATA']), await sell(page, ['GALAO'])];

  await pullThePlug(page);
  for (let sale = 0; sale < 3; sale += 1) references.push(await sell(page, ['TORRADA']));
  await connection(page).getByText('Offline').waitFor();
  await connection(page).getByText('3').waitFor();
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  // What shows is still on its way to the main process; a moment later it survives everything.
  const kept = () => page.evaluate("till.request('sell.openCart', undefined)");
  await expect.poll(kept).toMatchObject({ value: { lines: [{ code: 'CAFE' }] } });
  await till.kill9();

  // The outage goes on after the restart; the sale under way and the three finished ones are still
  // there.
  ({ page } = await start(userDataDir));
  await lines(page).filter({ hasText: 'Café expresso' }).waitFor();
  await goTo(page, 'Outbox');
  const waiting = page.getByRole('row').filter({ hasText: 'Waiting to be sent' });
  await expect.poll(() => waiting.count()).toBe(3);

  await plugBackIn(page);
  await connection(page).getByText('Online').waitFor();
  for (const reference of references) {
    const row = page.getByRole('row', { name: reference });
    await row.getByText('Confirmed').waitFor({ timeout: 60_000 });
  }
  for (const reference of references) {
    expect(countDocuments(userDataDir, reference)).toBe(1);
    expect(log()).toContain(`"sale","reference":"${reference}","state":"confirmed","documentId":`);
  }
});

it('sells a cart with a free line, a quantity, a discount, a tax number and change', async () => {
  const { page } = till;
  await goTo(page, 'Sell');
  await page.keyboard.press('Shift+F4');
  await scan(page, 'CAFE');
  await scan(page, 'CAFE');
  await scan(page, '3*CAFE-DUPLO');
  await lines(page).nth(1).waitFor();
  await addFreeLine(page, { quantity: '0.5', unitPrice: '3.01' });
  await lines(page).nth(2).waitFor();
  // 1.60 + 4.20 + 1.51 (half a cent goes up) = 7.31; less 10 % is 6.58.
  await expect.poll(() => total(page).innerText()).toContain('7.31');
  const discount = await askDiscount(page);
  await discount.fill('10');
  await discount.press('Tab');
  await expect.poll(() => total(page).innerText()).toContain('6.58');

  const finished = await pay(page, { tendered: '10', taxNumber: '501964843', method: 'Numerário' });
  await finished
    .getByText(/FS \S+\/\d+/)
    .first()
    .waitFor();
  await finished.getByText('€3.42').first().waitFor();
  // The customer's tax number is the shop's business.
  expect(log()).not.toContain('501964843');
});

it('refuses a wrong tax number and too little money, and keeps the sale', async () => {
  const { page } = till;
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment' });
  const finish = dialog.getByRole('button', { name: 'Finish sale' });
  await takesPresses(finish);
  await dialog.getByRole('textbox', { name: 'Tax number' }).fill('501964844');
  await dialog.getByText(/check digit|not a valid tax number/i).waitFor();
  expect(await finish.isEnabled()).toBe(false);
  await dialog.getByRole('textbox', { name: 'Tax number' }).fill('');
  expect(await finish.isEnabled()).toBe(true);
  await dialog.getByRole('textbox', { name: 'Tendered' }).fill('0.10');
  await dialog.getByText('€0.70 is missing.').waitFor();
  expect(await finish.isEnabled()).toBe(false);
  await page.keyboard.press('Escape');
  await lines(page).first().waitFor();
});

it('pressing Pay and Finish sale twice sells once, and the sale stays to be seen', async () => {
  const { page } = till;
  // In any state, so that a second sale would be among them.
  const sales = async () => {
    await goTo(page, 'Outbox');
    await page.getByRole('row').nth(1).waitFor();
    return page.getByRole('row').count();
  };
  const before = await sales();
  await goTo(page, 'Sell');
  await scan(page, 'CAFE');
  await lines(page).first().waitFor();
  await page.getByRole('button', { name: 'Pay' }).dblclick();
  await page.getByRole('button', { name: 'Finish sale' }).dblclick();
  await page.getByRole('dialog', { name: 'Sale finished' }).waitFor();
  await page.getByRole('button', { name: 'Next sale' }).click();
  // The main process answers in order, so a second sale would be there before the next one.
  await scan(page, 'GALAO');
  await lines(page).first().waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.getByRole('button', { name: 'Finish sale' }).click();
  await page.getByRole('dialog', { name: 'Sale finished' }).waitFor();
  await page.getByRole('button', { name: 'Next sale' }).click();
  await expect.poll(sales).toBe(before + 2);
  expect(await sales()).toBe(before + 2);
});
