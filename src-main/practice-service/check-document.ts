// The rules of creating a document that need more than the request's own shape: what its ids name,
// and what its document type demands (service-api, Create a document).
import type { Actor } from './accounts.ts';
import type { PracticeDatabase } from './database.ts';
import { partyErrors } from './parties.ts';
import {
  documentTypes,
  partyClasses,
  paymentMethods,
  paymentTerms,
  priceLines,
  withdrawnCode,
} from './reference.ts';
import type { DocumentType } from './reference.ts';
import { missingField, unknownRecord } from './requests.ts';
import type { CreateRequest, FieldError } from './requests.ts';
import { serieErrors } from './series.ts';
import { prepared } from './prepared.ts';

type Check =
  | { readonly kind: 'accepted'; readonly type: DocumentType }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'forbidden' };

/** Finds every error that the request has, without writing anything. */
export function checkDocument(db: PracticeDatabase, actor: Actor, request: CreateRequest): Check {
  const errors = [...referenceErrors(db, actor.companyId, request), ...itemErrors(request)];
  const { type, field } = chooseType(request);
  if (type === undefined) return { kind: 'refused', errors: [unknownRecord(field), ...errors] };
  if (type.group === 'stocks' && !actor.mayUseStocks) return { kind: 'forbidden' };
  errors.push(
    ...typeErrors(type, request),
    ...serieErrors(db, actor.companyId, type, request),
    ...partyErrors(db, actor.companyId, type, request),
  );
  return errors.length > 0 ? { kind: 'refused', errors } : { kind: 'accepted', type };
}

/** Finds the type that the request names, else that of a nature, by its code before its id. */
function chooseType(request: CreateRequest) {
  const [field, key] = waysToName.find(([name]) => request[name] !== undefined) ?? waysToName[2];
  return { type: documentTypes.find((type) => type[key] === request[field]), field };
}

const waysToName = [
  ['document_id', 'id'],
  ['document_nature_code', 'code'],
  ['document_nature_id', 'natureId'],
] as const;

/** Checks every id that must name something of the company or of the service. */
function referenceErrors(
  db: PracticeDatabase,
  companyId: number,
  request: CreateRequest,
): FieldError[] {
  const isOurs = (table: 'warehouses' | 'salesmen', id: number): boolean =>
    prepared<[number, number]>(db, `SELECT 1 FROM ${table} WHERE id = ? AND company_id = ?`).get(
      id,
      companyId,
    ) !== undefined;
  const isListed = (rows: readonly { readonly id: number }[], id: number): boolean =>
    rows.some((row) => row.id === id);
  const { warehouse_id, salesman_id, payment_term_id, price_line_id, party_class } = request;
  const classes = Object.values(partyClasses).map((id) => ({ id }));
  const isKnown = {
    warehouse_id: warehouse_id === undefined || isOurs('warehouses', warehouse_id),
    salesman_id: salesman_id === undefined || isOurs('salesmen', salesman_id),
    payment_term_id: payment_term_id === undefined || isListed(paymentTerms, payment_term_id),
    price_line_id: price_line_id === undefined || isListed(priceLines, price_line_id),
    party_class: party_class === undefined || isListed(classes, party_class),
  };
  return Object.entries(isKnown)
    .filter(([, known]) => !known)
    .map(([field]) => unknownRecord(field));
}

function itemErrors(request: CreateRequest): FieldError[] {
  const lines = request.details.map((line, index) =>
    line.code === withdrawnCode ? [unknownRecord(`details[${index}].code`)] : [],
  );
  const payments = request.payments.map((payment, index) =>
    paymentMethods.some((method) => method.id === payment.payment_method_id)
      ? []
      : [unknownRecord(`payments[${index}].payment_method_id`)],
  );
  return [...lines.flat(), ...payments.flat()];
}

function typeErrors(type: DocumentType, request: CreateRequest): FieldError[] {
  const errors: FieldError[] = [];
  if (request.finalize && request.details.length === 0) {
    errors.push(missingField('details', 'A document without lines cannot be finalized.'));
  }
  if (request.finalize && type.isPaidAtOnce && request.payments.length === 0) {
    errors.push(missingField('payments', `${type.name}: payments are needed to finalize it.`));
  }
  if (type.group !== 'purchases' && request.total_round_amount !== 0) {
    errors.push({
      message: 'Available only on purchase documents.',
      code: 'not_available',
      field: 'total_round_amount',
    });
  }
  if (type.group === 'purchases' && request.document_reference === '') {
    errors.push(missingField('document_reference', 'A purchase needs the supplier’s reference.'));
  }
  return errors;
}
