// The service's fixed tables: document types with their natures, statuses, party classes, terms,
// payment methods, plans. Ids that the API document shows are its own; the rest are this service's
// choice.

/** The list that shows a nature; none shows purchases (service-api, Endpoints, Documents). */
export type NatureGroup = 'sales' | 'sales_guides' | 'stocks' | 'working_documents' | 'purchases';

/** A document type and the one nature that it belongs to: every nature here has a single type. */
export interface DocumentType {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly natureId: number;
  readonly group: NatureGroup;
  /** Signed documents take the service's own date and time. */
  readonly isSigned: boolean;
  /** An immediate-payment document, which cannot be finalized without `payments`. */
  readonly isPaidAtOnce: boolean;
  /** The configuration that applies if a request does not say `is_tax_included`. */
  readonly isTaxIncluded: boolean;
}

const sale = { group: 'sales', isSigned: true, isTaxIncluded: true } as const;
const guide = {
  group: 'sales_guides',
  isSigned: true,
  isPaidAtOnce: false,
  isTaxIncluded: true,
} as const;
const working = { ...guide, group: 'working_documents' } as const;
const stock = { ...guide, group: 'stocks', isSigned: false, isTaxIncluded: false } as const;
const credit = { ...sale, isPaidAtOnce: false } as const;
const paidAtOnce = { ...sale, isPaidAtOnce: true } as const;

export const documentTypes: readonly DocumentType[] = [
  { id: 1, code: 'FT', name: 'Fatura', natureId: 301, ...credit },
  { id: 2, code: 'FS', name: 'Fatura simplificada', natureId: 302, ...paidAtOnce },
  { id: 3, code: 'FR', name: 'Fatura-recibo', natureId: 303, ...paidAtOnce },
  { id: 4, code: 'NC', name: 'Nota de crédito', natureId: 304, ...credit },
  { id: 5, code: 'ND', name: 'Nota de débito', natureId: 305, ...credit },
  { id: 6, code: 'GR', name: 'Guia de remessa', natureId: 321, ...guide },
  { id: 7, code: 'GT', name: 'Guia de transporte', natureId: 322, ...guide },
  { id: 8, code: 'OR', name: 'Orçamento', natureId: 353, ...working },
  { id: 9, code: 'NE', name: 'Nota de encomenda', natureId: 354, ...working },
  { id: 10, code: 'FO', name: 'Folha de obra', natureId: 355, ...working },
  {
    id: 11,
    code: 'VFT',
    name: 'Fatura de fornecedor',
    natureId: 401,
    group: 'purchases',
    isSigned: false,
    isPaidAtOnce: false,
    isTaxIncluded: false,
  },
  { id: 12, code: 'EST', name: 'Entrada de stock', natureId: 502, ...stock },
  { id: 13, code: 'SST', name: 'Saída de stock', natureId: 503, ...stock },
  { id: 14, code: 'TRF', name: 'Transferência entre armazéns', natureId: 504, ...stock },
];

/** The natures that correct an invoice, and so have an origin. */
export const noteNatures: ReadonlySet<number> = new Set([304, 305]);

interface CodedRow {
  readonly id: number;
  readonly code: string;
  readonly description: string;
}

/** The API's finalized statuses, and `draft` without `finalize` (States and transitions). */
export const documentStatuses = {
  finalizedStock: { id: 1201, code: 'F', description: 'Finalizado' },
  finalized: { id: 1202, code: 'F', description: 'Finalizado' },
  draft: { id: 1203, code: 'P', description: 'Por finalizar' },
} as const satisfies Record<string, CodedRow>;

export const atReportStatuses = {
  notRequired: { id: 1301, code: 'NA', description: 'Não aplicável' },
  pending: { id: 1302, code: 'PC', description: 'Por comunicar' },
  reported: { id: 1303, code: 'C', description: 'Comunicado (formação)' },
} as const satisfies Record<string, CodedRow>;

export const partyClasses = { customer: 1601, supplier: 1602 } as const;

/**
 * The code of a product that was withdrawn, as if it had been deleted in the back office and not
 * yet at the till: it is refused, and every other code is taken.
 */
export const withdrawnCode = 'FORA-DE-VENDA';

/** The anonymous customer of a sale that names nobody. */
export const finalConsumer = { fiscalNumber: '999999990', name: 'Consumidor final' } as const;

export const paymentTerms: readonly (CodedRow & { readonly days: number })[] = [
  { id: 1, code: 'PP', description: 'Pronto pagamento', days: 0 },
  { id: 2, code: '30D', description: '30 dias', days: 30 },
  { id: 3, code: '60D', description: '60 dias', days: 60 },
];

export const paymentMethods: readonly CodedRow[] = [
  { id: 1, code: 'NU', description: 'Numerário' },
  { id: 2, code: 'MB', description: 'Multibanco' },
  { id: 3, code: 'MBW', description: 'MB WAY' },
];

/** A line always has its own unit value, so the chosen price line changes no amount. */
export const priceLines: readonly CodedRow[] = [{ id: 1, code: 'PVP1', description: 'Retalho' }];

export const demoPlans = [
  { id: 1, code: 'INDIVIDUAL', description: 'Profissional individual' },
  { id: 2, code: 'SERVICES', description: 'Serviços' },
  { id: 3, code: 'RETAIL', description: 'Comércio a retalho' },
  { id: 4, code: 'BUSINESS', description: 'Empresa' },
] as const satisfies readonly CodedRow[];

/** Returns the row with this id, which must come from our own tables. @throws if there is none. */
export function rowById<Row extends { readonly id: number }>(
  rows: readonly Row[],
  id: number,
): Row {
  const row = rows.find((candidate) => candidate.id === id);
  if (row === undefined) throw new Error(`The practice service has no reference row ${id}.`);
  return row;
}
