// What was said of a document beside its lines, as names and values for a person to read.
import type { Cents } from '../../src-main/contract/money.ts';
import {
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

/** Returns the kind alone, for a sale at the counter: the rest is the same in every sale. */
export const kindAlone = (particulars: Particulars, texts: Texts): readonly Particular[] => [
  { name: texts.names.kind, value: kindInWords(particulars, texts) },
];

/** Returns the particulars in the order of the form, without those that the service decides. */
export function particularsInWords(
  particulars: Particulars,
  texts: Texts,
  money: (amount: Cents) => string,
): readonly Particular[] {
  const yesOrNo = (value: boolean) => (value ? texts.yes : texts.no);
  const ifTold = (value: boolean | undefined) => (value === undefined ? value : yesOrNo(value));
  const sentences: Readonly<Record<keyof Texts['names'], string | undefined>> = {
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
  const names = Object.keys(texts.names) as (keyof Texts['names'])[];
  return names.flatMap((name) => {
    const value = sentences[name];
    return value === undefined ? [] : [{ name: texts.names[name], value }];
  });
}

const idText = (id: number | undefined): string | undefined =>
  id === undefined ? undefined : String(id);
