// What is refused without an open till, and what is noted of a change of the setup.
import { expect, it } from 'vitest';
import { requests, type Argument, type RequestName } from '../../../src-main/contract/api.ts';
import { defaultDisplay } from '../../../src-main/contract/display.ts';
import { ok, type AppError } from '../../../src-main/contract/errors.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import { answering, requestsOf } from '../../../src-main/handlers/answering.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import { cents } from '../../../src-main/contract/money.ts';
import { readExceptions } from '../../../src-main/store/exceptions.ts';
import { replacePaymentMethods } from '../../../src-main/store/payment-methods.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import { addPeople, ines, rui } from '../../integration/staff/people.ts';
import { openTill } from '../../integration/store/temporary-till.ts';
import { noKeys } from '../../played-key-store.ts';
import { quietEnvironment } from '../../quiet-environment.ts';

const lock = {
  act: (_wanted: unknown, act: () => unknown) => act(),
  noteCart: () => undefined,
};
const context = {
  session: { till: null },
  settings: { value: { selling: defaultSelling } },
  counterWindow: { isKiosk: false },
  isStarting: () => false,
  pinWindow: { isOpen: false },
  lock,
} as unknown as Context;
const names = (Object.keys(requests) as RequestName[]).filter(
  (name) => requestsOf(context)[name].till !== false,
);

it.each(names)('%s is answered with “not signed in” while no till is open', async (name) => {
  const argument = rightArguments[name] as Argument<typeof name>;
  expect(await answering(context)(name, argument)).toEqual({
    ok: false,
    error: { code: 'not_signed_in' },
  });
});

it('what is changed of rules, people and payment is among the exceptions, whoever changes it', async () => {
  const db = openTill();
  addPeople(db, ines, rui);
  replacePaymentMethods(db, [{ id: 1, label: 'Cash' }]);
  const notices: AppError[] = [];
  const environment = { ...quietEnvironment(), notify: (notice: AppError) => notices.push(notice) };
  const till = { db, environment, whoIsAtIt: 'Inês', learning: {} };
  const atMs = 7_000;
  const ask = answering({
    ...context,
    session: { till, noteCashiers: () => undefined },
    lock: { ...lock, doneBy: { name: 'Inês' }, watchIdle: () => undefined, isLocked: false },
    settings: {
      value: { selling: defaultSelling, display: defaultDisplay },
      update: () => undefined,
    },
    ...{ language: () => 'en', now: () => new Date(atMs), staffKeys: noKeys },
    ...{ stateChanged: () => undefined, followProxyScript: () => undefined },
    display: { changed: () => undefined },
    displayWindow: { place: () => undefined },
    dialogs: { choosePicture: () => Promise.resolve(undefined) },
    log: { failure: () => 'L1' },
  } as unknown as Context);
  const limit = { differenceLimitCents: cents(9), printsZ: true };
  await ask('day.changeSettings', { mode: 'required', cashMethods: [], ...limit });
  await ask('settings.update', { paymentMethods: [{ id: 9, label: 'Cash' }] });
  await ask('settings.update', { language: 'en' });
  await ask('cashiers.setRules', { idleSeconds: null, managerActions: [] });
  await ask('cashiers.remove', { cashierId: rui.cashierId });
  // It was not removed twice.
  await ask('cashiers.remove', { cashierId: rui.cashierId });
  // Nobody chose one.
  expect(await ask('display.addPicture', undefined)).toEqual(ok(false));
  const found = readExceptions(db, { fromMs: 0, untilMs: atMs + 1 });
  const said = found.flatMap((one) => (one.kind === 'setup_changed' ? [one.words.join('; ')] : []));
  expect(said).toHaveLength(4);
  expect(said[0]).toContain('Paid into the drawer: Cash (1) → nothing');
  expect(said[1]).toBe('Payment methods: Cash (9)');
  expect(said[2]).toContain('nothing');
  expect(said[3]).toContain('Rui');
  expect(found[0]).toMatchObject({ by: 'Inês', approvedBy: null, atMs, amountCents: null });

  // What cannot be noted was done all the same.
  db.pragma('query_only = 1');
  const shown = { screenId: null, language: 'en', greeting: 'Hello', notice: '' } as const;
  expect(await ask('display.update', shown)).toEqual(ok(null));
  expect(notices).toMatchObject([{ code: 'store_failed', detail: 'SQLITE_READONLY' }]);
});
