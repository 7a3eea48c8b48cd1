// Checks whether this computer is fit for a till, as the page asks it, at a till with cashiers, a
// service, a key store and a printer. The saved file holds what was read, and names nobody.
import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { Answer, Argument, RequestName } from '../../../src-main/contract/api.ts';
import {
  checkNames,
  type CheckName,
  type Finding,
  type ScanTrial,
} from '../../../src-main/contract/computer.ts';
import { err, ok, type Result } from '../../../src-main/contract/errors.ts';
import {
  defaultPrinting,
  type Printer,
  type Thermal,
} from '../../../src-main/contract/printing.ts';
import { saveText } from '../../../src-main/failure/report.ts';
import { computerHandlers } from '../../../src-main/handlers/computer.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import type { ThisComputer } from '../../../src-main/computer/this-computer.ts';
import { admitTo } from '../../../src-main/handlers/guard.ts';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { KeyRing } from '../../../src-main/staff/key-ring.ts';
import { createLog } from '../../../src-main/log.ts';
import { systemClock } from '../../../src-main/clock.ts';
import { guardedTill } from '../../attacks/guarded-till.ts';
import { startVirtualPrinter } from '../../printer/virtual-printer.ts';
import { newFolder } from '../session-rig.ts';

type ComputerRequest = Extract<RequestName, `computer.${string}`>;

const thermal: Thermal = {
  language: 'esc-pos',
  width: 80,
  columns: 48,
  codePage: 'cp858',
  cuts: true,
};

interface Hidden {
  readonly names: readonly string[];
}

async function tillAt({ names }: Hidden = { names: [] }) {
  const till = await guardedTill();
  const { session, lock, computer: machine } = till;
  const home = join(machine.folder, 'maria');
  const printing: { printer: Printer | null } = { ...defaultPrinting };
  const ring = new KeyRing({
    ...{ safeStorage: machine.store, isWeak: () => false, clock: systemClock },
    ...{ folder: newFolder(), onAnswered: () => undefined },
    log: createLog(join(newFolder(), 'till.log')),
  });
  const saved = newFolder();
  const language = () => 'en' as const;
  let opened = 0;
  const computer: ThisComputer = {
    ...{ folder: machine.folder, home, version: '1.2.3', runsOn: { Node: '24' } },
    hasElectron: true,
    keyStore: async () => ({
      store: (await ring.probe()) === 'real' ? 'real' : 'none',
      ...{ backend: 'gnome_libsecret', keepsWeakly: false },
    }),
    findRoutes: () => Promise.resolve('PROXY proxy.example:3128; DIRECT'),
    screens: () => [{ width: 1920, height: 1080, scale: 1 }],
    saveReport: (text) => saveText(saved, text, { language: 'en', at: new Date() }),
  };
  const context = {
    ...{ session, lock, language, computer, now: () => new Date() },
    ...{ isStarting: () => false, pinWindow: { isOpen: false }, counterWindow: { isKiosk: false } },
    settings: { value: { printing } },
    openHiddenWindow: () => {
      opened += 1;
      return {
        loadPage: () => Promise.resolve(),
        destroy: () => undefined,
        webContents: {
          getPrintersAsync: () =>
            Promise.resolve(names.map((name) => ({ name, displayName: name }))),
        },
      };
    },
  } as unknown as Context;
  const handlers = computerHandlers(context);
  const ask = <Asked extends ComputerRequest>(name: Asked, argument: Argument<Asked>) =>
    admitTo(context)(name, argument, () =>
      (handlers[name] as (of: unknown, none: undefined) => Promise<Result<Answer<Asked>>>)(
        argument,
        undefined,
      ),
    );
  const find = async (check: CheckName): Promise<readonly Finding[]> => {
    const answer = await ask('computer.check', { check });
    if (!answer.ok) throw new Error(answer.error.code);
    return answer.value;
  };
  return { till, ask, find, printing, home, windows: () => opened, machine };
}

let rig: Awaited<ReturnType<typeof tillAt>>;
beforeEach(async () => {
  rig = await tillAt({ names: ['Receipts', 'HP of Maria'] });
  await rig.till.unlock('Rui');
});

test('each check finds what it looks for, and a cashier may ask', async () => {
  const found = Object.fromEntries(
    await Promise.all(
      checkNames.map(async (check) => {
        const findings = await rig.find(check);
        return [check, findings.map(({ item, verdict }) => `${item} ${verdict}`)] as const;
      }),
    ),
  );
  expect(found).toMatchObject({
    runtime: ['runtime fine'],
    key_store: ['key_store fine'],
    printers: ['printer fine', 'printers fine'],
    // The service runs on this computer, which is reached without a proxy.
    proxy: ['route fine'],
    service: ['service fine', 'clock fine'],
    screens: ['screens fine'],
  });
  expect((await rig.find('disk')).map(({ item }) => item)).toEqual(['space', 'rights', 'sync']);
});

test('a key store that is only promised counts as missing', async () => {
  rig.machine.store.isPromisedOnly = true;
  expect(await rig.find('key_store')).toMatchObject([{ verdict: 'look_at', store: 'none' }]);
});

test('the service is asked without the token, and is bad if it is gone', async () => {
  expect(await rig.find('service')).toMatchObject([
    { answer: 401, trouble: null },
    { item: 'clock', verdict: 'fine' },
  ]);
  const { session } = rig.till;
  const asked = vi.spyOn(session.access, 'reach').mockResolvedValue({
    ...{ kind: 'no_answer', sent: false, what: 'ECONNREFUSED', reason: 'refused' },
  });
  expect(await rig.find('service')).toMatchObject([
    { verdict: 'bad', answer: 'ECONNREFUSED', trouble: { code: 'service_unreachable' } },
    { verdict: 'unknown' },
  ]);
  const portal = { kind: 'unreadable', status: 200, what: 'not_json', retryAfterMs: null } as const;
  asked.mockResolvedValue(portal);
  expect(await rig.find('service')).toMatchObject([
    { verdict: 'bad', trouble: { code: 'not_the_service' } },
    { verdict: 'unknown' },
  ]);
});

test('a clock that is wrong by an hour is bad', async () => {
  const { session } = rig.till;
  const servedAtMs = Date.now() - 3_600_000;
  vi.spyOn(session.access, 'reach').mockResolvedValue({
    ...{ kind: 'answer', status: 401, body: {}, retryAfterMs: null, servedAtMs },
  });
  const [, clock] = await rig.find('service');
  expect(clock).toMatchObject({ item: 'clock', verdict: 'bad' });
});

test('the receipt printer is asked for its status, and prints nothing', async () => {
  const virtual = await startVirtualPrinter({ language: 'esc-pos' });
  onTestFinished(() => virtual.close());
  const at = { kind: 'tcp', host: '127.0.0.1', port: virtual.port, thermal } as const;
  const tried = async (printer: Printer) => {
    rig.printing.printer = printer;
    return (await rig.find('printers'))[0];
  };
  expect(await tried(at)).toMatchObject({ verdict: 'fine', isMute: false, error: null });
  virtual.mood = 'mute_and_open';
  expect(await tried(at)).toMatchObject({ verdict: 'fine', isMute: true });
  virtual.mood = 'paper_out';
  expect(await tried(at)).toMatchObject({ verdict: 'bad', error: { code: 'printer_paper_out' } });
  expect(virtual.jobs).toEqual([]);
  expect(await tried({ ...at, port: 1 })).toMatchObject({
    error: { code: 'printer_unreachable', reason: 'refused' },
  });
  expect(await tried({ kind: 'system', name: 'Receipts', paper: '80' })).toMatchObject({
    ...{ verdict: 'fine', way: 'system' },
  });
  expect(await tried({ kind: 'queue', name: 'Gone', thermal })).toMatchObject({
    error: { code: 'printer_missing', name: 'Gone' },
  });
  expect(await tried({ kind: 'device', file: '/dev/usb/lp99', thermal })).toMatchObject({
    error: { code: 'printer_not_a_device' },
  });
});

test('a computer without printers has no receipt printer', async () => {
  const bare = await tillAt();
  await bare.till.unlock('Rui');
  expect(await bare.find('printers')).toMatchObject([
    { verdict: 'bad', error: { code: 'no_printer' } },
    { verdict: 'look_at', names: [] },
  ]);
});

test('several requests at once make one check', async () => {
  await Promise.all(Array.from({ length: 20 }, () => rig.find('printers')));
  // One window for the printer, and one for the list of printers.
  expect(rig.windows()).toBe(2);
});

test('a locked till is told nothing', async () => {
  await rig.ask('computer.report', { scan: null });
  const underWay = rig.ask('computer.check', { check: 'service' });
  rig.till.lock.lock();
  expect(await underWay).toEqual(err({ code: 'locked' }));
  const locked = err({ code: 'locked' });
  expect(await rig.ask('computer.check', { check: 'disk' })).toEqual(locked);
  expect(await rig.ask('computer.report', { scan: null })).toEqual(locked);
  expect(await rig.ask('computer.saveReport', undefined)).toEqual(locked);
});

test('the saved file holds what was read, and names nobody', async () => {
  expect(await rig.ask('computer.saveReport', undefined)).toEqual(err({ code: 'not_found' }));
  for (const check of checkNames) await rig.find(check);
  const scan: ScanTrial = { characters: 13, longestGapMs: 9, end: 'Enter', isScan: true };
  const read = await rig.ask('computer.report', { scan });
  if (!read.ok) throw new Error(read.error.code);
  const { text } = read.value;
  expect(text).toContain('HP of ~');
  expect(text).toContain('13 keys');
  expect(text).toMatch(/127\.0\.0\.1:\d+ answered after \d+ ms \(status 401\)/);
  for (const secret of ['Maria', rig.home, practiceAccount.username, practiceAccount.companyCode])
    expect(text).not.toContain(secret);
  const saved = await rig.ask('computer.saveReport', undefined);
  if (!saved.ok) throw new Error(saved.error.code);
  expect(readFileSync(saved.value.file, 'utf8')).toBe(`\uFEFF${text}`);
  expect(saved).toEqual(ok({ file: saved.value.file }));
});
