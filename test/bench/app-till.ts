// Tills for the benchmarks that start the whole program: their folders, filled beforehand by the
// till's own functions.
import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import * as v from 'valibot';
import { keyOf } from '../../src-main/account/profiles.ts';
import { Catalogue } from '../../src-main/catalogue/catalogue.ts';
import { CatalogueWriter } from '../../src-main/catalogue/writer.ts';
import type { KnownProfile, Profile } from '../../src-main/contract/profiles.ts';
import { exampleProducts } from '../../src-main/practice/seed-till.ts';
import { practiceAddress } from '../../src-main/practice/practice.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { backUp } from '../../src-main/store/backups.ts';
import { openStore } from '../../src-main/store/open.ts';
import type { TillBinding } from '../../src-main/store/till.ts';
import { launchTill } from '../e2e/till.ts';
import { newUserData } from '../e2e/user-data.ts';
import { must } from '../must.ts';
import { sampleProfile } from '../sample-profile.ts';
import { sellLongAgo } from './long-ago.ts';
import { products } from './products.ts';

export interface Filling {
  /** Besides those of the example catalogue, which the practice service knows. */
  readonly products: number;
  /** All confirmed by the service. */
  readonly sales: number;
}

const profileOf = (kind: Profile['kind']): Profile => {
  const { companyCode, tillCode, username } = practiceAccount;
  return {
    ...{ ...sampleProfile, kind, companyCode, tillCode, username },
    // Nothing listens there, and without a token nothing is sent.
    serviceAddress: kind === 'practice' ? practiceAddress : 'http://127.0.0.1:9',
  };
};

/**
 * Returns the user data folder of a till that can sell at once: of a shop that must sign in anew,
 * or of practice.
 */
export async function prepareTill(kind: Profile['kind'], filling: Filling): Promise<string> {
  const profile = profileOf(kind);
  const knownProfile: Omit<KnownProfile, 'id'> = {
    ...{ name: profile.tillName, colour: 'green', profile },
    ...{ isSignedOut: false, unsent: 0, hasCashiers: false },
  };
  const userDataDir = newUserData({ profiles: [knownProfile], profileId: keyOf(profile) });
  // The till itself makes its files.
  await (await launchTill({ userDataDir })).close();
  const file = fileIn(userDataDir);
  fillCatalogue(dirname(file), filling.products);
  await fillStore(file, filling.sales);
  return userDataDir;
}

const oldTills = new Map<number, Promise<string>>();

/**
 * Returns the user data folder of a till with that many sales and next to no products. All
 * measurements of a run share it, as making a large one takes minutes; it goes when the run ends.
 */
export function oldTill(sales: number): Promise<string> {
  let till = oldTills.get(sales);
  if (!till) {
    till = prepareTill('service', { products: 1, sales });
    oldTills.set(sales, till);
    void till.then((userDataDir) => {
      process.once('exit', () => removeTill(userDataDir));
    });
  }
  return till;
}

/** Returns the till's own file in a user data folder. */
export function fileIn(userDataDir: string): string {
  const [till = ''] = readdirSync(join(userDataDir, 'tills'));
  return join(userDataDir, 'tills', till, 'till.db');
}

const bindingRow = v.object({
  serviceAddress: v.string(),
  companyCode: v.string(),
  tillCode: v.string(),
});

/** Returns whose till a file is. */
export function bindingIn(file: string): TillBinding {
  const db = new Database(file, { readonly: true });
  try {
    const select = `SELECT service_address AS serviceAddress, company_code AS companyCode,
      till_code AS tillCode FROM till`;
    return v.parse(bindingRow, db.prepare(select).get());
  } finally {
    db.close();
  }
}

/** Removes it with the folder that `newUserData` made around it. */
export function removeTill(userDataDir: string): void {
  rmSync(join(userDataDir, '..'), { recursive: true, maxRetries: 5 });
}

function fillCatalogue(folder: string, count: number): void {
  const file = join(folder, 'filling.db');
  const writer = new CatalogueWriter(file);
  for (const product of exampleProducts()) writer.add(product);
  for (const product of products(count)) writer.add(product);
  writer.finish(null);
  const { catalogue } = Catalogue.open(folder);
  catalogue.replaceWith(file);
  catalogue.close();
}

/** Makes the backup of the day here, so that it is not measured. */
async function fillStore(file: string, sales: number): Promise<void> {
  const db = must(openStore(file));
  sellLongAgo(db, sales);
  await backUp(db, Date.now(), new AbortController().signal);
  db.close();
}
