// Which till a sign-in opens, and what becomes of its token, at a service that says little and writes it in its own way.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AppError } from '../../src-main/contract/errors.ts';
import { createLog } from '../../src-main/log.ts';
import { systemClock } from '../../src-main/outbox/clock.ts';
import { defaultTiming } from '../../src-main/outbox/timing.ts';
import { Practice } from '../../src-main/practice.ts';
import { Session } from '../../src-main/session.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import { sampleSale } from '../sample-sale.ts';
import { listenHttp } from './service/probe.ts';

// Outside Electron its package is the path to its program, and looks for the program elsewhere where it is told to.
process.env.ELECTRON_OVERRIDE_DIST_PATH ??= tmpdir();
const { openSettings } = await import('../../src-main/settings.ts');

interface Said {
  company: string;
  till: string | number;
  isDemo: boolean;
}

async function atService() {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-session-'));
  const said: Said = { company: 'LOJA', till: 1, isDemo: false };
  const serviceAddress = await listenHttp((request, response) => {
    const company = { code: said.company, is_demo: said.isDemo };
    const answers: Readonly<Record<string, object>> = {
      '/auth/login/': { key: 'a-long-token' },
      '/auth/info/': { user: { full_name: 'Ana' }, company, till: { code: said.till } },
      '/auth/companies/': [],
    };
    const answer = answers[request.url ?? ''];
    response.writeHead(answer ? 200 : 503, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  const { settings } = openSettings(folder);
  const kept = new Map<string, string>();
  const notices: AppError[] = [];
  const session = new Session({
    folder,
    settings,
    practice: new Practice(folder),
    vaultOf: (key) => ({
      keep: (token) => {
        if (settings.value.keepTokenWeakly) kept.set(key, token);
        else kept.delete(key);
        return Promise.resolve(kept.has(key));
      },
      read: () => Promise.resolve(kept.get(key)),
      forget: () => kept.delete(key),
    }),
    log: createLog(join(folder, 'till.log')),
    clock: systemClock,
    timing: defaultTiming,
    notify: (notice) => notices.push(notice),
    withdraw: (code) => {
      const at = notices.findIndex((notice) => notice.code === code);
      if (at >= 0) notices.splice(at, 1);
    },
    onTillChanged: () => undefined,
    print: () => Promise.resolve({ outcome: 'printed' }),
    onJobChanged: () => undefined,
    onSaleChanged: () => undefined,
    onConnectionChanged: () => undefined,
    onFailure: () => ({ code: 'unexpected', id: 'test' }),
  });
  onTestFinished(async () => {
    await session.close();
    rmSync(folder, { recursive: true });
  });
  const signIn = (codes: { readonly companyCode: string; readonly tillCode: string }) =>
    session.signIn({ way: 'password', serviceAddress, username: 'ana', password: 'x', ...codes });
  return {
    session,
    settings,
    said,
    kept,
    notices,
    signIn,
    tills: () => readdirSync(join(folder, 'tills')),
  };
}

const asTyped = { companyCode: 'loja', tillCode: '01' };

test('a till that waits goes on, however the service or a person writes its codes', async () => {
  const { session, said, signIn, tills } = await atService();
  expect(await signIn(asTyped)).toMatchObject({
    ok: true,
    value: { companyCode: 'LOJA', tillCode: '1' },
  });
  const { till } = session;
  if (!till) throw new Error('no till is open');
  commitSale(till.db, sampleSale());
  Object.assign(said, { company: 'Loja', till: '001' });
  expect(await signIn(asTyped)).toMatchObject({
    ok: true,
    value: { companyCode: 'LOJA', tillCode: '1' },
  });
  expect(session.till).toBe(till);
  expect(tills()).toHaveLength(1);
});

test('another till is refused while sales wait', async () => {
  const { session, said, signIn } = await atService();
  await signIn(asTyped);
  if (session.till) commitSale(session.till.db, sampleSale());
  said.till = 2;
  expect(await signIn({ companyCode: 'LOJA', tillCode: '2' })).toEqual({
    ok: false,
    error: { code: 'unsent_sales', count: 1 },
  });
});

test('a demonstration company stays marked as one, should the service say so no more', async () => {
  const { said, signIn } = await atService();
  said.isDemo = true;
  expect(await signIn(asTyped)).toMatchObject({ value: { kind: 'sandbox' } });
  said.isDemo = false;
  expect(await signIn(asTyped)).toMatchObject({ value: { kind: 'sandbox' } });
});

test('a token that is not kept is told of, until its owner lets it be, and their word ends with the sign-out', async () => {
  const { session, settings, kept, notices, signIn } = await atService();
  await signIn(asTyped);
  await signIn(asTyped);
  expect(notices).toEqual([{ code: 'token_not_kept' }]);
  settings.update({ keepTokenWeakly: true });
  await session.keepToken();
  expect(notices).toEqual([]);
  expect([...kept.values()]).toEqual(['a-long-token']);
  expect(await session.signOut()).toEqual({ ok: true, value: null });
  expect(kept.size).toBe(0);
  expect(settings.value.keepTokenWeakly).toBe(false);
});
