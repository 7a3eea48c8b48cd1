// Turns stored documents into the API's JSON. Only here do cents and millionths become floats.
import type { PracticeDatabase } from './database.ts';
import {
  atReportStatuses,
  documentStatuses,
  documentTypes,
  paymentMethods,
  paymentTerms,
  rowById,
} from './reference.ts';
import { linesOf, originOf, paymentMethodsOf, taxesOf } from './stored-documents.ts';
import type { DocumentRow, LineRow } from './stored-documents.ts';

/** The origin module of all documents: every one comes in through this interface. */
const externalInterfaceModule = 1;

/** An element of `results` (service-api, Document summary). */
export function documentSummary(row: DocumentRow): object {
  const type = rowById(documentTypes, row.document_type_id);
  return {
    ...sharedHeader(row),
    our_reference: row.our_reference,
    ...sharedAmounts(row),
    due_date: row.due_date,
    document_id: type.id,
    document: { code: type.code, document_name: type.name },
    ...relatedRecords(row),
    party: partyOf(row),
  };
}

/** Returns null for a stock document. `more` is what a document shows besides. */
const partyOf = (row: DocumentRow, more: object = {}): object | null =>
  row.party_id === null
    ? null
    : {
        class: row.party_class,
        code: row.party_code,
        name: row.party_name,
        fiscal_number: row.party_fiscal_number,
        ...more,
      };

/** Returns what create and the plain get answer (service-api, Document). */
export const documentAnswer = (db: PracticeDatabase, row: DocumentRow): object =>
  fullDocument(db, row, linesOf(db, row.id), paymentMethodsOf(db, row.id));

/** Adds `details`, `payments` and `taxes` to the plain answer (service-api, Get a document). */
export function extendedDocumentAnswer(db: PracticeDatabase, row: DocumentRow): object {
  const lines = linesOf(db, row.id);
  const payments = paymentMethodsOf(db, row.id);
  return {
    ...fullDocument(db, row, lines, payments),
    details: lines.map((line) => ({
      line_number: line.position,
      code: line.code,
      description: line.description,
      unit: line.unit,
      base_qty: decimal(line.quantity_millionths),
      line_unit_value: decimal(line.unit_value_millionths),
      tax_rate: line.vat_rate,
      line_total: amount(line.line_cents),
    })),
    payments: payments.map((id) => ({
      payment_method_id: id,
      payment_method: codeAndDescription(rowById(paymentMethods, id)),
    })),
    taxes: taxesOf(db, row.id).map((tax) => ({
      tax_rate: tax.vat_rate,
      net_amount: amount(tax.net_cents),
      tax_amount: amount(tax.tax_cents),
      total_amount: amount(tax.net_cents + tax.tax_cents),
    })),
  };
}

function fullDocument(
  db: PracticeDatabase,
  row: DocumentRow,
  lines: readonly LineRow[],
  payments: readonly number[],
): object {
  const origin = originOf(db, row);
  const type = rowById(documentTypes, row.document_type_id);
  const methodId = payments[0] ?? null;
  const quantity = lines.reduce((sum, line) => sum + line.quantity_millionths, 0);
  return {
    ...sharedHeader(row),
    document_reference: row.document_reference,
    our_reference: row.our_reference,
    module_origin: externalInterfaceModule,
    party: partyOf(row, {
      commercial_name: row.party_commercial_name,
      street1: row.party_street1,
      street2: row.party_street2,
      zip_code: row.party_zip_code,
      zip_locale: row.party_zip_locale,
    }),
    line_details_count: lines.length,
    lines_total_quantity: decimal(quantity),
    is_tax_included: row.is_tax_included === 1,
    total_gross_amount: amount(row.gross_cents),
    global_discount1: decimal(row.discount_millionths),
    total_global_discount: amount(row.discount_cents),
    // A request has no discount on a single line.
    total_line_discount: 0,
    total_net_amount: amount(row.net_cents),
    total_taxes_amount: amount(row.taxes_cents),
    total_document_amount: amount(row.total_cents + row.round_cents),
    total_round_amount: amount(row.round_cents),
    ...sharedAmounts(row),
    due_date: row.due_date,
    // No call of the interface converts a document into another.
    is_converted: false,
    origin_document_header_id: origin?.id ?? null,
    origin_document_header: origin,
    header_text: row.header_text,
    footer_text: row.footer_text,
    number_of_prints: row.number_of_prints,
    is_transport_document: row.is_transport_document === 1,
    obs: '',
    document_id: type.id,
    document: { code: type.code, document_name: type.name, ask_payment_onclose: type.isPaidAtOnce },
    ...relatedRecords(row),
    at_report_status_id: row.at_report_status_id,
    at_report_status: codeAndDescription(
      rowById(Object.values(atReportStatuses), row.at_report_status_id),
    ),
    salesman_id: row.salesman_id,
    salesman:
      row.salesman_id === null
        ? null
        : { code: row.salesman_code, salesman_name: row.salesman_name },
    payment_term_id: row.payment_term_id,
    payment_term: codeAndDescription(rowById(paymentTerms, row.payment_term_id)),
    payment_method_id: methodId,
    payment_method:
      methodId === null ? null : codeAndDescription(rowById(paymentMethods, methodId)),
  };
}

const sharedHeader = (row: DocumentRow): object => ({
  id: row.id,
  doc_key: row.doc_key,
  document_date: row.document_date,
  document_time: row.document_time,
  document_number: row.document_number,
});

const sharedAmounts = (row: DocumentRow): object => ({
  is_valued: row.gross_cents > 0,
  total_amount: amount(row.total_cents),
  total_due_amount: amount(row.due_cents),
});

/** Returns the related records that a summary and a document have in common. */
function relatedRecords(row: DocumentRow): object {
  const type = rowById(documentTypes, row.document_type_id);
  return {
    document_serie_id: row.serie_id,
    document_serie: { code: row.serie_code, description: row.serie_description },
    document_status_id: row.status_id,
    document_status: codeAndDescription(rowById(Object.values(documentStatuses), row.status_id)),
    warehouse_id: row.warehouse_id,
    warehouse: { code: row.warehouse_code, description: row.warehouse_description },
    document_nature_id: type.natureId,
    document_nature: { code: type.code, description: type.name },
    party_id: row.party_id,
  };
}

const codeAndDescription = (row: {
  readonly code: string;
  readonly description: string;
}): object => ({ code: row.code, description: row.description });

const amount = (cents: number): number => cents / 100;

const decimal = (millionths: number): number => millionths / 1_000_000;
