// A page that was taken over, at a real till's bridge: every request as nobody, as a cashier, and
// with approvals that nobody gave.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requests, type RequestName, type TillBridge } from '../../../src-main/contract/api.ts';
import type { Result } from '../../../src-main/contract/errors.ts';
import type { TillState } from '../../../src-main/contract/till-state.ts';
import {
  startPracticeService,
  type PracticeService,
} from '../../../src-main/practice-service/server.ts';
import { addFreeLine, pay, signIn } from '../../e2e/cashier.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';
import { launchTill, type Till } from '../../e2e/till.ts';
import { newUserData } from '../../e2e/user-data.ts';

const names = Object.keys(requests) as RequestName[];
const pins = { manager: '73519046', cashier: '40817263' } as const;

const anywhere = { serviceAddress: 'https://evil.example', username: 'a'.repeat(200) };
const signInAnywhere = {
  ...{ way: 'password', ...anywhere, password: 'a'.repeat(1000) },
  ...{ companyCode: 'A', tillCode: 'A' },
};

/**
 * What each request asks for that the shop has reserved for managers; null where it holds nothing
 * that is reserved.
 */
const reserved: Readonly<Record<RequestName, unknown>> = {
  ...rightArguments,
  'session.findTills': { ...anywhere, password: 'a'.repeat(1000) },
  'session.demoPlans': { serviceAddress: `https://${'a'.repeat(60)}.example` },
  'session.signIn': signInAnywhere,
  'app.state': null,
  'app.dismissNotices': null,
  'lock.unlock': null,
  'lock.recover': null,
  'lock.lock': null,
  'lock.touch': null,
  'lock.approve': null,
  'cashiers.recoveryUsers': null,
  'settings.seenPaymentMethods': null,
  'settings.invoiceKinds': null,
  'practice.rehearse': null,
  'sell.findProducts': null,
  'sell.scan': null,
  'sell.openCart': null,
  'sell.saveCart': null,
  'sell.hold': null,
  'sell.resume': null,
  'sell.latestCart': null,
  'sell.findCustomers': null,
  'sell.quickKeys': null,
  'catalogue.summary': null,
  'catalogue.preview': null,
  // Of an import that was begun, which is reserved.
  'catalogue.read': null,
  'catalogue.discard': null,
  'documents.list': null,
  'documents.choices': null,
  'documents.get': null,
  'documents.stopExport': null,
  'outbox.list': null,
  'outbox.parties': null,
  'outbox.get': null,
  'outbox.report': null,
  'outbox.tryNow': null,
  'outbox.saveEvidence': null,
  'receipt.settings': null,
  'receipt.savePdf': null,
  'receipt.print': null,
  'receipt.showFolder': null,
  'printing.findPrinters': null,
  'printing.jobs': null,
  'printing.openings': null,
  'printing.again': null,
  'printing.giveUp': null,
};
const reservedNames = names.filter((name) => reserved[name] !== null);

/** All that is answered while nobody is at the till. */
const answeredWhileLocked: readonly RequestName[] = [
  'app.state',
  'lock.unlock',
  'lock.recover',
  'lock.lock',
  'lock.touch',
];

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-attacks-'));
let service: PracticeService;
let till: Till;
const people = { manager: '', cashier: '' };

const send = (name: string, argument: unknown): Promise<Result<unknown>> =>
  till.page.evaluate(
    ([to, what]) => {
      const { till: bridge } = globalThis as unknown as { till: TillBridge };
      return bridge.request(to as RequestName, what as undefined);
    },
    [name, argument] as const,
  );

async function state(): Promise<TillState> {
  const answer = await send('app.state', undefined);
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value as TillState;
}

const codeOf = (answer: Result<unknown>) => (answer.ok ? 'done' : answer.error.code);

/** What each request is answered, by its name. */
async function ask(which: readonly RequestName[], of: Readonly<Record<RequestName, unknown>>) {
  const answers: Record<string, string> = {};
  for (const name of which) answers[name] = codeOf(await send(name, of[name]));
  return answers;
}

const each = (which: readonly RequestName[], answer: string) =>
  Object.fromEntries(which.map((name) => [name, answer]));

beforeAll(async () => {
  service = await startPracticeService({ databaseFile: join(folder, 'service.db') });
  till = await launchTill({ userDataDir: newUserData() });
  await signIn(till.page, service.baseUrl);
  for (const role of ['manager', 'cashier'] as const) {
    const added = await send('cashiers.add', { name: role, role, pin: pins[role] });
    expect(added).toMatchObject({ ok: true });
  }
  const { lock } = await state();
  for (const { name, cashierId } of lock?.cashiers ?? [])
    people[name as keyof typeof people] = cashierId;
});
afterAll(async () => {
  await till.kill9();
  await service.close();
  rmSync(folder, { recursive: true });
});

const enter = (who: keyof typeof people) =>
  send('lock.unlock', { cashierId: people[who], pin: pins[who] });

describe('a page that was taken over', () => {
  it('gets nothing while nobody is at the till, but what unlocks it', async () => {
    await send('lock.lock', undefined);
    const others = names.filter((name) => !answeredWhileLocked.includes(name));
    expect(await ask(others, rightArguments)).toEqual(each(others, 'locked'));
    const { held, notices, profiles, lock } = await state();
    expect({ held, notices, profiles: profiles.length }).toEqual({
      ...{ held: [], notices: [], profiles: 1 },
    });
    expect(lock?.atTill).toBeNull();
  });

  it('does nothing that is reserved in a cashier’s name', async () => {
    await enter('cashier');
    expect(await ask(reservedNames, reserved)).toEqual(each(reservedNames, 'manager_needed'));
  });

  it('nor with approvals that no manager gave', async () => {
    const through: string[] = [];
    for (const name of reservedNames) {
      const asked = await send(name, reserved[name]);
      if (asked.ok || asked.error.code !== 'manager_needed')
        throw new Error(`${name} went through`);
      const { action } = asked.error;
      const own = { cashierId: people.cashier, pin: pins.cashier, action };
      expect(await send('lock.approve', own)).toMatchObject({ error: { code: 'manager_needed' } });
      const guess = { cashierId: people.manager, pin: '123456', action };
      expect((await send('lock.approve', guess)).ok).toBe(false);
      const nobody = { ...guess, cashierId: '00000000-0000-4000-8000-000000000000' };
      expect((await send('lock.approve', nobody)).ok).toBe(false);
      if (codeOf(await send(name, reserved[name])) !== 'manager_needed') through.push(name);
    }
    expect(through).toEqual([]);
  });

  it('finds no PIN by trying, and keeps nobody else from unlocking', async () => {
    const guess = { cashierId: people.manager, pin: '000000', action: 'export' };
    expect(codeOf(await send('lock.approve', guess))).toBe('pin_wait');
    await send('lock.lock', undefined);
    expect(codeOf(await enter('cashier'))).toBe('done');
  });

  it('makes nobody a manager, and changes nothing', async () => {
    const { lock, profiles, printing } = await state();
    expect(lock?.cashiers.map(({ name, role }) => [name, role])).toEqual([
      ['cashier', 'cashier'],
      ['manager', 'manager'],
    ]);
    expect(lock?.atTill?.name).toBe('cashier');
    expect(profiles.length).toBe(1);
    expect(printing.printer).toBeNull();
  });

  it('and the till goes on selling', async () => {
    await addFreeLine(till.page, { quantity: '1', unitPrice: '2' });
    await pay(till.page);
  });
});
