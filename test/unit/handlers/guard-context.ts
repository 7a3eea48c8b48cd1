// A till as the guard of its requests sees it, and the names of all requests.
import { requests, type RequestName } from '../../../src-main/contract/api.ts';
import { defaultDisplay } from '../../../src-main/contract/display.ts';
import { defaultPrinting } from '../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../src-main/contract/selling.ts';
import Database from 'better-sqlite3';
import { migrations } from '../../../src-main/store/migrations.ts';
import type { Context } from '../../../src-main/handlers/context.ts';

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
