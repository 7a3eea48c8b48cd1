// Sets up a shop's second till from a file of the first: what the file holds, what is taken over,
// and what becomes of changed files.
import {
  appendFileSync,
  existsSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { messagesFor } from '../../../resources/messages/catalogue.ts';
import type { Argument, RequestName } from '../../../src-main/contract/api.ts';
import { productSchema, type Product } from '../../../src-main/contract/catalogue.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { defaultReceiptSettings } from '../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import type { SetupVerdict } from '../../../src-main/contract/setup-file.ts';
import { defaultDaySettings } from '../../../src-main/contract/day.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import { wordsOf, managerActionsOf } from '../../declared-requests.ts';
import { asking } from '../../asking.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { setupFileRequests } from '../../../src-main/handlers/setup-file.ts';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { SetupFiles } from '../../../src-main/setup-file/looked.ts';
import { readLockRules, writeLockRules } from '../../../src-main/store/cashiers.ts';
import { readDaySettings, writeDaySettings } from '../../../src-main/store/day-settings.ts';
import {
  readPaymentMethods,
  replacePaymentMethods,
} from '../../../src-main/store/payment-methods.ts';
import {
  readQuickKeyPages,
  replaceQuickKeyPages,
} from '../../../src-main/store/quick-key-pages.ts';
import {
  readReceiptSettings,
  writeReceiptSettings,
} from '../../../src-main/store/receipt-settings.ts';
import * as v from 'valibot';
import { newComputer, owner, startService, startTill } from '../../attacks/guarded-till.ts';
import { must } from '../../must.ts';
import { newFolder } from '../session-rig.ts';

type SetupRequest = Extract<RequestName, `setup.${string}`>;

/** A till with the handlers of set-up files, and the file that somebody chooses. */
async function tillAt(serviceAddress: string, tillCode: string, companyCode = 'AURORA') {
  const running = startTill(newComputer());
  must(await running.session.signIn({ ...owner, serviceAddress, companyCode, tillCode }));
  const { till } = running.session;
  if (!till) throw new Error('no till is open');
  const person: { chooses: string | undefined } = { chooses: undefined };
  const settings = {
    value: { selling: defaultSelling },
    update: (change: object) => Object.assign(settings.value, change),
  };
  const folder = newFolder();
  const context = {
    ...{ settings, session: running.session, lock: running.lock, setupFiles: new SetupFiles() },
    counterWindow: { isKiosk: false },
    language: () => 'en',
    now: () => new Date(),
    staffKeys: running.keys,
    receiptFolder: () => folder,
    dialogs: { chooseSetupFile: () => Promise.resolve(person.chooses) },
    stateChanged: () => undefined,
    catalogueProgress: () => undefined,
  } as unknown as Context;
  const requests = asking(setupFileRequests(context), () => till);
  const ask = async <Asked extends SetupRequest>(name: Asked, argument: Argument<Asked>) =>
    requests[name](argument);
  const look = async (file: string): Promise<Result<SetupVerdict | null>> => {
    person.chooses = file;
    return ask('setup.look', undefined);
  };
  return { till, db: till.db, settings, context, ask, look };
}
type SetUpTill = Awaited<ReturnType<typeof tillAt>>;

const product = (number: number, change: Partial<Product> = {}): Product =>
  v.parse(productSchema, {
    ...{ code: `P${number}`, description: `Pão n.º ${number}; "mistura"`, barcodes: [] },
    ...{ unitPrice: 1_250_000, unit: 'un', soldBy: 'piece', vatLabel: '6 %', group: 'Pão' },
    ...{ quickKey: null, colour: null },
    ...change,
  });

const logo = Uint8Array.from(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);

function setUp({ db, till, settings }: SetUpTill): void {
  replacePaymentMethods(db, [
    { id: 7, label: 'Numerário' },
    { id: 9, label: 'MB WAY' },
  ]);
  writeDaySettings(db, { ...defaultDaySettings, mode: 'required', cashMethods: [7] });
  replaceQuickKeyPages(db, [{ name: 'Manhã', keys: [null, { code: 'P1', colour: 'blue' }] }]);
  writeReceiptSettings(db, { ...defaultReceiptSettings, footerText: 'Obrigado!', logo });
  writeLockRules(db, { idleSeconds: 60, managerActions: ['export', 'lower_price'] });
  settings.update({
    selling: { ...defaultSelling, limits: { privateCents: cents(500), otherCents: cents(400) } },
  });
  for (let number = 1; number <= 30; number += 1) must(till.catalogue.keep(product(number)));
}

const settingsOf = ({ db, till, settings }: SetUpTill) => ({
  methods: readPaymentMethods(db),
  day: readDaySettings(db),
  keys: readQuickKeyPages(db),
  texts: readReceiptSettings(db),
  rules: readLockRules(db),
  limits: settings.value.selling.limits,
  products: [...till.catalogue.products()],
});

async function savedFile(first: SetUpTill): Promise<string> {
  return must(await first.ask('setup.save', undefined)).file;
}

async function twoTills() {
  const { baseUrl } = await startService();
  const first = await tillAt(baseUrl, '1');
  setUp(first);
  const second = await tillAt(baseUrl, '2');
  return { baseUrl, first, second, file: await savedFile(first) };
}

const unusable = (problem: string, field: unknown = null) => ({
  ok: false,
  error: { code: 'setup_file_unusable', problem, field },
});

test('the second till is set up as the first, and the file holds nothing secret', async () => {
  const { first, second, file } = await twoTills();
  const found = must(await second.look(file));
  if (!found) throw new Error('nothing was found');
  expect(found.isSameCompany).toBe(true);
  expect(found.parts.map(({ part, count }) => [part, count])).toEqual([
    ...[
      ['paymentMethods', 2],
      ['catalogue', 30],
      ['quickKeys', 1],
      ['receiptTexts', null],
    ],
    ...[
      ['sellingRules', null],
      ['day', null],
      ['lockRules', null],
    ],
  ]);
  const parts = found.parts.map(({ part }) => part);
  expect(await second.ask('setup.use', { lookId: found.lookId, parts })).toMatchObject({
    ok: true,
  });
  expect(settingsOf(second)).toEqual(settingsOf(first));
  const text = readFileSync(file, 'utf8');
  for (const secret of [first.till.token, practiceAccount.password, practiceAccount.username]) {
    expect(text).not.toContain(secret);
  }
});

test('what is not ticked stays as it is', async () => {
  const { second, file } = await twoTills();
  replacePaymentMethods(second.db, [{ id: 1, label: 'Cartão' }]);
  const before = settingsOf(second);
  const { lookId } = must(await second.look(file)) ?? { lookId: 0 };
  must(await second.ask('setup.use', { lookId, parts: ['receiptTexts'] }));
  const { texts, ...others } = settingsOf(second);
  expect(texts).toMatchObject({ value: { footerText: 'Obrigado!' } });
  expect(others).toEqual({ ...before, texts: undefined });
});

test('another company’s payment methods are neither offered nor taken', async () => {
  const { baseUrl, file } = await twoTills();
  const other = await tillAt(baseUrl, '1', 'CAIS');
  const found = must(await other.look(file));
  expect(found?.isSameCompany).toBe(false);
  expect(found?.parts.map(({ part }) => part)).not.toContain('paymentMethods');
  const asked = { lookId: found?.lookId ?? 0, parts: ['paymentMethods' as const] };
  expect(await other.ask('setup.use', asked)).toMatchObject(unusable('changed'));
  expect(readPaymentMethods(other.db)).toEqual([]);
});

test('a file that is cut off anywhere changes nothing', async () => {
  const { second, file } = await twoTills();
  const whole = readFileSync(file);
  const before = settingsOf(second);
  for (let cut = 1; cut < whole.length; cut = Math.ceil(cut * 1.3)) {
    writeFileSync(file, whole.subarray(0, whole.length - cut));
    const looked = await second.look(file);
    if (looked.ok) {
      const lookId = looked.value?.lookId ?? 0;
      const parts = ['catalogue' as const, 'quickKeys' as const];
      expect((await second.ask('setup.use', { lookId, parts })).ok, `cut ${cut}`).toBe(false);
    }
    expect(settingsOf(second), `cut ${cut}`).toEqual(before);
  }
  truncateSync(file, 0);
  expect(await second.look(file)).toMatchObject(unusable('foreign'));
});

test('the file that is used is the one that was looked at', async () => {
  const { second, file } = await twoTills();
  const { lookId } = must(await second.look(file)) ?? { lookId: 0 };
  appendFileSync(file, 'P99,Outro,,1.00,un,,,,,\r\n');
  expect(await second.ask('setup.use', { lookId, parts: ['catalogue'] })).toMatchObject(
    unusable('changed'),
  );
  const another = { lookId: lookId + 1, parts: ['quickKeys' as const] };
  expect(await second.ask('setup.use', another)).toMatchObject(unusable('changed'));
  expect([...second.till.catalogue.products()]).toEqual([]);
});

test('a value that cannot be right is named, and foreign and newer files are told apart', async () => {
  const { second, file } = await twoTills();
  const [line = '', ...rest] = readFileSync(file, 'utf8').split('\n');
  const head = JSON.parse(line) as Record<string, object>;
  const written = (changed: object) => {
    writeFileSync(file, [JSON.stringify({ ...head, ...changed }), ...rest].join('\n'));
    return second.look(file);
  };
  const day = { ...head.day, differenceLimitCents: -1 };
  expect(await written({ day })).toMatchObject(unusable('foreign', 'day.differenceLimitCents'));
  const receiptTexts = { ...head.receiptTexts, logo: Buffer.alloc(60).toString('base64') };
  expect(await written({ receiptTexts })).toMatchObject(unusable('foreign', 'receiptTexts'));
  expect(await written({ token: 'x' })).toMatchObject(unusable('foreign', 'token'));
  expect(await written({ madeAtMs: 9e15 })).toMatchObject(unusable('foreign', 'madeAtMs'));
  expect(await written({ version: 2 })).toMatchObject(unusable('newer'));
  writeFileSync(file, 'Code;Description\nA;B\n');
  expect(await second.look(file)).toMatchObject(unusable('foreign'));
  writeFileSync(file, Buffer.alloc(5_000_000, 0x7b));
  expect(await second.look(file)).toMatchObject(unusable('foreign'));
  expect(await second.look(join(file, 'nowhere'))).toMatchObject(unusable('unreadable'));
});

test('a file that is gone is not usable, and a full disk of the till is not the file’s fault', async () => {
  const { second, file } = await twoTills();
  const { lookId } = must(await second.look(file)) ?? { lookId: 0 };
  const full = Object.assign(new Error('no room'), { code: 'ENOSPC', syscall: 'write' });
  second.settings.update = () => {
    throw full;
  };
  await expect(second.ask('setup.use', { lookId, parts: ['sellingRules'] })).rejects.toBe(full);
  rmSync(file);
  expect(await second.ask('setup.use', { lookId, parts: ['catalogue'] })).toEqual(
    unusable('unreadable'),
  );
});

test('the page cannot put anything into the catalogue that is being taken over', async () => {
  const { first, second, file } = await twoTills();
  const { lookId } = must(await second.look(file)) ?? { lookId: 0 };
  const using = second.ask('setup.use', { lookId, parts: ['catalogue'] });
  const bytes = Buffer.from('EXTRA,Extra,,0.01,un,,,,,\r\n');
  const ended = using.then(() => true);
  const turn = () => new Promise<false>((resolve) => setImmediate(resolve, false));
  while (!(await Promise.race([ended, turn()]))) {
    await second.till.catalogueImport.receive({ isFirst: false, bytes });
    await second.till.catalogueImport.discard();
  }
  expect(await using).toMatchObject({ ok: true });
  expect(settingsOf(second).products).toEqual(settingsOf(first).products);
});

test('if the catalogue changed meanwhile, everything stays as it is', async () => {
  const { second, file } = await twoTills();
  const before = settingsOf(second);
  const found = must(await second.look(file));
  const parts = found?.parts.map(({ part }) => part) ?? [];
  // The file has been read, and waits for an export to end before it is used.
  const { promise: exported, resolve: endExport } = Promise.withResolvers<null>();
  const exporting = second.till.catalogueImport.inTurn(() => exported);
  const using = second.ask('setup.use', { lookId: found?.lookId ?? 0, parts });
  const newFile = join(dirname(second.db.name), 'catalogue-setup.db');
  await expect.poll(() => existsSync(newFile)).toBe(true);
  must(second.till.catalogue.keep(product(500)));
  endExport(null);
  await exporting;
  expect(await using).toMatchObject({ ok: false, error: { code: 'catalogue_changed' } });
  const { products } = settingsOf(second);
  expect(settingsOf(second)).toEqual({ ...before, products });
  expect(products.map(({ code }) => code)).toEqual(['P500']);
});

test('a manager reads whose file it is and what it changes, and always decides on rules', async () => {
  const { second, file } = await twoTills();
  const { lookId } = must(await second.look(file)) ?? { lookId: 0 };
  const argument: Argument<'setup.use'> = { lookId, parts: ['catalogue', 'lockRules'] };
  expect(managerActionsOf('setup.use', argument, second.context)).toEqual([
    'change_catalogue',
    'manage_cashiers',
  ]);
  const asked = { name: 'setup.use', argument, by: 'Rui', prices: [] } as const;
  const said = wordsOf(asked, second.context).join('\n');
  expect(said).toContain('Mercearia Aurora');
  expect(said).toContain('30 products');
  expect(said).toContain('What needs a manager');
  // The question names the values, as if they were set by hand, and not only the settings.
  const says = messagesFor('en').lock.approval;
  expect(said).toContain(says.lockAfter(messagesFor('en').lock.manage.duration(60)));
  expect(said).toContain(messagesFor('en').lock.actions.export);
  expect(said).not.toContain('payment method');
  const all = ['paymentMethods', 'day', 'sellingRules'] as const;
  const more = wordsOf({ ...asked, argument: { lookId, parts: [...all] } }, second.context);
  expect(more.join('\n')).toContain('MB WAY (9)');
  expect(more.join('\n')).toContain('€4.00');
});
