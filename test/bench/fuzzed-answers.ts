// Answers of any shape up to what the client accepts: deep, wide and odd, drawn by a seed.
import { defaultMaxAnswerBytes } from '../../src-main/service/client.ts';
import type { Seeded } from '../faults/seeded.ts';

/** Names that the till looks for, and names that resemble them. */
const names = [
  ...['results', 'count', 'next', 'offset', 'id', 'doc_key', 'our_reference', 'total_amount'],
  ...['document_date', 'document_time', 'document_id', 'document', 'document_name', 'party'],
  ...['document_nature', 'document_nature_id', 'document_status', 'fiscal_number', 'name', 'code'],
  ...['details', 'lines', 'document_details', 'linhas', 'data', 'items', 'taxes', 'iva', 'tax'],
  ...['payments', 'pagamentos', 'payment_method', 'amount', 'valor', 'base_qty', 'quantidade'],
  ...['line_unit_value', 'preco', 'price', 'rate', 'taxa', 'base', 'total', 'descricao', 'text'],
  ...[
    'errors',
    'field',
    'message',
    'detail',
    'non_field_errors',
    'key',
    'token',
    'user',
    'company',
  ],
  ...['till', 'is_demo', 'full_name', 'atcud', 'qrcode', 'hash', 'certificate', 'description'],
  ...['__proto__', 'constructor', 'toString', 'length', '', 'a b', 'ÃÃÃ', 'lineUnitValueOfTheLine'],
];
const chars = [
  'a',
  '0',
  ' ',
  '.',
  ',',
  '-',
  'é',
  '\\u0000',
  '\\n',
  '\\ud800',
  'ß',
  '١',
  '€',
  '%',
  '/',
];

/** Returns JSON text of about so many bytes. */
export function fuzzedAnswer(chance: Seeded, bytes = defaultMaxAnswerBytes - 1_000): string {
  const one = <Item>(items: readonly Item[]): Item =>
    items[chance.between(0, items.length - 1)] as Item;
  const budget = { left: bytes };
  const spend = (text: string): string => {
    budget.left -= text.length;
    return text;
  };
  const longText = (most: number): string => {
    const unit = Array.from({ length: chance.between(1, 4) }, () => one(chars)).join('');
    return unit.repeat(Math.max(1, Math.floor(chance.between(1, most) / unit.length)));
  };
  const key = (): string =>
    `"${chance.chance(0.8) ? one(names) : chance.chance(0.95) ? `${one(names)}${chance.between(0, 9_999)}` : longText(20_000)}"`;
  const leaf = (): string => {
    switch (chance.between(0, 7)) {
      case 0:
        return String(chance.between(-9, 1_000_000));
      case 1:
        return one(['1e308', '-0', '1e-320', '0.1', '1.005', '9007199254740993', '1E400']);
      case 2:
        return one(['null', 'true', 'false', '[]', '{}', '[[]]', '""']);
      case 3:
        return `"${longText(chance.chance(0.02) ? 300_000 : 40)}"`;
      case 4:
        return `"${chance.between(0, 99_999)}${one(['.5', ',50', '%', ' €', '-01-01', ':00', ''])}"`;
      case 5:
        return `"${'9'.repeat(chance.between(1, chance.chance(0.02) ? 100_000 : 30))}"`;
      case 6:
        return `"FS 2026A/${chance.between(1, 99)}"`;
      default:
        return `"${one(names)}"`;
    }
  };
  const many = () => one([1, 3, 12, 120, 1_500, 60_000]);
  const value = (depth: number): string => {
    if (budget.left <= 0) return '0';
    const kind = chance.between(0, depth === 0 ? 5 : 9);
    if (kind === 0 && depth < 3 && chance.chance(0.1)) {
      const deep = chance.between(1, Math.max(1, Math.floor(budget.left / 12)));
      const [open, close] = one([
        ['[', ']'],
        ['{"a":', '}'],
        ['{"results":[', ']}'],
      ]);
      spend(open.repeat(deep) + close.repeat(deep));
      return `${open.repeat(deep)}0${close.repeat(deep)}`;
    }
    if (kind <= 3) {
      // The same row many times, or different rows.
      const isSame = chance.chance(0.6);
      const first = value(depth + 1);
      const next = () => (isSame ? spend(first) : value(depth + 1));
      const rows = [first];
      for (let left = many() - 1; left > 0 && budget.left > 0; left -= 1) rows.push(next());
      spend(`[${','.repeat(rows.length)}]`);
      return `[${rows.join()}]`;
    }
    if (kind <= 6) {
      const fields: string[] = [];
      for (let left = many(); left > 0 && budget.left > 0; left -= 1)
        fields.push(spend(`${key()}:,`).slice(0, -1) + value(depth + 1));
      return `{${fields.join()}}`;
    }
    return spend(leaf());
  };
  /** What a parser expects around the rest, so that it reads on. */
  const [times, around] = one<readonly [times: number, around: (text: string) => string]>([
    [1, (text) => text],
    [1, (text) => `{"count":1,"offset":0,"next":null,"results":[${text}]}`],
    [
      1,
      (text) =>
        `{"id":1,"doc_key":"FS A/1","our_reference":"CF-0000-0000-0000","total_amount":1.5,"document_id":1,"details":${text}}`,
    ],
    [2, (text) => `{"id":1,"doc_key":"FS A/1","total_amount":1.5,"x":${text},"y":${text}}`],
    [1, (text) => `{"errors":${text}}`],
    [2, (text) => `{"key":"a","user":${text},"company":${text}}`],
  ]);
  budget.left = bytes / times;
  const parts: string[] = [];
  while (budget.left > 0) parts.push(value(0));
  const text = around(parts.length === 1 ? (parts[0] ?? '0') : `[${parts.join()}]`);
  // The last row may have made the text too long.
  const isFitting = Buffer.byteLength(text) <= defaultMaxAnswerBytes;
  return isFitting ? text : fuzzedAnswer(chance, Math.floor(bytes * 0.9));
}
