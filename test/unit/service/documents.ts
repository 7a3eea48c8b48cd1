// Documents as the API document describes them, in full.

/** service-api, Document summary. */
export const summary = {
  id: 12_345,
  doc_key: 'FS 2026/17',
  document_date: '2026-03-31',
  document_time: '18:45:12.345678',
  document_number: 17,
  our_reference: 'CF-0123-4567-89AB',
  is_valued: true,
  total_amount: 12.3,
  total_due_amount: 0,
  due_date: '2026-03-31',
  document_id: 7,
  document: { code: 'FS', document_name: 'Fatura simplificada' },
  document_serie_id: 3,
  document_serie: { code: '2026', description: 'Série 2026' },
  document_status_id: 1202,
  document_status: { code: 'F', description: 'Finalizado' },
  warehouse_id: 1,
  warehouse: { code: 1, description: 'Loja' },
  document_nature_id: 302,
  document_nature: { code: 'FS', description: 'Fatura simplificada' },
  party_id: 9,
  party: { class: 1601, code: 9, name: 'Consumidor final', fiscal_number: '999999990' },
};

/** service-api, Document (response of create), without the fields that the till does not use. */
export const created = {
  ...summary,
  document_reference: '',
  module_origin: 2,
  party: { ...summary.party, commercial_name: '', street1: 'Rua Direita 1', zip_code: '1000-001' },
  line_details_count: 1,
  lines_total_quantity: 2,
  is_tax_included: true,
  total_gross_amount: 12.3,
  total_net_amount: 10,
  total_taxes_amount: 2.3,
  header_text: 'Obrigado',
  footer_text: 'Volte sempre',
  number_of_prints: 0,
  obs: null,
  payment_method_id: 1,
  payment_method: { code: 'NU', description: 'Numerário' },
  origin_document_header_id: null,
  origin_document_header: null,
};

/**
 * Returns a copy with another value at the path, such as `results[0].party.name`; undefined removes
 * it.
 */
export function withValue(document: object, path: string, value: unknown): object {
  const copy = structuredClone(document);
  const keys = path.split(/[.[\]]+/).filter((key) => key !== '');
  let parent = copy as Record<string, unknown>;
  for (const key of keys.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  const last = keys.at(-1) ?? '';
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
  return copy;
}
