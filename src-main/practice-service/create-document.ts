// Creating a document: checked, reckoned, numbered and written in one transaction, so that a crash
// leaves all of it or nothing (service-api, Create a document).
import type { Actor } from './accounts.ts';
import { documentTotals, toCents, toMillionths } from './amounts.ts';
import type { PricedLine, Totals } from './amounts.ts';
import { checkDocument } from './check-document.ts';
import type { PracticeDatabase } from './database.ts';
import { addDays, lisbonDateTime } from './lisbon-time.ts';
import { partyIdFor } from './parties.ts';
import { atReportStatuses, documentStatuses, paymentTerms, rowById } from './reference.ts';
import type { DocumentType } from './reference.ts';
import type { CreateRequest, FieldError } from './requests.ts';
import { chooseSerie, nextNumber } from './series.ts';
import { prepared } from './prepared.ts';

type CreateOutcome =
  | { readonly kind: 'created'; readonly documentId: number }
  | { readonly kind: 'refused'; readonly errors: readonly FieldError[] }
  | { readonly kind: 'forbidden' };

/** The largest sum of lines, in cents: all that is derived from it stays an exact JSON number. */
const largestGrossCents = 100_000_000_000_000n;

interface Line extends PricedLine {
  readonly code: string;
  readonly description: string;
}

/**
 * Creates a document. A refused request leaves no trace. Nothing merges two equal requests: each
 * call that is not refused creates a document.
 */
export function createDocument(
  db: PracticeDatabase,
  actor: Actor,
  request: CreateRequest,
  now: Date,
): CreateOutcome {
  return db
    .transaction((): CreateOutcome => {
      const check = checkDocument(db, actor, request);
      if (check.kind !== 'accepted') return check;
      const lines = requestedLines(db, check.type, request);
      const totals = documentTotals(lines, {
        isTaxIncluded: request.is_tax_included ?? check.type.isTaxIncluded,
        discountMillionths: toMillionths(request.global_discount1),
      });
      if (totals.grossCents > largestGrossCents) {
        const error = {
          message: 'The total is too large.',
          code: 'out_of_range',
          field: 'details',
        };
        return { kind: 'refused', errors: [error] };
      }
      const documentId = writeHeader(db, actor, check.type, request, totals, now);
      writeLines(db, documentId, lines, totals);
      writePayments(db, documentId, request);
      writeSearchText(db, documentId, check.type, lines);
      return { kind: 'created', documentId };
    })
    .immediate();
}

/** Percent, of what the service has never seen. */
const usualVatRate = 23;

/**
 * Returns the lines with their products. A trainee's own product, which the service has never seen,
 * is known by its code from then on, at the usual rate.
 */
function requestedLines(db: PracticeDatabase, type: DocumentType, request: CreateRequest): Line[] {
  const findProduct = prepared<[string], { description: string; vat_rate: number }>(
    db,
    'SELECT description, vat_rate FROM products WHERE code = ?',
  );
  const addProduct = prepared<[string, string, number]>(
    db,
    "INSERT INTO products (code, description, unit, vat_rate) VALUES (?, ?, '', ?)",
  );
  return request.details.map((line) => {
    const known = findProduct.get(line.code);
    if (!known) addProduct.run(line.code, line.code, usualVatRate);
    const product = known ?? { description: line.code, vat_rate: usualVatRate };
    return {
      code: line.code,
      description: product.description,
      quantityMillionths: toMillionths(line.base_qty),
      unitValueMillionths: toMillionths(line.line_unit_value),
      // Moving stock is not a supply, and so bears no VAT.
      vatRate: type.group === 'stocks' ? 0 : product.vat_rate,
    };
  });
}

function writeHeader(
  db: PracticeDatabase,
  actor: Actor,
  type: DocumentType,
  request: CreateRequest,
  totals: Totals,
  now: Date,
): number {
  const today = lisbonDateTime(now);
  const serie = chooseSerie(db, actor, type, request, today.date.slice(0, 4));
  const number = request.finalize ? nextNumber(db, serie.id) : 0;
  const date = type.isSigned ? today.date : (request.document_date ?? today.date);
  const time =
    type.isSigned || request.document_time === undefined
      ? today.time
      : `${request.document_time}.000000`;
  const term = rowById(paymentTerms, request.payment_term_id ?? 1);
  const isTransport = request.is_transport_document ?? type.group === 'sales_guides';
  const roundCents = toCents(request.total_round_amount);
  const isOwed =
    (type.group === 'sales' || type.group === 'purchases') && request.payments.length === 0;
  const result = prepared(
    db,
    `INSERT INTO documents (company_id, till_id, document_type_id, nature_id, serie_id, status_id,
         at_report_status_id, doc_key, document_number, document_date, document_time, due_date,
         our_reference, document_reference, party_id, warehouse_id, salesman_id, payment_term_id,
         is_tax_included, is_transport_document, number_of_prints, header_text, footer_text,
         discount_millionths, gross_cents, discount_cents, net_cents, taxes_cents, total_cents,
         round_cents, due_cents)
       VALUES (:companyId, :tillId, :typeId, :natureId, :serieId, :statusId,
         :atReportStatusId, :docKey, :number, :date, :time, :dueDate,
         :ourReference, :documentReference, :partyId, :warehouseId, :salesmanId, :termId,
         :isTaxIncluded, :isTransport, :prints, :headerText, :footerText,
         :discountMillionths, :grossCents, :discountCents, :netCents, :taxesCents, :totalCents,
         :roundCents, :dueCents)`,
  ).run({
    companyId: actor.companyId,
    tillId: actor.tillId,
    typeId: type.id,
    natureId: type.natureId,
    serieId: serie.id,
    statusId: statusOf(type, request.finalize).id,
    atReportStatusId: atReportStatusOf(isTransport, request).id,
    docKey: `${type.code} ${serie.code}/${number}`,
    number,
    date,
    time,
    dueDate: addDays(date, term.days),
    ourReference: request.our_reference,
    documentReference: request.document_reference,
    partyId: type.group === 'stocks' ? null : partyIdFor(db, actor.companyId, type, request),
    warehouseId: request.warehouse_id ?? firstWarehouse(db, actor.companyId),
    salesmanId: request.salesman_id ?? null,
    termId: term.id,
    isTaxIncluded: Number(request.is_tax_included ?? type.isTaxIncluded),
    isTransport: Number(isTransport),
    prints: Number(request.finalize && request.print),
    headerText: request.header_text,
    footerText: request.footer_text,
    discountMillionths: toMillionths(request.global_discount1),
    grossCents: totals.grossCents,
    discountCents: totals.discountCents,
    netCents: totals.netCents,
    taxesCents: totals.taxesCents,
    totalCents: totals.totalCents,
    roundCents,
    dueCents: isOwed ? totals.totalCents + roundCents : 0n,
  });
  return Number(result.lastInsertRowid);
}

function statusOf(type: DocumentType, isFinal: boolean): { readonly id: number } {
  if (!isFinal) return documentStatuses.draft;
  return type.group === 'stocks' ? documentStatuses.finalizedStock : documentStatuses.finalized;
}

/** Transport documents are always reported, any other only if it is forced; a draft waits. */
function atReportStatusOf(isTransport: boolean, request: CreateRequest): { readonly id: number } {
  if (!isTransport && !request.force_communication) return atReportStatuses.notRequired;
  return request.finalize ? atReportStatuses.reported : atReportStatuses.pending;
}

function firstWarehouse(db: PracticeDatabase, companyId: number): number {
  const warehouse = prepared<[number], { id: number }>(
    db,
    'SELECT id FROM warehouses WHERE company_id = ? ORDER BY id LIMIT 1',
  ).get(companyId);
  if (warehouse === undefined) throw new Error(`Company ${companyId} has no warehouse.`);
  return warehouse.id;
}

function writeLines(
  db: PracticeDatabase,
  documentId: number,
  lines: readonly Line[],
  totals: Totals,
): void {
  const insertLine = prepared(
    db,
    `INSERT INTO document_lines (document_id, position, product_code, quantity_millionths,
       unit_value_millionths, vat_rate, line_cents) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  lines.forEach((line, index) => {
    const { code, quantityMillionths, unitValueMillionths, vatRate } = line;
    const lineCents = totals.lineCents[index];
    insertLine.run(
      documentId,
      index + 1,
      code,
      quantityMillionths,
      unitValueMillionths,
      vatRate,
      lineCents,
    );
  });
  const insertTax = prepared(
    db,
    'INSERT INTO document_taxes (document_id, vat_rate, net_cents, tax_cents) VALUES (?, ?, ?, ?)',
  );
  for (const tax of totals.taxes) {
    insertTax.run(documentId, tax.vatRate, tax.netCents, tax.taxCents);
  }
}

function writePayments(db: PracticeDatabase, documentId: number, request: CreateRequest): void {
  const insert = prepared(
    db,
    'INSERT INTO document_payments (document_id, position, payment_method_id) VALUES (?, ?, ?)',
  );
  request.payments.forEach((payment, index) => {
    insert.run(documentId, index + 1, payment.payment_method_id);
  });
}

function writeSearchText(
  db: PracticeDatabase,
  documentId: number,
  type: DocumentType,
  lines: readonly Line[],
): void {
  const row = prepared<[number], Record<string, string | null>>(
    db,
    `SELECT d.doc_key, d.our_reference, d.document_reference, p.fiscal_number, p.name,
              s.salesman_name
       FROM documents d LEFT JOIN parties p ON p.id = d.party_id
       LEFT JOIN salesmen s ON s.id = d.salesman_id WHERE d.id = ?`,
  ).get(documentId);
  // A line break between the fields keeps a term from matching across two of them.
  const heading = [type.name, ...Object.values(row ?? {})].join('\n').toLowerCase();
  const descriptions = lines.map((line) => line.description).join('\n');
  prepared(
    db,
    'INSERT INTO document_search (document_id, heading, heading_and_lines) VALUES (?, ?, ?)',
  ).run(documentId, heading, `${heading}\n${descriptions.toLowerCase()}`);
}
