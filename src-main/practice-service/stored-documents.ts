// Reads documents back: one row with everything that names its related records, and its lines,
// taxes and payments.
import type { PracticeDatabase } from './database.ts';
import { prepared } from './prepared.ts';
import { noteNatures } from './reference.ts';

/** Amounts in cents, booleans as 0 or 1; `party_*` are null for stock documents. */
export interface DocumentRow {
  readonly id: number;
  readonly company_id: number;
  readonly document_type_id: number;
  readonly nature_id: number;
  readonly serie_id: number;
  readonly status_id: number;
  readonly at_report_status_id: number;
  readonly doc_key: string;
  readonly document_number: number;
  readonly document_date: string;
  readonly document_time: string;
  readonly due_date: string;
  readonly our_reference: string;
  readonly document_reference: string;
  readonly party_id: number | null;
  readonly warehouse_id: number;
  readonly salesman_id: number | null;
  readonly payment_term_id: number;
  readonly is_tax_included: number;
  readonly is_transport_document: number;
  readonly number_of_prints: number;
  readonly header_text: string;
  readonly footer_text: string;
  readonly discount_millionths: number;
  readonly gross_cents: number;
  readonly discount_cents: number;
  readonly net_cents: number;
  readonly taxes_cents: number;
  readonly total_cents: number;
  readonly round_cents: number;
  readonly due_cents: number;
  readonly serie_code: string;
  readonly serie_description: string;
  readonly warehouse_code: number;
  readonly warehouse_description: string;
  readonly salesman_code: number | null;
  readonly salesman_name: string | null;
  readonly party_class: number | null;
  readonly party_code: number | null;
  readonly party_name: string | null;
  readonly party_commercial_name: string | null;
  readonly party_fiscal_number: string | null;
  readonly party_street1: string | null;
  readonly party_street2: string | null;
  readonly party_zip_code: string | null;
  readonly party_zip_locale: string | null;
}

export interface LineRow {
  readonly position: number;
  readonly code: string;
  readonly description: string;
  readonly unit: string;
  readonly quantity_millionths: number;
  readonly unit_value_millionths: number;
  readonly vat_rate: number;
  readonly line_cents: number;
}

interface TaxLineRow {
  readonly vat_rate: number;
  readonly net_cents: number;
  readonly tax_cents: number;
}

/** Ends before WHERE; the document is `d`. */
export const selectDocuments = `
  SELECT d.*,
    e.code AS serie_code, e.description AS serie_description,
    w.code AS warehouse_code, w.description AS warehouse_description,
    s.code AS salesman_code, s.salesman_name,
    p.class AS party_class, p.code AS party_code, p.name AS party_name,
    p.commercial_name AS party_commercial_name, p.fiscal_number AS party_fiscal_number,
    p.street1 AS party_street1, p.street2 AS party_street2,
    p.zip_code AS party_zip_code, p.zip_locale AS party_zip_locale
  FROM documents d
  JOIN series e ON e.id = d.serie_id
  JOIN warehouses w ON w.id = d.warehouse_id
  LEFT JOIN salesmen s ON s.id = d.salesman_id
  LEFT JOIN parties p ON p.id = d.party_id`;

/** Finds a document. One of another company is as absent as one that does not exist. */
export const findDocument = (
  db: PracticeDatabase,
  companyId: number,
  documentId: number,
): DocumentRow | undefined =>
  prepared<[number, number], DocumentRow>(
    db,
    `${selectDocuments} WHERE d.id = ? AND d.company_id = ?`,
  ).get(documentId, companyId);

export const linesOf = (db: PracticeDatabase, documentId: number): LineRow[] =>
  prepared<[number], LineRow>(
    db,
    `SELECT l.position, l.product_code AS code, r.description, r.unit, l.quantity_millionths,
              l.unit_value_millionths, l.vat_rate, l.line_cents
       FROM document_lines l JOIN products r ON r.code = l.product_code
       WHERE l.document_id = ? ORDER BY l.position`,
  ).all(documentId);

/** Returns id and key of the document that a credit or debit note names; null if it names none. */
export function originOf(
  db: PracticeDatabase,
  { nature_id: natureId, document_reference: reference, company_id: companyId }: DocumentRow,
): { readonly id: number } | null {
  if (reference === '' || !noteNatures.has(natureId)) return null;
  const origin = prepared<[number, string], { readonly id: number }>(
    db,
    'SELECT id, doc_key FROM documents WHERE company_id = ? AND doc_key = ?',
  ).get(companyId, reference);
  return origin ?? null;
}

/** Returns the taxes by rising VAT rate. */
export const taxesOf = (db: PracticeDatabase, documentId: number): TaxLineRow[] =>
  prepared<[number], TaxLineRow>(
    db,
    `SELECT vat_rate, net_cents, tax_cents FROM document_taxes
       WHERE document_id = ? ORDER BY vat_rate`,
  ).all(documentId);

/** Returns the methods in the order in which they were sent. */
export const paymentMethodsOf = (db: PracticeDatabase, documentId: number): number[] =>
  prepared<[number], number>(
    db,
    'SELECT payment_method_id FROM document_payments WHERE document_id = ? ORDER BY position',
  )
    .pluck()
    .all(documentId);
