// A sale's whole life as plain text, for somebody who looks into it without the till.
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Messages } from '../../resources/messages/en.ts';
import {
  counterParticulars,
  particularsInWords,
  type Particular,
} from '../../resources/messages/particulars.ts';
import { kindSentence } from '../../resources/messages/sentences.ts';
import type { Language } from '../contract/languages.ts';
import type { Profile } from '../contract/profiles.ts';
import { buyerNumber, discountOf, totals } from '../contract/cart.ts';
import { lineTotalCents, zeroCents, type Cents } from '../contract/money.ts';
import { documentTotalCents } from '../contract/new-document.ts';
import { changeOf, isOnAccount, type Payment } from '../contract/payment.ts';
import { paidOrSaid, type Evidence, type SaleDetail, type SaleStep } from '../contract/sales.ts';
import { oneLine } from '../contract/foreign-text.ts';
import { paperFormatFor, type PaperFormat } from './format.ts';

interface EvidenceOptions {
  readonly language: Language;
  readonly profile: Profile;
  readonly writtenAtMs: number;
  /** Whether the reader may not see how it was paid; the text then says so. */
  readonly hidesPayment: boolean;
}

/** What every part is written with. */
interface Pen {
  readonly messages: Messages;
  readonly format: PaperFormat;
  readonly hidesPayment: boolean;
}

/**
 * Returns lines that each begin with a name or a time of ours. A text that others chose comes last
 * and stays on its line, so that no product, note or message of the service can pass for a line of
 * ours.
 */
export function evidenceText(sale: SaleDetail, options: EvidenceOptions): string {
  const pen: Pen = {
    messages: messagesFor(options.language),
    format: paperFormatFor(options.language),
    hidesPayment: options.hidesPayment,
  };
  const { file, page } = pen.messages.outbox;
  const sections = [
    [file.title, ...head(sale, options, pen)],
    [file.sale, ...soldLines(sale, pen)],
    ...sale.former.map(({ content: former, replacedAtMs }) => [
      page.former(iso(replacedAtMs)),
      ...soldLines({ ...former.cart, ...paidOrSaid(former) }, pen),
    ]),
    [file.life, ...sale.steps.flatMap((step) => stepLines(step, pen))],
  ];
  return `${sections
    .map(([heading = '', ...lines]) => [heading, '='.repeat(heading.length), ...lines].join('\n'))
    .join('\n\n')}\n`;
}

const iso = (atMs: number): string => new Date(atMs).toISOString();

const named = (name: string, value: string): string => `${name}: ${oneLine(value)}`;

/** Returns the band that tells practice and sandboxes from the shop's own till. */
function bandOf({ kind }: Profile, { frame, signIn }: Messages): readonly string[] {
  if (kind === 'practice') return [frame.practiceBand];
  return kind === 'sandbox' ? [signIn.sandboxBand] : [];
}

function head(
  sale: SaleDetail,
  { profile, writtenAtMs }: EvidenceOptions,
  { messages, format }: Pen,
): readonly string[] {
  const { file, page } = messages.outbox;
  return [
    ...bandOf(profile, messages),
    named(file.reference, sale.reference),
    named(file.state, messages.states[sale.state]),
    named(file.saved, iso(sale.committedAtMs)),
    named(file.document, sale.docKey ?? file.none),
    ...(sale.documentId === null ? [] : [named(file.documentId, String(sale.documentId))]),
    ...(sale.serviceTotalCents === null
      ? []
      : [named(page.serviceTotal, format.money(sale.serviceTotalCents))]),
    named(file.company, `${profile.companyName} (${profile.companyCode})`),
    named(file.till, `${profile.tillName} (${profile.tillCode})`),
    named(file.user, `${profile.userName} (${profile.username})`),
    named(file.service, profile.serviceAddress),
    named(file.written, iso(writtenAtMs)),
  ];
}

type Sale = Pick<
  SaleDetail,
  'lines' | 'discount' | 'taxNumber' | 'customer' | 'payment' | 'particulars'
>;

function soldLines(sale: Sale, pen: Pen): readonly string[] {
  const { messages, format } = pen;
  const { payment, particulars, ...cart } = sale;
  const { receipt } = messages;
  const number = buyerNumber(cart);
  const { file, page, columns } = messages.outbox;
  const { linesCents, discountCents } = totals(cart);
  const totalCents = documentTotalCents(cart, particulars ?? { roundCents: zeroCents });
  const amount = (name: string, cents: Cents) => named(name, format.money(cents));
  return [
    ...cart.lines.map(({ quantity, unitPrice, listPrice, code, description }, index) => {
      const cents = format.amount(lineTotalCents(quantity, unitPrice));
      const list =
        listPrice === undefined
          ? ''
          : `, ${receipt.lowered(format.percent(discountOf({ unitPrice, listPrice })), format.unitPrice(listPrice))}`;
      const figures = `${format.quantity(quantity)} × ${format.unitPrice(unitPrice)}${list} = ${cents}`;
      return `${file.line} ${index + 1}: ${figures} | ${oneLine(code)} | ${oneLine(description)}`;
    }),
    ...(cart.discount === 0
      ? []
      : [
          amount(file.linesTotal, linesCents),
          `${page.discount} ${format.percent(cart.discount)}: −${format.money(discountCents)}`,
        ]),
    amount(columns.total, totalCents),
    ...(cart.customer
      ? [named(receipt.customer, `${cart.customer.partyId} ${cart.customer.name}`)]
      : []),
    named(page.taxNumber, number === '' ? messages.common.none : number),
    ...(payment ? paymentLines(payment, totalCents, pen) : []),
    ...saidOf(sale, pen).map(({ name, value }) => named(name, value)),
  ];
}

function saidOf(
  { payment, particulars }: Pick<Sale, 'payment' | 'particulars'>,
  { messages, format }: Pen,
): readonly Particular[] {
  if (!particulars) return [];
  const texts = messages.documents.particulars;
  const inWords = payment ? counterParticulars : particularsInWords;
  return inWords(particulars, texts, (cents) => format.money(cents));
}

function paymentLines(
  payment: Payment,
  totalCents: Cents,
  { messages, format, hidesPayment }: Pen,
): readonly string[] {
  const { file, page } = messages.outbox;
  const { method, tenderedCents } = payment;
  if (hidesPayment) return [named(page.method, file.notShown)];
  const changeCents = changeOf(totalCents, tenderedCents);
  const amount = (name: string, cents: Cents) => named(name, format.money(cents));
  return [
    named(page.method, isOnAccount(payment) ? method.label : `${method.id} ${method.label}`),
    ...(tenderedCents === undefined ? [] : [amount(page.tendered, tenderedCents)]),
    ...(changeCents > 0 ? [amount(page.change, changeCents)] : []),
  ];
}

/** Returns the sentence, and below it what the sentence leaves out. */
function stepLines({ atMs, state, evidence }: SaleStep, pen: Pen): readonly string[] {
  const { messages } = pen;
  const sentence = oneLine(kindSentence(messages.evidence, evidence));
  return [
    `${iso(atMs)} [${messages.states[state]}] ${sentence}`,
    ...particulars(evidence, pen).map((text) => `    - ${oneLine(text)}`),
  ];
}

function particulars(evidence: Evidence, { messages, format }: Pen): readonly string[] {
  const { file, page, columns } = messages.outbox;
  switch (evidence.kind) {
    case 'refused':
      return evidence.errors.map(({ field, code, message }) => `${field} | ${code} | ${message}`);
    case 'created':
    case 'found':
      return (evidence.kind === 'created' ? [evidence.document] : evidence.documents).map(
        ({ id, docKey, totalCents }) => {
          const total = totalCents === null ? messages.common.none : format.amount(totalCents);
          return `${file.documentId} ${id} | ${page.serviceTotal} ${total} | ${docKey}`;
        },
      );
    case 'corrected':
      return [
        `${columns.total}: ${format.amount(evidence.formerTotalCents)} → ${format.amount(evidence.totalCents)}`,
      ];
    default:
      return [];
  }
}
