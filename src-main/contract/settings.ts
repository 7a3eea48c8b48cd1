// What a person may set of the till, and what some settings can be.
import * as v from 'valibot';
import { documentColumnsSchema } from './documents.ts';
import { invoiceKindSchema } from './invoice-kind.ts';
import { languages } from './languages.ts';
import { paymentMethodSchema } from './payment.ts';
import { sellingSettingsSchema } from './selling.ts';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

/** Changes to the settings; what is left out stays as it is. */
export const settingsChangeSchema = v.strictObject({
  language: v.exactOptional(v.picklist(languages)),
  theme: v.exactOptional(v.picklist(themes)),
  paymentMethods: v.exactOptional(v.pipe(v.array(paymentMethodSchema), v.maxLength(20))),
  /** A kind that the service's documents have shown; null for none. */
  invoiceKind: v.exactOptional(v.nullable(invoiceKindSchema)),
  selling: v.exactOptional(sellingSettingsSchema),
  documentColumns: v.exactOptional(documentColumnsSchema),
  keepTokenWeakly: v.exactOptional(v.boolean()),
  /** The address of the network's proxy script; null for the system's own settings. */
  proxyScript: v.exactOptional(v.nullable(v.pipe(v.string(), v.maxLength(500)))),
  tourTaken: v.exactOptional(v.literal(true)),
});
