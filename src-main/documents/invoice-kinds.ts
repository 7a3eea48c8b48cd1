// The kinds of sales documents that the service has shown, and the one chosen for invoices.
import * as v from 'valibot';
import { isSimplifiedNature, natureIdOf, type DocumentKind } from '../contract/new-document.ts';
import { isNote } from '../contract/documents.ts';
import { invoiceKindSchema, type InvoiceKind } from '../contract/invoice-kind.ts';
import type { Store } from '../store/open.ts';
import { integer, readRows } from '../store/prepared.ts';
import { readTillSetting, readTillSettingOr, writeTillSetting } from '../store/till-settings.ts';

const setting = 'invoiceKind';

/** Returns the chosen kind. A kind that cannot be read, or is a note, must be chosen anew. */
export function readInvoiceKind(db: Store): InvoiceKind | null {
  const kind = readTillSettingOr(db, setting, v.nullable(invoiceKindSchema), null) ?? null;
  return kind && isNote(kind.name) ? null : kind;
}

export function writeInvoiceKind(db: Store, kind: InvoiceKind | null): void {
  writeTillSetting(db, setting, kind);
}

/** Sets the kind that a till has from the beginning. A person who chose none is not overruled. */
export function seedInvoiceKind(db: Store, kind: InvoiceKind): void {
  if (readTillSetting(db, setting, v.unknown()) === undefined) writeInvoiceKind(db, kind);
}

const natureRow = v.object({ id: integer, name: v.string(), code: v.string() });
const typeRow = v.object({ natureId: integer, id: integer, name: v.string() });

/**
 * Returns the kinds of the sales list without simplified invoices and notes. The document types of
 * a nature are named if the service has shown several: a single one is what the nature stands for.
 */
export const recallInvoiceKinds = (db: Store): readonly InvoiceKind[] =>
  recallKinds(db, (name) => !isNote(name));

/** Returns the same with the notes, which come first: what takes goods back is among them. */
export const recallReturnKinds = (db: Store): readonly InvoiceKind[] =>
  recallKinds(db, () => true).toSorted(
    (one, other) => Number(isNote(other.name)) - Number(isNote(one.name)),
  );

function recallKinds(db: Store, isWanted: (name: string) => boolean): readonly InvoiceKind[] {
  const natures = readRows(
    db,
    natureRow,
    `SELECT nature_id AS id, name, coalesce((
       SELECT summary ->> '$.nature.code' FROM document WHERE document.nature_id = nature.nature_id
     ), '') AS code
     FROM nature WHERE list = 'sales' ORDER BY name, nature_id`,
  ).filter((nature) => !isSimplifiedNature(nature) && [nature.name, nature.code].every(isWanted));
  const types = readRows(
    db,
    typeRow,
    `SELECT nature_id AS natureId, summary ->> '$.typeId' AS id, max(summary ->> '$.documentName') AS name
     FROM document
     WHERE nature_id IN (SELECT value FROM json_each(?)) AND summary ->> '$.typeId' IS NOT NULL
     GROUP BY 1, 2 ORDER BY 3, 2`,
    JSON.stringify(natures.map(({ id }) => id)),
  );
  return natures.flatMap((nature) => {
    const own = types.filter(({ natureId }) => natureId === nature.id);
    // A nature may be named otherwise than all that is made of it.
    const isOfWanted = own.length === 0 || own.some(({ name }) => isWanted(name));
    return [
      ...(isOfWanted ? kindOf('natureId', nature, isWanted) : []),
      ...(own.length > 1
        ? own.flatMap((type) => kindOf('documentTypeId', type, isWanted, nature.id))
        : []),
    ];
  });
}

/** Returns nothing for an id or a name that a request or a screen could not hold, or unwanted. */
function kindOf(
  by: InvoiceKind['kind']['by'],
  { id, name }: { readonly id: number; readonly name: string },
  isWanted: (name: string) => boolean,
  natureId?: number,
): readonly InvoiceKind[] {
  const shownName = name.replaceAll(/\p{Cc}+/gu, ' ').trim();
  const kind = v.safeParse(invoiceKindSchema, {
    kind: { by, id },
    name: shownName.slice(0, 200),
    ...(natureId !== undefined && { natureId }),
  });
  return kind.success && isWanted(shownName) ? [kind.output] : [];
}

/** Returns the nature of a kind; of the company's types only that of its invoices is known. */
export function natureOf(db: Store, kind: DocumentKind): number | null {
  if (kind.by !== 'documentTypeId') return natureIdOf(kind) ?? null;
  const invoice = readInvoiceKind(db);
  const isInvoice = invoice?.kind.by === 'documentTypeId' && invoice.kind.id === kind.id;
  return (isInvoice ? invoice.natureId : null) ?? null;
}
