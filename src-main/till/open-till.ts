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
import type { Store } from '../store/open.ts';
import { storeError } from '../store/store-errors.ts';
import {
  bytesToRead,
  mustBeReadFirst,
  openTillStore,
  type TillStore,
} from '../store/open-or-rebuild.ts';
import { largeBytes, readFirstByHelper, type FirstRead } from '../store/read-first.ts';
import { newInstallation } from '../store/references.ts';
import { readPaymentMethods, replacePaymentMethods } from '../store/payment-methods.ts';
import { hasSales } from '../store/sales.ts';
import { Maintenance, type FailedMaintenance } from '../store/maintenance.ts';
import { tellChanges } from './in-catalogue.ts';
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
  /** Is told of a till that sells, of whose file a part can no longer be read. */
  readonly onDecayed?: (till: Till) => void;
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
  const opened = await openWhole(profile, options);
  if (!opened.ok) return opened;
  const { db, unlock, noteRead, readWhole } = opened.value;
  // A restored file counts as an original when it opens again, and then has nothing to tell.
  tell(opened.value.notices, options);
  let till: Till;
  let catalogue: Catalogue | undefined;
  let memory: DocumentMemory | undefined;
  try {
    const products = Catalogue.open(tillFolder);
    ({ catalogue } = products);
    tell(products.notices, options);
    if (isPractice) {
      const { paymentMethods } = options.seeding;
      if (readPaymentMethods(db).length === 0) replacePaymentMethods(db, paymentMethods);
      seedInvoiceKind(db, options.seeding.invoiceKind);
      seedReturnSetup(db, options.seeding.returnKind);
      if (products.notices.length === 0) seed(catalogue, tillFolder, options);
      options.seeding.openDay(db, profile.userName, nowMs());
    }
    const isGone = tellChanges(catalogue, db, log) && products.notices.length === 0;
    if (isGone) tell([{ code: 'catalogue_gone', file: catalogue.file }], options);
    memory = new DocumentMemory(tillFolder, db, (what, error) => log.error(what, error));
    const isFirstDay = !hasSales(db) && readPaymentMethods(db).length === 0;
    // Nothing may fail from here on, as the till works by itself.
    till = new Till(profile, db, catalogue, memory, client, token, { ...options, timing });
    till.learning.goOn(isFirstDay);
  } catch (error) {
    memory?.close();
    catalogue?.close();
    db.close();
    const problem = storeProblem('the till could not be opened', error, options);
    // The next try has it read and mended first.
    if (problem.code === 'store_damaged') noteRead(false);
    unlock();
    return err(problem);
  }
  const maintenance = new Maintenance({
    ...{ db, nowMs, startHelper: environment.startHelper, isUnread: readWhole === 'later' },
    diskWatch: environment.diskWatch,
    onRead: (isWhole) => {
      noteRead(isWhole);
      log.info('till file read', { till: keyOf(profile), isWhole });
      if (isWhole) return;
      notify({ code: 'store_decayed' });
      options.onDecayed?.(till);
    },
    onBackedUp: (file, tookMs) =>
      log.info('backup made', { backup: basename(file), ...measured(file, tookMs) }),
    onFailure: (error, what) => notify(storeProblem(whatFailed[what], error, options)),
  });
  return ok({ till, maintenance, unlock });
}

const whatFailed: Readonly<Record<FailedMaintenance, string>> = {
  backup: 'the backup failed',
  file_identity: 'the file identity was not renewed',
  reading: 'the till file was not read whole',
};

/** Returns what the log says of opening the file. */
const measured = (file: string, tookMs: number) => ({
  bytes: statSync(file, { throwIfNoEntry: false })?.size,
  tookMs: Math.round(tookMs),
});

/** Checks that nothing waits in a closed till. Errors: `unsent_sales`, those of opening it. */
export function checkDelivered(profile: Profile, options: OpeningOptions): Result<null> {
  if (!existsSync(folderOf(profile, options))) return ok(null);
  const store = openStore(profile, options);
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

/**
 * Opens the file. A large one is read while the till sells; if it may not be, or turns out to be
 * damaged, a helper reads and mends it first.
 */
async function openWhole(profile: Profile, options: OpeningOptions): Promise<Result<TillStore>> {
  const file = fileOf(profile, options);
  const isLarge = bytesToRead(file) >= largeBytes;
  const before = isLarge && mustBeReadFirst(file) ? await mend(profile, options) : undefined;
  if (before?.ok === false) return before;
  const opened = openStore(profile, options);
  const isDamaged = !opened.ok && opened.error.code === 'store_damaged';
  if (!isDamaged) return withNotices(opened, before?.value);
  const mended = await mend(profile, options);
  if (mended?.ok === false) return mended;
  return withNotices(openStore(profile, options, Infinity), mended?.value);
}

const withNotices = (
  opened: Result<TillStore>,
  before: readonly AppError[] = [],
): Result<TillStore> =>
  opened.ok ? ok({ ...opened.value, notices: [...before, ...opened.value.notices] }) : opened;

/**
 * Returns what a helper has to tell of the file, which it leaves whole. Undefined if it came to a
 * bad end: then the file is left to whoever opens it.
 */
async function mend(
  profile: Profile,
  options: OpeningOptions,
): Promise<FirstRead['notices'] | undefined> {
  const { clock, environment, log } = options;
  const file = fileOf(profile, options);
  const { serviceAddress, companyCode, tillCode } = profile;
  const binding = { serviceAddress, companyCode, tillCode };
  const beganMs = clock.monotonicMs();
  try {
    const reading = { file, binding, nowMs: clock.nowMs() };
    const read = await readFirstByHelper(environment.startHelper, reading);
    for (const aside of read.aside) noteAside(profile, aside, options);
    log.info('till file read first', measured(file, clock.monotonicMs() - beganMs));
    return read.notices;
  } catch (error) {
    log.error('the file could not be read by a helper', error);
    return undefined;
  }
}

function noteAside(profile: Profile, aside: string, { log }: OpeningOptions): void {
  log.info('file set aside', { till: keyOf(profile), file: basename(aside) });
}

function openStore(
  profile: Profile,
  options: OpeningOptions,
  laterFromBytes = largeBytes,
): Result<TillStore> {
  const { clock, log } = options;
  const file = fileOf(profile, options);
  const beganMs = clock.monotonicMs();
  const opened = openTillStore(
    {
      ...{ file, binding: profile, newInstallation, nowMs: clock.nowMs() },
      onSetAside: (aside) => noteAside(profile, aside, options),
    },
    laterFromBytes,
  );
  if (opened.ok) {
    const { readWhole } = opened.value;
    log.info('till file opened', {
      ...{ till: keyOf(profile), readWhole },
      ...measured(file, clock.monotonicMs() - beganMs),
    });
  }
  return opened;
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
