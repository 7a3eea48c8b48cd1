// A till as the guard of its requests sees it, and the names of all requests.
import { ok } from '../../../src-main/contract/errors.ts';
import { requests, type RequestName } from '../../../src-main/contract/api.ts';
import { defaultDisplay } from '../../../src-main/contract/display.ts';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import Database from 'better-sqlite3';
import { migrations } from '../../../src-main/store/migrations.ts';
import type { Context } from '../../../src-main/handlers/context.ts';
import type { Wanted } from '../../../src-main/staff/lock.ts';
import { admitTo } from '../../declared-requests.ts';
import { rightArguments } from '../../e2e/right-arguments.ts';

export const bound = { serviceAddress: 'https://a.example', companyCode: 'ACME', tillCode: 'T1' };
export const profile = { way: 'password', ...bound };
/** A database in which nothing was counted. */
const empty = new Database(':memory:');
for (const migration of migrations) empty.exec(migration);
export const context = {
  session: { till: { profile, db: empty } },
  settings: {
    value: { selling: defaultSelling, display: defaultDisplay, printing: defaultPrinting },
  },
  language: () => 'en',
  isStarting: () => false,
  pinWindow: { isOpen: false },
  counterWindow: { isKiosk: false },
  setupFiles: { looked: () => undefined },
  secondCopies: { looked: () => undefined },
  updates: { isFetched: (version: string) => version === '2.0.0' },
} as unknown as Context;
export const names = Object.keys(requests) as RequestName[];

/** Lets everything be done. */
export const openLock = {
  act: (_: Wanted, act: () => unknown) => Promise.resolve(act()),
  noteCart: () => undefined,
};

/** Makes every request at a till with these in its context; returns those done, and the answers. */
export async function askAll(change: object) {
  const done: string[] = [];
  const answers: unknown[] = [];
  const admit = admitTo({ ...context, ...change });
  for (const name of names) {
    const answer = await admit(name, rightArguments[name] as never, () => {
      done.push(name);
      return ok(null);
    });
    answers.push(answer);
  }
  return { done, answers };
}
