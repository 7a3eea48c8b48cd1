// What was said of a document beside its lines, as names and values for a person to read.
import type { Cents } from '../../src-main/contract/money.ts';
import {
  isSimplifiedInvoice,
  toldOf,
  type DocumentKind,
  type Particulars,
} from '../../src-main/contract/new-document.ts';
import type { enParticulars } from './en/new-document.ts';

type Texts = typeof enParticulars;

export interface Particular {
  readonly name: string;
  readonly value: string;
}

export function kindInWords(
  { kind, name }: Pick<Particulars, 'kind' | 'name'>,
  texts: Texts,
): string {
  return name === '' ? kindByNumber(kind, texts) : name;
}

/** Returns what is asked of the service, whatever it is called. */
export function kindByNumber(kind: DocumentKind, texts: Texts): string {
  switch (kind.by) {
    case 'natureCode':
      return texts.natureCode(kind.code);
    case 'natureId':
      return texts.natureId(kind.id);
    case 'documentTypeId':
      return texts.documentTypeId(kind.id);
  }
}

type Field = keyof Texts['names'];

/** What one sale at the counter says and another does not. */
const ofCounter: readonly Field[] = ['kind', 'salesmanId', 'paymentTermId', 'footerText', 'email'];

/** Returns what differs between sales at the counter: the kind, unless it is the usual one. */
export const counterParticulars = (
  particulars: Particulars,
  texts: Texts,
  money: (amount: Cents) => string,
): readonly Particular[] => {
  const isUsual = isSimplifiedInvoice(particulars.kind);
  const { documentReference: madeFrom } = particulars;
  return [
    ...particularsInWords(particulars, texts, money, isUsual ? ofCounter.slice(1) : ofCounter),
    ...(madeFrom === undefined ? [] : [{ name: texts.madeFrom, value: madeFrom }]),
  ];
};

/** Returns the particulars in the order of the form, without those that the service decides. */
export function particularsInWords(
  particulars: Particulars,
  texts: Texts,
  money: (amount: Cents) => string,
  fields = Object.keys(texts.names) as readonly Field[],
): readonly Particular[] {
  const yesOrNo = (value: boolean) => (value ? texts.yes : texts.no);
  const ifTold = (value: boolean | undefined) => (value === undefined ? value : yesOrNo(value));
  const sentences: Readonly<Record<Field, string | undefined>> = {
    kind: kindInWords(particulars, texts),
    finalize: yesOrNo(particulars.finalize),
    serieId: idText(particulars.serieId),
    date: particulars.date,
    time: particulars.time,
    isTaxIncluded: ifTold(particulars.isTaxIncluded),
    partyClass: idText(particulars.partyClass),
    warehouseId: idText(particulars.warehouseId),
    priceLineId: idText(particulars.priceLineId),
    salesmanId: idText(particulars.salesmanId),
    paymentTermId: idText(particulars.paymentTermId),
    documentReference: particulars.documentReference,
    roundCents: particulars.roundCents === 0 ? undefined : money(particulars.roundCents),
    paymentMethod: particulars.paymentMethod?.label,
    isTransport: ifTold(particulars.isTransport),
    forceCommunication: ifTold(toldOf(particulars.forceCommunication)),
    generateMbReference: ifTold(toldOf(particulars.generateMbReference)),
    headerText: particulars.headerText || undefined,
    footerText: particulars.footerText || undefined,
    print: particulars.print ? texts.yes : undefined,
    email: particulars.email ? texts.yes : undefined,
  };
  return fields.flatMap((field) => {
    const value = sentences[field];
    return value === undefined ? [] : [{ name: texts.names[field], value }];
  });
}

const idText = (id: number | undefined): string | undefined =>
  id === undefined ? undefined : String(id);
