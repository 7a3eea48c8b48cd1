// The first line of a set-up file: everything but the catalogue, as JSON.
import * as v from 'valibot';
import { isSameCode } from '../account/sign-in.ts';
import { daySettingsSchema } from '../contract/day.ts';
import { lockRulesSchema } from '../contract/lock.ts';
import { paymentMethodSchema } from '../contract/payment.ts';
import type { Profile } from '../contract/profiles.ts';
import {
  quickKeyPagesSchema,
  sellingSettingsSchema,
  type SellingSettings,
} from '../contract/selling.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { FoundPart, SetupPart, SetupVerdict } from '../contract/setup-file.ts';
import { shortLine } from '../contract/foreign-text.ts';
import { readPng } from '../receipt/png.ts';
import { readLockRules } from '../store/cashiers.ts';
import { readDaySettings, writeDaySettings } from '../store/day-settings.ts';
import { inTransaction } from '../store/in-transaction.ts';
import type { Till } from '../till/till.ts';
import type { Store } from '../store/open.ts';
import { readPaymentMethods, replacePaymentMethods } from '../store/payment-methods.ts';
import { readQuickKeyPages, replaceQuickKeyPages } from '../store/quick-key-pages.ts';
import {
  readReceiptSettings,
  storedReceiptSettingsSchema,
  toStoredReceiptSettings,
  writeReceiptSettings,
} from '../store/receipt-settings.ts';

const format = 'counterfoil-setup';
const version = 1;

/** The latest time that a date can hold. */
const latestMs = 8.64e15;
const name = v.pipe(v.string(), v.maxLength(500));

const { cashMethods, ...dayEntries } = daySettingsSchema.entries;

export const headSchema = v.strictObject({
  format: v.literal(format),
  version: v.literal(version),
  madeAtMs: v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(latestMs)),
  serviceAddress: name,
  companyCode: name,
  companyName: name,
  tillName: name,
  /** What the catalogue after the line holds; null if there is none. */
  catalogue: v.nullable(
    v.strictObject({ products: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) }),
  ),
  paymentMethods: v.strictObject({
    methods: v.pipe(v.array(paymentMethodSchema), v.maxLength(20)),
    cashMethods,
  }),
  quickKeys: quickKeyPagesSchema,
  receiptTexts: v.pipe(
    storedReceiptSettingsSchema,
    v.check(({ logo }) => logo === null || readPng(logo) !== undefined),
  ),
  sellingRules: v.pick(sellingSettingsSchema, ['limits', 'scanner', 'inStoreRules']),
  day: v.strictObject(dayEntries),
  lockRules: lockRulesSchema,
});
export type SetupHead = v.InferOutput<typeof headSchema>;

/** The head of a set-up file of any version. */
const anyHead = v.object({ format: v.literal(format), version: v.number() });

/** Errors: `receipt_settings_damaged`. */
export function headOf(
  { profile, db }: Pick<Till, 'profile' | 'db'>,
  products: number,
  selling: SellingSettings,
  madeAtMs: number,
): Result<string> {
  const receipt = readReceiptSettings(db);
  if (!receipt.ok) return receipt;
  const { serviceAddress, companyCode, companyName, tillName } = profile;
  const { limits, scanner, inStoreRules } = selling;
  const { cashMethods: cash, ...day } = readDaySettings(db);
  const head: v.InferInput<typeof headSchema> = {
    ...{ format, version, madeAtMs },
    ...{ serviceAddress, companyCode, companyName, tillName },
    catalogue: products === 0 ? null : { products },
    paymentMethods: { methods: [...readPaymentMethods(db)], cashMethods: cash },
    quickKeys: readQuickKeyPages(db),
    receiptTexts: toStoredReceiptSettings(receipt.value),
    sellingRules: { limits, scanner, inStoreRules },
    day,
    lockRules: readLockRules(db),
  };
  return ok(JSON.stringify(head));
}

/** Errors: `setup_file_unusable`, with the field if the file is a set-up file. */
export function parseHead(line: string): Result<SetupHead> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), line);
  const any = v.safeParse(anyHead, json.output);
  if (!json.success || !any.success) {
    return err({ code: 'setup_file_unusable', problem: 'foreign', field: null });
  }
  if (any.output.version > version) {
    return err({ code: 'setup_file_unusable', problem: 'newer', field: null });
  }
  const parsed = v.safeParse(headSchema, json.output);
  if (parsed.success) return ok(parsed.output);
  const field = v.getDotPath(parsed.issues[0]);
  return err({ code: 'setup_file_unusable', problem: 'foreign', field });
}

const longestName = 100;

/** Returns the parts of the file that can be used at this till. */
export function verdictOf(
  head: SetupHead,
  profile: Profile,
  identity: Pick<SetupVerdict, 'lookId' | 'name'>,
): SetupVerdict {
  const { madeAtMs } = head;
  const companyName = shortLine(head.companyName, longestName);
  const tillName = shortLine(head.tillName, longestName);
  const isSameCompany =
    head.serviceAddress === profile.serviceAddress &&
    isSameCode(head.companyCode, profile.companyCode);
  const methods = head.paymentMethods.methods.length;
  const keys = head.quickKeys.flatMap((page) => page.keys).filter((key) => key !== null).length;
  const lists: readonly FoundPart[] = [
    { part: 'paymentMethods', count: isSameCompany ? methods : 0 },
    { part: 'catalogue', count: head.catalogue?.products ?? 0 },
    { part: 'quickKeys', count: keys },
  ];
  const rules = ['receiptTexts', 'sellingRules', 'day', 'lockRules'] as const;
  return {
    ...identity,
    ...{ madeAtMs, companyName, tillName, isSameCompany },
    parts: [
      ...lists.filter(({ count }) => count !== 0),
      ...rules.map((part) => ({ part, count: null })),
    ],
  };
}

/** Writes those parts that the till's own file holds, all of them or none. */
export function putIntoStore(db: Store, head: SetupHead, parts: readonly SetupPart[]): void {
  inTransaction(db, () => {
    if (parts.includes('paymentMethods')) {
      replacePaymentMethods(db, head.paymentMethods.methods);
      const { cashMethods: cash } = head.paymentMethods;
      writeDaySettings(db, { ...readDaySettings(db), cashMethods: cash });
    }
    if (parts.includes('quickKeys')) replaceQuickKeyPages(db, head.quickKeys);
    if (parts.includes('receiptTexts')) writeReceiptSettings(db, head.receiptTexts);
    if (parts.includes('day')) writeDaySettings(db, { ...readDaySettings(db), ...head.day });
  });
}
