// Opens the till of a profile: its database, its catalogue, what it remembers, and its outbox.
import { existsSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Catalogue } from '../catalogue/catalogue.ts';
import { CatalogueWriter } from '../catalogue/writer.ts';
import type { Product } from '../contract/catalogue.ts';
import type { InvoiceKind } from '../contract/invoice-kind.ts';
import type { PaymentMethod } from '../contract/payment.ts';
import type { Profile } from '../contract/profiles.ts';
import { err, ok, type AppError, type Result } from '../contract/errors.ts';
import { seedInvoiceKind } from '../documents/invoice-kinds.ts';
import { seedReturnSetup } from '../documents/return-setup.ts';
import { DocumentMemory } from '../documents/memory.ts';
import type { Log } from '../log.ts';
import type { OutboxTiming } from '../outbox/timing.ts';
import { folderOfTill, keyOf } from '../account/profiles.ts';
import type { SignedIn } from '../account/sign-in.ts';
import { storeError, type Store } from '../store/open.ts';
import { checkEarly } from '../store/early-check.ts';
import { openTillStore, type TillStore } from '../store/open-till.ts';
import { newInstallation } from '../store/references.ts';
import { readPaymentMethods, replacePaymentMethods } from '../store/payment-methods.ts';
import { hasSales } from '../store/sales.ts';
import { Maintenance, type FailedMaintenance } from '../store/maintenance.ts';
import { Till, unsentOrRejected, type TillOptions } from './till.ts';

export interface Seeding {
  readonly paymentMethods: readonly PaymentMethod[];
  readonly invoiceKind: InvoiceKind;
  readonly returnKind: InvoiceKind;
  readonly products: () => readonly Product[];
  readonly timing: OutboxTiming;
  /** Opens a day at a till that has neither sold nor had a day. */
  readonly openDay: (db: Store, by: string, atMs: number) => void;
}

export interface OpeningOptions extends TillOptions {
  readonly folder: string;
  readonly log: Log;
  readonly notify: (notice: AppError) => void;
  /** What a practice till has from the beginning, and the shorter waits of its outbox. */
  readonly seeding: Seeding;
}

export interface OpenTill {
  readonly till: Till;
  readonly maintenance: Maintenance;
  readonly unlock: TillStore['unlock'];
}

/** What it takes to open a till. The token may come later. */
export type Way = Pick<SignedIn, 'profile' | 'client'> & { readonly token: string | undefined };

/** Errors: those of opening the store. */
export async function openTill(
  { profile, client, token }: Way,
  options: OpeningOptions,
): Promise<Result<OpenTill>> {
  const { clock, environment, notify, log } = options;
  const nowMs = () => clock.nowMs();
  const isPractice = profile.kind === 'practice';
  const { timing } = isPractice ? options.seeding : options;
  const tillFolder = folderOf(profile, options);
  const beganMs = clock.monotonicMs();
  const checked = await checkEarly(
    environment.startHelper,
    fileOf(profile, options),
    nowMs(),
    (error) => {
      log.error('the file could not be read by a helper', error);
    },
  );
  const store = openStore(profile, options, beganMs, checked);
  if (!store.ok) return store;
  const { db, unlock } = store.value;
  // A restored file counts as an original when it opens again, and then has nothing to tell.
  tell(store.value.notices, options);
  let till: Till;
  let catalogue: Catalogue | undefined;
  let memory: DocumentMemory | undefined;
  try {
    const opened = Catalogue.open(tillFolder);
    ({ catalogue } = opened);
    tell(opened.notices, options);
    tellChanges(catalogue, db, options);
    if (isPractice) {
      seedPayment(db, options);
      seedInvoiceKind(db, options.seeding.invoiceKind);
      seedReturnSetup(db, options.seeding.returnKind);
      if (opened.notices.length === 0) seed(catalogue, tillFolder, options);
      options.seeding.openDay(db, profile.userName, nowMs());
    }
    memory = DocumentMemory.open(tillFolder, db, (what, error) => {
      log.error(what, error);
    });
    const isFirstDay = !hasSales(db) && readPaymentMethods(db).length === 0;
    // Nothing may fail from here on, as the till works by itself.
    till = new Till(profile, db, catalogue, memory, client, token, { ...options, timing });
    till.learning.goOn(isFirstDay);
  } catch (error) {
    memory?.close();
    catalogue?.close();
    db.close();
    unlock();
    return err(storeProblem('the till could not be opened', error, options));
  }
  const maintenance = new Maintenance({
    db,
    nowMs,
    diskWatch: environment.diskWatch,
    onBackedUp: (file, tookMs) => {
      log.info('backup made', { backup: basename(file), ...measured(file, tookMs) });
    },
    onFailure: (error, what) => {
      notify(storeProblem(whatFailed[what], error, options));
    },
  });
  return ok({ till, maintenance, unlock });
}

const whatFailed: Readonly<Record<FailedMaintenance, string>> = {
  backup: 'the backup failed',
  file_identity: 'the file identity was not renewed',
};

/** Returns what the log says of opening the file. */
const measured = (file: string, tookMs: number) => ({
  bytes: statSync(file, { throwIfNoEntry: false })?.size,
  tookMs: Math.round(tookMs),
});

/**
 * Checks that nothing waits in a till that is not open. Errors: `unsent_sales`, and those of
 * opening the store.
 */
export function checkDelivered(profile: Profile, options: OpeningOptions): Result<null> {
  if (!existsSync(folderOf(profile, options))) return ok(null);
  const store = openStore(profile, options, options.clock.monotonicMs());
  if (!store.ok) return store;
  const { db, notices, unlock } = store.value;
  tell(notices, options);
  try {
    const count = unsentOrRejected(db);
    return count > 0 ? err({ code: 'unsent_sales', count }) : ok(null);
  } finally {
    db.close();
    unlock();
  }
}

export function storeProblem(
  what: string,
  error: unknown,
  { folder, log }: Pick<OpeningOptions, 'folder' | 'log'>,
): AppError {
  const id = log.failure(what, error);
  return storeError(error, folder) ?? { code: 'unexpected', id };
}

function tell(notices: readonly AppError[], { log, notify }: OpeningOptions): void {
  for (const notice of notices) {
    log.info('the till was not as it was left', { notice });
    notify(notice);
  }
}

export const fileOf = (profile: Profile, options: Pick<OpeningOptions, 'folder'>): string =>
  join(folderOf(profile, options), 'till.db');

export const folderOf = (profile: Profile, { folder }: Pick<OpeningOptions, 'folder'>): string =>
  folderOfTill(folder, keyOf(profile));

function openStore(
  profile: Profile,
  options: OpeningOptions,
  beganMs: number,
  checked?: string,
): Result<TillStore> {
  const { clock, log } = options;
  const file = fileOf(profile, options);
  const till = keyOf(profile);
  const opened = openTillStore(
    {
      ...{ file, binding: profile, newInstallation, nowMs: clock.nowMs() },
      onSetAside: (aside) => {
        log.info('file set aside', { till, file: basename(aside) });
      },
    },
    checked,
  );
  if (opened.ok) {
    const { readWhole } = opened.value;
    log.info('till file opened', {
      ...{ till, readWhole },
      ...measured(file, clock.monotonicMs() - beganMs),
    });
  }
  return opened;
}

/** Tells the file of changes of the catalogue that it had not been told when the program ended. */
function tellChanges(catalogue: Catalogue, db: Store, { log }: OpeningOptions): void {
  try {
    catalogue.tell(db);
  } catch (error) {
    log.failure('a change of the catalogue waits to be noted', error);
  }
}

/** Gives a new practice till its products. Without them it sells by free lines. */
function seed(catalogue: Catalogue, folder: string, options: OpeningOptions): void {
  if (catalogue.summary().products > 0) return;
  const file = join(folder, 'catalogue-example.db');
  try {
    const writer = new CatalogueWriter(file);
    try {
      for (const product of options.seeding.products()) writer.add(product);
      writer.finish(null);
    } catch (error) {
      writer.abandon();
      throw error;
    }
    const replaced = catalogue.replaceWith(file);
    if (!replaced.ok) options.notify(replaced.error);
  } catch (error) {
    options.notify(storeProblem('the example catalogue could not be written', error, options));
  }
}

/** Gives a new practice till its payment methods, so that it can be paid at once. */
function seedPayment(db: Store, { seeding }: OpeningOptions): void {
  if (readPaymentMethods(db).length === 0) replacePaymentMethods(db, seeding.paymentMethods);
}
