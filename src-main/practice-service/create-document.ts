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
import { insert, prepared } from './prepared.ts';

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
  return request.details.map((line) => {
    const known = findProduct.get(line.code);
    const product = known ?? { description: line.code, vat_rate: usualVatRate };
    if (!known) insert(db, 'products', { code: line.code, unit: '', ...product });
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
  return insert(db, 'documents', {
    company_id: actor.companyId,
    till_id: actor.tillId,
    document_type_id: type.id,
    nature_id: type.natureId,
    serie_id: serie.id,
    status_id: statusOf(type, request.finalize).id,
    at_report_status_id: atReportStatusOf(isTransport, request).id,
    doc_key: `${type.code} ${serie.code}/${number}`,
    document_number: number,
    document_date: date,
    document_time: time,
    due_date: addDays(date, term.days),
    our_reference: request.our_reference,
    document_reference: request.document_reference,
    party_id: type.group === 'stocks' ? null : partyIdFor(db, actor.companyId, type, request),
    warehouse_id: request.warehouse_id ?? firstWarehouse(db, actor.companyId),
    salesman_id: request.salesman_id ?? null,
    payment_term_id: term.id,
    is_tax_included: Number(request.is_tax_included ?? type.isTaxIncluded),
    is_transport_document: Number(isTransport),
    number_of_prints: Number(request.finalize && request.print),
    header_text: request.header_text,
    footer_text: request.footer_text,
    discount_millionths: toMillionths(request.global_discount1),
    gross_cents: totals.grossCents,
    discount_cents: totals.discountCents,
    net_cents: totals.netCents,
    taxes_cents: totals.taxesCents,
    total_cents: totals.totalCents,
    round_cents: roundCents,
    due_cents: isOwed ? totals.totalCents + roundCents : 0n,
  });
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
  lines.forEach((line, index) => {
    insert(db, 'document_lines', {
      document_id: documentId,
      position: index + 1,
      product_code: line.code,
      quantity_millionths: line.quantityMillionths,
      unit_value_millionths: line.unitValueMillionths,
      vat_rate: line.vatRate,
      line_cents: totals.lineCents[index] ?? 0n,
    });
  });
  for (const { vatRate, netCents, taxCents } of totals.taxes) {
    insert(db, 'document_taxes', {
      document_id: documentId,
      vat_rate: vatRate,
      net_cents: netCents,
      tax_cents: taxCents,
    });
  }
}

function writePayments(db: PracticeDatabase, documentId: number, request: CreateRequest): void {
  request.payments.forEach(({ payment_method_id }, index) => {
    insert(db, 'document_payments', {
      document_id: documentId,
      position: index + 1,
      payment_method_id,
    });
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
  insert(db, 'document_search', {
    document_id: documentId,
    heading,
    heading_and_lines: `${heading}\n${descriptions.toLowerCase()}`,
  });
}
