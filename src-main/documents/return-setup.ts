// How the shop takes goods back: by which kind of document, and what the first return showed.
import * as v from 'valibot';
import { isSameInvoiceKind, type InvoiceKind } from '../contract/invoice-kind.ts';
import { returnSetupSchema, type ReturnSetup } from '../contract/returns.ts';
import type { Store } from '../store/open.ts';
import { readTillSetting, readTillSettingOr, writeTillSetting } from '../store/till-settings.ts';

const setting = 'returns';

const keptSchema = v.strictObject({
  ...returnSetupSchema.entries,
  /** The reference of the trial; null before it. Practice is known, and needs none. */
  trial: v.nullable(v.string()),
  isKnown: v.boolean(),
});
export type KeptReturnSetup = v.InferOutput<typeof keptSchema>;

const none: KeptReturnSetup = {
  kind: null,
  sendsPayment: true,
  namesOrigin: true,
  unaskedLimitCents: null,
  trial: null,
  isKnown: false,
};

/** A setting that cannot be read must be made again, with a trial of its own. */
export const readReturnSetup = (db: Store): KeptReturnSetup =>
  readTillSettingOr(db, setting, keptSchema, none) ?? none;

/** Another kind needs a trial of its own, as nobody knows what the service makes of it. */
export function changeReturnSetup(db: Store, setup: ReturnSetup): void {
  const storedSetup = readReturnSetup(db);
  const isSame = storedSetup.kind && setup.kind && isSameInvoiceKind(storedSetup.kind, setup.kind);
  const { trial, isKnown } = isSame ? storedSetup : none;
  writeTillSetting(db, setting, { ...setup, trial, isKnown });
}

export function noteReturnTrial(db: Store, reference: string): void {
  writeTillSetting(db, setting, { ...readReturnSetup(db), trial: reference });
}

/** Makes the next return a trial, of the given kind where none is chosen. */
export function awaitReturnTrial(db: Store, kind: InvoiceKind): void {
  const storedSetup = readReturnSetup(db);
  writeTillSetting(db, setting, {
    ...storedSetup,
    kind: storedSetup.kind ?? kind,
    ...{ trial: null, isKnown: false },
  });
}

/** Sets up a till whose service is known. A person who chose otherwise is not overruled. */
export function seedReturnSetup(db: Store, kind: InvoiceKind): void {
  if (readTillSetting(db, setting, v.unknown()) !== undefined) return;
  writeTillSetting(db, setting, { ...none, kind, isKnown: true });
}
