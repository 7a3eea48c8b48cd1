// How a kind of invoice is shown, and told from the others, where one is chosen.
import type { Messages } from '../../resources/messages/en.ts';
import type { InvoiceKind } from '../../src-main/contract/invoice-kind.ts';

export const invoiceKindValue = ({ kind }: InvoiceKind): string => `${kind.by} ${kind.id}`;

export const invoiceKindText = ({ kind, name }: InvoiceKind, { settings }: Messages): string =>
  kind.by === 'documentTypeId' ? settings.invoiceType(name, kind.id) : name;
