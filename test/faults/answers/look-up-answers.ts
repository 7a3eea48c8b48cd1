// Pages of a look-up, in the order in which they are requested, and what they say together.
import { htmlPage } from '../fault.ts';
import type { Seeded } from '../seeded.ts';
import { arrayText, nested, objectText, shuffled } from './json-text.ts';
import { oddDocument, type OddDocument } from './odd-documents.ts';
import { afterwards, unclear, worst, type Effect, type Said } from './said.ts';
import { oddField, oddJson } from './surprises.ts';

export interface SpokenPages {
  /** Each page has the offset at which it begins for a till whose pages overlap by a row. */
  readonly pages: readonly {
    readonly status: number;
    readonly text: string;
    readonly offset: number;
  }[];
  /**
   * What the pages say to a till that reads page after page until there is no next one; the last
   * page comes again and again.
   */
  readonly said: Said;
}

export const lookUpKinds = ['search', 'scan'] as const;
export type LookUpKind = (typeof lookUpKinds)[number];

export interface Lost {
  readonly reference: string;
  readonly totalCents: number;
  readonly corrected: boolean;
  /** If a document is ours, its id is above this. */
  readonly highWaterMark: number;
}

interface Row extends OddDocument {
  readonly number: number;
}

export function lookUpAnswer(random: Seeded, kind: LookUpKind, lost: Lost): SpokenPages {
  const rows = drawRows(random, lost);
  const ordered = inOrder(random, kind, rows);
  const { parts, effect } = split(random, kind, ordered.rows);
  // If so, even the last page claims to have a next one.
  const isEndless = random.chance(0.01);
  const effects: Effect[] = [ordered.effect, effect];
  let offset = 0;
  const pages = parts.map((part, index) => {
    const hasNext = isEndless || index < parts.length - 1;
    const page = random.chance(0.85)
      ? plainPage(random, part, hasNext)
      : oddPage(random, part, hasNext);
    effects.push(page.effect);
    const spoken = { ...page, offset };
    offset += Math.max(1, part.length - 1);
    return spoken;
  });
  const said = isEndless ? unclear : afterwards(saidByRows(kind, rows, lost), worst(effects));
  return { pages, said };
}

function drawRows(random: Seeded, lost: Lost): readonly Row[] {
  const oddShare = random.pick([0, 0.01, 0.1]);
  const ourOddShare = random.pick([0, 0.05, 0.2]);
  const ours = random.pick([0, 0, 1, 1, 1, 1, 2]);
  const count = ours + random.between(0, 5);
  return Array.from({ length: count }, (_, index) => {
    const number = lost.highWaterMark + 1 + index * 7;
    const isOurs = index < ours;
    const wanted = { id: number, ...lost, isOurs, oddShare: isOurs ? ourOddShare : oddShare };
    return { number, ...oddDocument(random, wanted) };
  });
}

function saidByRows(kind: LookUpKind, rows: readonly Row[], lost: Lost): Said {
  // A row without a reference is nobody's, but a row without an id has no place in an order.
  const isOutOfOrder = kind === 'scan' && rows.some(({ id }) => id === 'unreadable');
  const ours = rows.filter(({ reference }) => reference === 'ours');
  const isNamed = ours.length === 0 && rows.some(({ reference }) => reference === 'names_ours');
  const said: Said = isNamed ? { verdict: 'found_mismatch', plain: true } : saidByOurs(ours, lost);
  return afterwards(said, isOutOfOrder ? 'muddling' : 'harmless');
}

function saidByOurs(ours: readonly Row[], lost: Lost): Said {
  if (ours.length === 0) return { verdict: 'absent', plain: true };
  // A document of another kind is no second document. One that cannot be read may be of any kind.
  const ofKind = ours.filter(({ isOurNature }) => isOurNature);
  const [first] = ofKind;
  const isOfFormerBody = lost.corrected && first?.isOurTotal === false;
  if (!first || ofKind.length > 1 || isOfFormerBody) {
    return { verdict: 'found_mismatch', plain: true };
  }
  // The document bears our reference, so it is not absent, but it cannot be read.
  if (first.effect === 'unsaying') return { verdict: 'found_mismatch', plain: false };
  const verdict = first.isFinalized ? 'found' : 'found_not_finalized';
  return afterwards({ verdict, plain: true }, worst(ours.map(effectOf)));
}

const effectOf = ({ id, isPartyReadable, effect }: Row): Effect =>
  effect === 'harmless' && id === 'readable' && isPartyReadable ? 'harmless' : 'muddling';

/** The till believes a scan only in descending order, and a search in any. */
function inOrder(
  random: Seeded,
  kind: LookUpKind,
  rows: readonly Row[],
): { rows: readonly Row[]; effect: Effect } {
  if (kind === 'search') return { rows: shuffled(random, rows), effect: 'harmless' };
  const descending = rows.toSorted((a, b) => b.number - a.number);
  if (rows.length < 2 || random.chance(0.9)) return { rows: descending, effect: 'harmless' };
  const [first, ...rest] = descending;
  const moved = first ? [...rest, first] : rest;
  const isOrderTold = first?.id === 'readable' && rest.some(({ id }) => id === 'readable');
  return { rows: moved, effect: isOrderTold ? 'unsaying' : 'harmless' };
}

/**
 * Pages of a scan must overlap by a row, which shows that none was removed between them; documents
 * that arrive meanwhile push more rows onto the next page.
 */
function split(
  random: Seeded,
  kind: LookUpKind,
  rows: readonly Row[],
): { parts: readonly (readonly Row[])[]; effect: Effect } {
  // A page without rows that claims to have a next one.
  if (random.chance(0.03)) return { parts: [[], rows], effect: 'unsaying' };
  if (rows.length < 3 || random.chance(0.6)) return { parts: [rows], effect: 'harmless' };
  const cut = random.between(1, rows.length - 2);
  const again = random.pick([0, 1, 1, 1, 1, 1, 1, 2]);
  const parts = [rows.slice(0, cut), rows.slice(Math.max(0, cut - again))];
  // A page of a single row cannot overlap.
  return { parts, effect: kind === 'scan' && again === 0 && cut > 1 ? 'unsaying' : 'harmless' };
}

interface Page {
  readonly status: number;
  readonly text: string;
  readonly effect: Effect;
}

const nextOf = (hasNext: boolean): string =>
  hasNext ? '"http://127.0.0.1/documents/?offset=1"' : 'null';

const plainPage = (random: Seeded, rows: readonly Row[], hasNext: boolean): Page => ({
  status: 200,
  text: pageText(random, rows, nextOf(hasNext)),
  effect: 'harmless',
});

function pageText(random: Seeded, rows: readonly Row[], next: string, results?: string): string {
  const fields: readonly (readonly [string, string])[] = [
    ['limit', '100'],
    ['offset', '0'],
    ['count', String(rows.length)],
    ['next', next],
    ['previous', 'null'],
    ['results', results ?? arrayText(rows.map(({ json }) => json))],
    ...(random.chance(0.2) ? [oddField(random)] : []),
  ];
  const written = random.chance(0.2) ? shuffled(random, fields) : fields;
  return objectText(written.filter(([, json]) => json !== ''));
}

const withRow = (random: Seeded, rows: readonly Row[], hasNext: boolean, row: string): string =>
  pageText(random, rows, nextOf(hasNext), arrayText([...rows.map(({ json }) => json), row]));

const otherStatuses = [
  201, 202, 206, 204, 302, 304, 307, 400, 401, 403, 404, 405, 418, 429, 500, 502, 503, 599, 999,
] as const;

function oddPage(random: Seeded, rows: readonly Row[], hasNext: boolean): Page {
  const plain = plainPage(random, rows, hasNext);
  const spoilt = (text: string): Page => ({ status: 200, text, effect: 'unsaying' });
  const reply = (status: number): Page => {
    const isSuccess = status < 300 && status !== 204;
    return { status, text: plain.text, effect: isSuccess ? 'muddling' : 'unsaying' };
  };
  if (random.chance(0.01)) return spoilt(nested(500_000));
  return random.pick([
    () => reply(random.pick(otherStatuses)),
    () => reply(random.pick(otherStatuses)),
    () => spoilt(pageText(random, rows, random.pick(['7', '{}', '[]', 'true', 'false']))),
    // The till must assume that a next page may exist; here the last page comes again, and adds
    // nothing.
    (): Page =>
      rows.length === 0
        ? spoilt(htmlPage)
        : {
            ...spoilt(pageText(random, rows, '')),
            effect: 'harmless',
          },
    () => spoilt(pageText(random, rows, 'null', random.pick(['null', '', '{}', '"[]"', '7']))),
    () => spoilt(withRow(random, rows, hasNext, random.pick(['null', '7', '"row"']))),
    // A row that is nobody's, and out of order.
    (): Page =>
      rows.length === 0
        ? spoilt(htmlPage)
        : { ...spoilt(withRow(random, rows, hasNext, '{}')), effect: 'muddling' },
    () => spoilt(arrayText(rows.map(({ json }) => json))),
    () => spoilt(`{"__proto__":${plain.text}}`),
    () => spoilt(plain.text.slice(0, random.between(0, plain.text.length - 1))),
    () => spoilt(random.pick([htmlPage, '', '{}', 'null'])),
    () => spoilt(plain.text + oddJson(random)),
    () => ({ ...plain, text: `\n\t${plain.text} ` }),
  ])();
}
