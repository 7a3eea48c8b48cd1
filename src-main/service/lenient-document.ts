// Reads a document whose shape is "not shown": lines, payments and taxes by their names and by what
// they hold, and everything else as text, within bounds. It copes with anything that comes.
import type { DocumentDetail, FiscalMarks } from '../contract/documents.ts';
import { isRecord, type JsonObject } from './json-object.ts';
import { fitsLines, readLines } from './lenient-lines.ts';
import { fitsPayments, readPayments } from './lenient-payments.ts';
import { tablesOf } from './lenient-rows.ts';
import { note, type ShownFields } from './lenient-fields.ts';
import { fitsTaxes, readTaxes } from './lenient-taxes.ts';
import {
  amountOf,
  isPlain,
  Visits,
  fieldsOf,
  maxTextLength,
  shortenedLine,
  textOfValue,
} from './lenient-values.ts';

const maxOthers = 300;
const maxDepth = 5;
const maxNameLength = 120;
/**
 * The bound on visited fields and elements, shown or not: a document of a thousand lines needs
 * fewer, even if each has as many fields as any service's.
 */
const maxVisits = 100_000;

/** Returns every text, number and boolean in order, named `payments[0].payment_method.code`. */
function othersOf(body: unknown, shownFields: ShownFields): DocumentDetail['others'] {
  const others: { name: string; value: string }[] = [];
  const visits = new Visits(maxVisits);
  const isFull = () => others.length >= maxOthers || !visits.take();
  const visit = (value: unknown, longName: string, depth: number): void => {
    if (depth > maxDepth) return;
    const name = shortenedLine(longName, maxNameLength);
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length && !isFull(); index += 1) {
        visit(value[index], `${name}[${index}]`, depth + 1);
      }
    } else if (isRecord(value)) {
      const shownHere = shownFields.get(value);
      for (const key of fieldsOf(value, Infinity)) {
        if (isFull()) return;
        if (!shownHere?.has(key))
          visit(value[key], name === '' ? key : `${name}.${key}`, depth + 1);
      }
    } else if (isPlain(value) && value !== '') {
      others.push({ name, value: shortenedLine(textOfValue(value), maxTextLength) });
    }
  };
  visit(body, '', 0);
  return others;
}

const fits = { lines: fitsLines, payments: fitsPayments, taxes: fitsTaxes };

/**
 * Returns lines, payments and taxes as far as they can be recognised, and as text what is shown
 * neither there nor in a place of its own. `read` is what was read of the body already, under the
 * same names; its empty fields are shown here.
 */
export function readLoosely(
  body: unknown,
  read: unknown,
): Pick<DocumentDetail, 'lines' | 'payments' | 'taxes' | 'marks' | 'others'> {
  const shownFields: ShownFields = new Map();
  noteRead(body, read, shownFields);
  const marks = findFiscalMarks(body);
  const { tables, lines, taxes } = recogniseLists(body, shownFields);
  return {
    ...(marks && { marks }),
    lines,
    payments: readPayments(tables.payments, shownFields),
    taxes,
    others: othersOf(body, shownFields),
  };
}

/** Returns the lists of a document, and its lines and taxes. */
export function recogniseLists(body: unknown, shownFields: ShownFields) {
  const tables = tablesOf(body, fits, new Visits(maxVisits));
  const taxesCents = isRecord(body) ? amountOf(body.total_taxes_amount) : null;
  const taxes = readTaxes(tables.taxes, taxesCents, shownFields);
  const rates = taxes.flatMap(({ rate }) => (rate === undefined ? [] : [rate / 100]));
  const lines = readLines(tables.lines, [...new Set(rates)].slice(0, 20), shownFields);
  return { tables, lines, taxes };
}

function noteRead(body: unknown, read: unknown, shownFields: ShownFields): void {
  if (!isRecord(body) || !isRecord(read)) return;
  for (const [field, value] of Object.entries(read)) {
    if (isRecord(value)) noteRead(body[field], value, shownFields);
    else if (isPlain(value) && value !== '') note(body, field, shownFields);
  }
}

// Finds what a certified program prints on a document, in an answer whose shape is "not shown":
// under likely names, and only if it looks like what the law calls by that name. Anything uncertain
// is left out.

/** Returns a name in the form in which names are compared: without case and separators. */
const keyOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

const names: Readonly<Record<keyof FiscalMarks, readonly string[]>> = {
  atcud: ['atcud', 'atcudcode', 'documentatcud'],
  qrText: ['qrcode', 'qrcodetext', 'qrcodestring', 'qrcodedata', 'qrcodecontent', 'qrtext', 'qr'],
  // `hash_control` is not among them: in the law's own words it is the version of a key.
  hashExtract: [
    'hashextract',
    'hashcharacters',
    'hashchars',
    'hashprint',
    'hash4',
    'signatureextract',
    'hash',
    'signature',
    'documenthash',
  ],
  certificate: [
    'certificatesentence',
    'certificatetext',
    'certificationtext',
    'softwarecertificatetext',
    'certificate',
    'certificatenumber',
    'certification',
    'certificationnumber',
    'softwarecertificate',
    'softwarecertificatenumber',
    'softwarecertificationnumber',
    'certifiedprogram',
    'certifiedprogramnumber',
  ],
};

/**
 * Objects that hold marks of the document itself. Others do not count: a series has a code of its
 * own, and an origin its own marks.
 */
const holders = /^(fiscal|signature|signing|certification|certificate|atdata|atinfo|taxauthority)/;

const readings: Readonly<Record<keyof FiscalMarks, (text: string) => string | undefined>> = {
  /** The validation code of the series, of eight characters or more, then the number in it. */
  atcud: (text) => /^(?:ATCUD: ?)?([0-9A-Z]{8,}-\d{1,20})$/i.exec(text)?.[1],
  /** The QR text begins with the tax numbers of the seller and the buyer. */
  qrText: (text) => (/^A:\d{9}\*B:[\x20-\x7e]{1,640}$/.test(text) ? text : undefined),
  hashExtract: (text) => {
    if (/^[0-9A-Za-z+/]{4}$/.test(text)) return text;
    // A whole signature is reduced to its 1st, 11th, 21st and 31st characters.
    return /^[0-9A-Za-z+/]{100,700}={0,2}$/.test(text)
      ? [0, 10, 20, 30].map((index) => text[index]).join('')
      : undefined;
  },
  /** In SAF-T (PT) zero means that the program is not certified. */
  certificate: (text) =>
    /^([1-9]\d{0,5})(?:\/AT)?$/.exec(text)?.[1] ??
    /^(?=.*certificado)\P{Cc}{1,200}$/iu.exec(text)?.[0],
};

/** Returns undefined if there are no marks at all. */
export function findFiscalMarks(body: unknown): FiscalMarks | undefined {
  if (!isRecord(body)) return undefined;
  const ofBody = byKey(body);
  const places = [
    ofBody,
    ...[...ofBody].flatMap(([key, value]) =>
      isRecord(value) && holders.test(key) ? [byKey(value)] : [],
    ),
  ];
  const find = (mark: keyof FiscalMarks): string => {
    for (const place of places) {
      const foundText = findIn(place, names[mark], readings[mark]);
      if (foundText !== undefined) return foundText;
    }
    return '';
  };
  const marks = {
    atcud: find('atcud'),
    qrText: find('qrText'),
    hashExtract: find('hashExtract'),
    certificate: find('certificate'),
  };
  return Object.values(marks).every((mark) => mark === '') ? undefined : marks;
}

/** The bounds: no document has more fields, and no mark is longer. */
const maxFields = 1000;
const maxLength = 1000;

const byKey = (place: JsonObject): ReadonlyMap<string, unknown> =>
  new Map(Array.from(fieldsOf(place, maxFields), (name) => [keyOf(name), place[name]]));

function findIn(
  place: ReadonlyMap<string, unknown>,
  likely: readonly string[],
  read: (text: string) => string | undefined,
): string | undefined {
  for (const name of likely) {
    const value = place.get(name);
    const isShort = typeof value === 'string' && value.length <= maxLength;
    const text = isShort || typeof value === 'number' ? read(String(value).trim()) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}
