// Tills for the benchmarks that start the whole program: their folders, filled beforehand by the
// till's own functions.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { keyOf } from '../../src-main/account/profiles.ts';
import { Catalogue } from '../../src-main/catalogue/catalogue.ts';
import { CatalogueWriter } from '../../src-main/catalogue/writer.ts';
import type { KnownProfile, Profile } from '../../src-main/contract/profiles.ts';
import { detailOfSummary } from '../../src-main/contract/documents.ts';
import { seen } from '../../src-main/contract/sales.ts';
import { exampleProducts } from '../../src-main/practice/example-products.ts';
import { practiceAddress } from '../../src-main/practice/practice.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { backUp } from '../../src-main/store/backups.ts';
import { openStore, type Store } from '../../src-main/store/open.ts';
import { claimNext, mustStep } from '../../src-main/store/sale-steps.ts';
import { commitSale } from '../../src-main/store/sales.ts';
import { launchTill } from '../e2e/till.ts';
import { newUserData } from '../e2e/user-data.ts';
import { sampleSale } from '../sample-sale.ts';
import { products } from './products.ts';

export interface Filling {
  /** Besides those of the example catalogue, which the practice service knows. */
  readonly products: number;
  /** All confirmed by the service. */
  readonly sales: number;
}

const profileOf = (kind: Profile['kind']): Profile => ({
  kind,
  way: 'password',
  earlierAddress: null,
  planId: null,
  // Nothing listens there, and without a token nothing is sent.
  serviceAddress: kind === 'practice' ? practiceAddress : 'http://127.0.0.1:9',
  companyCode: practiceAccount.companyCode,
  companyName: 'Mercearia Aurora',
  tillCode: practiceAccount.tillCode,
  tillName: 'Balcão',
  userName: 'Formação',
  username: practiceAccount.username,
  locationName: null,
  terminalName: null,
  interfaceVersion: null,
});

/**
 * Returns the user data folder of a till that can sell at once: of a shop that must sign in anew,
 * or of practice.
 */
export async function prepareTill(kind: Profile['kind'], filling: Filling): Promise<string> {
  const profile = profileOf(kind);
  const known: Omit<KnownProfile, 'id'> = {
    ...{ name: profile.tillName, colour: 'green', profile },
    ...{ isSignedOut: false, unsent: 0, hasCashiers: false },
  };
  const userDataDir = newUserData({ profiles: [known], profileId: keyOf(profile) });
  // The till itself makes its files.
  await (await launchTill({ userDataDir })).close();
  const [till = ''] = readdirSync(join(userDataDir, 'tills'));
  const folder = join(userDataDir, 'tills', till);
  fillCatalogue(folder, filling.products);
  await fillStore(join(folder, 'till.db'), filling.sales);
  return userDataDir;
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

/**
 * Does not wait for the disk, so that 100,000 sales are there in seconds. Makes the backup of the
 * day here, so that it is not measured.
 */
async function fillStore(file: string, sales: number): Promise<void> {
  const opened = openStore(file);
  if (!opened.ok) throw new Error(opened.error.code);
  const db = opened.value;
  db.pragma('synchronous = off');
  db.transaction(sellAll)(db, sales);
  await backUp(db, Date.now(), new AbortController().signal);
  db.close();
}

/** Numbered: among a million drawn references two could be the same. */
const referenceOf = (id: number): string =>
  `CF-TEST-${String(id).padStart(8, '0').replace(/....$/, '-$&')}`;

/** Sells and confirms that many, after `before` earlier ones. */
export function sellAll(db: Store, sales: number, before = 0): void {
  for (let id = before + 1; id <= before + sales; id += 1) {
    const now = new Date(Date.UTC(2026, 0, 1) + id * 60_000);
    const { reference, totalCents } = commitSale(
      db,
      sampleSale({ now, reference: referenceOf(id) }),
    );
    const atMs = now.getTime();
    claimNext(db, atMs);
    const document = detailOfSummary({
      id,
      docKey: `FS BENCH/${id}`,
      date: '2026-01-01',
      time: '10:00:00',
      ourReference: reference,
      totalCents,
      documentName: 'Fatura simplificada',
      typeId: null,
      nature: { id: 302, code: 'FS', description: 'Fatura simplificada' },
      status: { id: 1202, code: 'F', description: 'Finalizado' },
      party: null,
    });
    const evidence = { kind: 'created', document: seen(document) } as const;
    mustStep(db, { reference, event: 'accepted', evidence, atMs, document });
  }
}
