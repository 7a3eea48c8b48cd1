// Reads the customers and ways to pay that an answer of the service names. Nothing has to be there,
// and anything that is not as documented is passed over.
import * as v from 'valibot';
import { customerSchema } from '../contract/cart.ts';
import { paymentMethodSchema, type PaymentMethod } from '../contract/payment.ts';
import type { Customer } from '../contract/selling.ts';
import { plainTaxNumber } from '../contract/tax-number.ts';
import { onlyRecord } from './json-object.ts';
import { rowsOf, taxNumber } from './responses.ts';

/** The class of customers (service-api, Values seen for identifiers): suppliers are none. */
const customerClass = 1601;

/** One line of print with at most so many characters; empty if it is not as the schema has it. */
const line = (maxLength: number, schema: v.GenericSchema<unknown, string> = v.string()) =>
  v.fallback(
    v.pipe(
      schema,
      v.transform((text) =>
        text
          .replace(/\p{Cc}+/gu, ' ')
          .trim()
          .slice(0, maxLength),
      ),
    ),
    '',
  );

const withParty = v.object({
  party_id: customerSchema.entries.partyId,
  party: v.object({
    class: v.literal(customerClass),
    name: line(200),
    fiscal_number: line(40, taxNumber),
  }),
});

const withPaymentMethod = v.object({
  payment_method_id: paymentMethodSchema.entries.id,
  payment_method: v.object({ description: line(40) }),
});

const page = v.object({ results: rowsOf(v.unknown()) });

/** Reads `body`, a document or a page of documents; any other body holds nothing. */
export function readSeen(body: unknown) {
  const documents = v.is(page, body) ? body.results : [onlyRecord(body)];
  return {
    customers: documents.flatMap(customerOf),
    paymentMethods: documents.flatMap(paymentMethodOf),
  };
}

/** Returns whoever can be chosen by a name or a number, and so no final consumer. */
function customerOf(document: unknown): readonly Customer[] {
  const parsed = v.safeParse(withParty, document);
  if (!parsed.success) return [];
  const { party_id: partyId, party } = parsed.output;
  const { name, fiscal_number: fiscalNumber } = party;
  const isSomebody = fiscalNumber === '' ? name !== '' : plainTaxNumber(fiscalNumber) !== '';
  return isSomebody ? [{ partyId, name, fiscalNumber }] : [];
}

function paymentMethodOf(document: unknown): readonly PaymentMethod[] {
  const parsed = v.safeParse(withPaymentMethod, document);
  if (!parsed.success) return [];
  const { payment_method_id: id, payment_method: method } = parsed.output;
  return method.description === '' ? [] : [{ id, label: method.description }];
}
