// A till without a screen in a process of its own, to be killed. Messages drive it, and it says
// what a cashier would see.
import * as v from 'valibot';
import { defaultDaySettings } from '../../src-main/contract/day.ts';
import type { AppError, Result } from '../../src-main/contract/errors.ts';
import { subtractCents, zeroCents, type Cents } from '../../src-main/contract/money.ts';
import type { Particulars } from '../../src-main/contract/new-document.ts';
import {
  proofSchema,
  saleStateSchema,
  unsentStates,
  type SaleState,
} from '../../src-main/contract/outbox-states.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import { settleMoney } from '../../src-main/day/cash.ts';
import { freezeDocument, freezeSale } from '../../src-main/till/freeze.ts';
import { newInstallation, newReference } from '../../src-main/store/references.ts';
import { Outbox } from '../../src-main/outbox/outbox.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import {
  createDocument,
  getDocument,
  listDocuments,
  lookUpDocuments,
} from '../../src-main/service/endpoints.ts';
import {
  keepPendingDecision,
  replaceContent,
  readCartId,
  type PendingDecision,
} from '../../src-main/store/corrections.ts';
import { readPaidInCash } from '../../src-main/store/cash-movements.ts';
import { writeDaySettings } from '../../src-main/store/day-settings.ts';
import { inTransaction } from '../../src-main/store/in-transaction.ts';
import { replacePaymentMethods } from '../../src-main/store/payment-methods.ts';
import { readOpenShift } from '../../src-main/store/shifts.ts';
import { openTillStore } from '../../src-main/store/open-or-rebuild.ts';
import { takeStep } from '../../src-main/store/sale-steps.ts';
import {
  commitSale,
  countSales,
  readSaleDetail,
  requireSale,
  type NewSale,
  referencesIn,
} from '../../src-main/store/sales.ts';
import { returnStepped, returnsAudited } from '../../src-main/returns/check-confirmed.ts';
import { takeBack } from '../../src-main/returns/take-back.ts';
import { installationOf } from '../../src-main/store/till.ts';
import { returningTill } from '../returning-till.ts';
import { noLimits, sampleCart, sampleParticulars, samplePayment } from '../sample-sale.ts';
import { spoil, type BadTill, type TillParts } from './bad-tills.ts';
import type { Decided, Promised } from './checker.ts';
import type { DayWord } from './day-words.ts';
import type { DayStep, ReturnStep, ToSell } from './history-steps.ts';
import type { BadSourceName } from './bad-sources.ts';
import { ownReference } from './own-reference.ts';
import { poisonedCustomer, poisonedLines, poisonedProduct, type Poison } from './poison.ts';
import type { ReturnWord } from './return-words.ts';
import { actOnDay } from './till-days.ts';
import {
  giveBack,
  paymentMethods,
  setUpReturns,
  type GivenBack,
  type HowMade,
} from './till-returns.ts';
import { fastClock, outboxTiming, serviceTimeouts } from './times.ts';
import type { Seen } from './waiting.ts';

/** The only argument, as JSON. */
export interface TillSetup {
  readonly file: string;
  readonly tillCode: string;
  readonly baseUrl: string;
  readonly token: string;
  /** When the till's time began to go faster than ours. */
  readonly originMs: number;
  /** The distance of the computer's clock from the true time. */
  readonly clockOffsetMs: number;
  readonly auditDelaysMs: readonly number[];
  readonly badTill: BadTill | null;
  readonly badSource: BadSourceName | null;
}

/**
 * A person's decision about one sale. `lines`: the number of lines of the body that replaces the
 * refused one.
 */
export type Decision = (
  | { readonly event: 'correct_body'; readonly reference: string; readonly lines: number }
  | {
      readonly event:
        | 'corrected'
        | 'cancelled'
        | 'settled_confirmed'
        | 'settled_cancelled'
        /** For a sale in doubt: takes effect once the service is proven not to hold it. */
        | 'ask_to_cancel';
      readonly reference: string;
    }
) & {
  /** Whether its money was given back, or taken, with it. */
  readonly moneyMoved?: boolean;
};

export type ToTill =
  | ({ readonly do: 'sell' } & ToSell)
  | { readonly do: 'decide'; readonly decision: Decision }
  | { readonly do: 'act_on_day'; readonly step: DayStep }
  | {
      readonly do: 'set_up_returns';
      readonly step: Extract<ReturnStep, { do: 'set_up_returns' }>;
    }
  | { readonly do: 'give_back'; readonly given: GivenBack }
  | { readonly do: 'try_now' }
  | { readonly do: 'set_token'; readonly token: string }
  | { readonly do: 'set_clock'; readonly offsetMs: number }
  | { readonly do: 'count_open' }
  | { readonly do: 'stop' };

/**
 * How many sales the till must still send or look up, and how many audits it finished in this run.
 */
export interface OpenWork {
  readonly sales: number;
  readonly audits: number;
}

export type FromTill =
  | { readonly said: 'started' }
  | { readonly said: 'sold'; readonly sale: Promised }
  | { readonly said: 'day'; readonly word: DayWord }
  | { readonly said: 'of_return'; readonly word: ReturnWord }
  | { readonly said: 'decided'; readonly decided: Decided }
  | {
      readonly said: 'changed';
      readonly reference: string;
      readonly state: SaleState;
      readonly isDecision: boolean;
    }
  /** It has read that the sale's document was created. */
  | { readonly said: 'heard'; readonly reference: string }
  | { readonly said: 'open'; readonly open: OpenWork }
  | { readonly said: 'seen'; readonly seen: Seen }
  | { readonly said: 'noticed'; readonly notice: string }
  | { readonly said: 'failed'; readonly problem: string };

const setup = JSON.parse(process.argv[2] ?? '') as TillSetup;
const { file, baseUrl, tillCode } = setup;
let { token, clockOffsetMs } = setup;
const clock = fastClock(setup.originMs, () => clockOffsetMs);
const opened = openTillStore({
  file,
  binding: { serviceAddress: baseUrl, companyCode: 'AURORA', tillCode },
  newInstallation,
  nowMs: clock.nowMs(),
});
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { db, unlock } = opened.value;
const cashMethod = 1;
writeDaySettings(db, { ...defaultDaySettings, mode: 'reminded', cashMethods: [cashMethod] });
replacePaymentMethods(db, paymentMethods);
const client = createServiceClient({ baseUrl, timeouts: serviceTimeouts });
const say = (message: FromTill): void => {
  process.send?.(message);
};
const sentBody = v.pipe(v.string(), v.parseJson(), v.object({ our_reference: v.string() }));
const referenceIn = (body: Uint8Array): string =>
  ownReference(v.parse(sentBody, Buffer.from(body).toString('utf8')).our_reference);

/** Different sales that were sent since the last acceptance. */
const failing = new Set<string>();
let isCreating = false;
let audits = 0;

const sayChanged = ({ reference, state, lastEvidence }: SaleSummary): void => {
  isCreating = state === 'sending';
  if (state === 'confirmed') failing.clear();
  else if (!unsentStates.some((unsent) => unsent === state)) failing.delete(reference);
  say({ said: 'changed', reference, state, isDecision: lastEvidence.kind === 'decided' });
};

/** Reports a correction once it has taken effect, which may be much later for a sale in doubt. */
const sayCorrected = ({ reference, totalCents, lastEvidence }: SaleSummary): void => {
  if (lastEvidence.kind !== 'corrected') return;
  say({ said: 'decided', decided: { reference, event: 'corrected', totalCents } });
};

function sayNoticed(notice: AppError): void {
  const about = notice.code === 'returned_beyond' ? ` ${notice.docKey}` : '';
  say({ said: 'noticed', notice: notice.code + about });
}

function sayFailed(error: unknown): void {
  say({ said: 'failed', problem: error instanceof Error ? String(error.stack) : String(error) });
}

const sound: TillParts = {
  db,
  timing: { ...outboxTiming, auditDelaysMs: setup.auditDelaysMs },
  service: {
    hasToken: () => true,
    create: async (body) => {
      const exchange = await createDocument(client, token, body);
      const isSent = exchange.kind !== 'no_answer' || exchange.sent;
      const reference = referenceIn(body);
      if (isSent) failing.add(reference);
      if (exchange.kind === 'answer' && exchange.status === 201) say({ said: 'heard', reference });
      return exchange;
    },
    lookUp: (query) => lookUpDocuments(client, token, query),
    getDocument: (id) => getDocument(client, token, id),
  },
  finishSale: (sale, promise) => {
    promise(commitSale(db, sale));
  },
  // As the handler of the outbox screen does.
  correct: (correction) => {
    const { reference, body, content, totalCents, isCash, by, note, atMs } = correction;
    if (requireSale(db, reference).state !== 'in_doubt') return replaceContent(db, correction);
    const text = Buffer.from(body).toString('utf8');
    const asked: PendingDecision = {
      decision: 'correct',
      by,
      note,
      body: text,
      totalCents,
      content,
      isCash,
    };
    return keepPendingDecision(db, reference, asked, atMs);
  },
  takeBack,
};
let latestAuditMs: number | undefined;
const parts = setup.badTill === null ? sound : spoil(setup.badTill, sound);
const outbox = new Outbox({
  ...parts,
  clock,
  onSaleChanged: (sale) => {
    sayCorrected(sale);
    sayChanged(sale);
    returnStepped(returning.till, sale);
  },
  onConnectionChanged: () => {
    const atMs = outbox.report().audit?.atMs;
    if (atMs === undefined || atMs === latestAuditMs) return;
    latestAuditMs = atMs;
    audits += 1;
    returnsAudited(returning.till);
  },
  notify: sayNoticed,
  onFailure: (error) => {
    sayFailed(error);
    return { code: 'unexpected', id: 'history' };
  },
});

const returning = returningTill({
  ...{ db, outbox, clock, by: () => 'Inês', saleChanged: sayChanged },
  list: (query, signal) => listDocuments(client, token, query, signal),
  get: (id, signal) => getDocument(client, token, id, signal),
  notify: sayNoticed,
  inBackground: (_whatFailed, work) => {
    setImmediate(() => {
      work().catch(sayFailed);
    });
  },
});

function freeze(
  options: Pick<ToSell, 'lines'> & {
    readonly reference: string;
    readonly particulars: Particulars | null;
    readonly cartId?: string;
    readonly unknownProduct?: boolean;
    readonly poison?: Poison | null;
  },
): NewSale {
  const { poison } = options;
  const sample = sampleCart(poison === 'size' ? poisonedLines : options.lines);
  const odd = options.unknownProduct === true ? 'FORA-DE-VENDA' : undefined;
  const oddCode = poison === 'product' ? poisonedProduct : odd;
  const cart = {
    ...sample,
    cartId: options.cartId ?? sample.cartId,
    taxNumber: poison === 'customer' ? poisonedCustomer : sample.taxNumber,
    lines: sample.lines.map((line, index) =>
      oddCode !== undefined && index === 0 ? { ...line, code: oddCode } : line,
    ),
  };
  const { reference, particulars } = options;
  const issued = { reference, now: new Date(clock.nowMs()), limits: noLimits };
  const frozen = particulars
    ? freezeDocument({ cart, particulars }, issued)
    : freezeSale(cart, samplePayment(cart), issued);
  if (!frozen.ok) throw new Error(frozen.error.code);
  return frozen.value;
}

/**
 * As the handlers of the outbox screen do. The sale may have moved on meanwhile, which is no fault.
 */
function decide(decision: Decision): void {
  const { reference } = decision;
  const by = 'Inês';
  const note = 'Seen';
  const moneyMoved = decision.moneyMoved ?? false;
  const atMs = clock.nowMs();
  let event: Decided['event'];
  let decided: Result<SaleSummary>;
  if (decision.event === 'ask_to_cancel') {
    const asked: PendingDecision = { decision: 'cancel', by, note };
    const kept = withMoney(() => keepPendingDecision(db, reference, asked, atMs), {
      reference,
      moneyMoved,
      heldCents: zeroCents,
    });
    if (kept.ok) outbox.wake();
    return;
  }
  if (decision.event === 'correct_body') {
    event = 'corrected';
    const cartId = readCartId(db, reference);
    const detail = readSaleDetail(db, reference);
    if (cartId === undefined || !detail) throw new Error(`no sale ${reference}`);
    // What comes back is bound to its original: see `correctSale`.
    if (detail.returned) return;
    const { lines } = decision;
    const { particulars } = detail;
    const frozen = freeze({ reference, lines, cartId, particulars });
    const isCash = readPaidInCash(db, reference)?.isCash ?? false;
    const heldCents = isCash ? frozen.totalCents : zeroCents;
    decided = withMoney(() => parts.correct({ ...frozen, isCash, by, note, atMs }), {
      ...{ reference, moneyMoved, heldCents },
    });
    // The decision takes effect, and is reported, later.
    if (detail.state === 'in_doubt') {
      outbox.wake();
      return;
    }
  } else {
    const decidedAs = decision.event;
    event = decidedAs;
    const evidence = { kind: 'decided', by, note } as const;
    decided = withMoney(() => takeStep(db, { reference, event: decidedAs, evidence, atMs }), {
      ...{ reference, moneyMoved, heldCents: zeroCents },
    });
  }
  if (!decided.ok) {
    if (decided.error.code !== 'sale_moved_on') throw new Error(decided.error.code);
    return;
  }
  const { totalCents } = decided.value;
  say({ said: 'decided', decided: { reference, event, totalCents } });
  sayChanged(decided.value);
  if (event === 'corrected') outbox.doubt(reference);
  else outbox.ended(reference);
}

/** As the handlers do: the decision and its money at once. */
function withMoney<Value>(
  decideIt: () => Result<Value>,
  money: { readonly reference: string; readonly moneyMoved: boolean; readonly heldCents: Cents },
): Result<Value> {
  return inTransaction(db, () => {
    const decided = decideIt();
    if (!decided.ok || !money.moneyMoved) return decided;
    const doing = { by: 'Inês', approvedBy: null, atMs: clock.nowMs() };
    settleMoney(db, { ...money, note: '' }, doing);
    return decided;
  });
}

const unsentRow = v.object({
  reference: v.string(),
  state: saleStateSchema,
  proof: proofSchema,
  recordedMs: v.number(),
});
/** Since when each sale is in its state; one that is sent again is still in doubt. */
const unsentRows = db.prepare(
  `SELECT reference, state, proof, coalesce(CASE state WHEN 'in_doubt' THEN doubted_at_ms
     WHEN 'sending' THEN attempted_at_ms END, committed_at_ms) AS recordedMs
   FROM sale WHERE state IN ('queued', 'sending', 'in_doubt') ORDER BY sale_id`,
);
const watchEveryMs = 60;

/** What a person is told at this moment, and what is true. */
function seen(): Seen {
  // Read before the report, since the process may stand still between the two lines.
  const nowMs = clock.nowMs();
  const report = outbox.report();
  return {
    nowMs,
    unsent: v.parse(v.array(unsentRow), unsentRows.all()),
    overdue: report.overdue.map(({ reference }) => reference),
    connection: outbox.connection,
    isPauseTold: report.pause !== null,
    nextTryAtMs: report.nextTryAtMs,
    gateSinceMs: report.gateSinceMs,
    clockAheadMs: report.clockAheadMs,
    failing: isCreating ? null : failing.size,
  };
}
/** Must be called at once, while the day is the one that was open. */
function sayMade(sale: Promised, cashCents: number | null): void {
  const { reference } = sale;
  say({ said: 'sold', sale });
  const shiftId = readOpenShift(db)?.shiftId ?? null;
  say({ said: 'day', word: { did: 'sold', reference, shiftId, cashCents } });
}

const watching = setInterval(() => {
  say({ said: 'seen', seen: seen() });
}, watchEveryMs);

process.on('message', (message: ToTill) => {
  switch (message.do) {
    case 'sell': {
      const { nature, lines, unknownProduct, poison, isCash = false } = message;
      const particulars =
        nature === 'FS'
          ? null
          : { ...sampleParticulars, kind: { by: 'natureCode', code: nature } as const };
      const reference = newReference(installationOf(db));
      const frozen = freeze({ reference, lines, unknownProduct, poison, particulars });
      const sale = { ...frozen, isCash: isCash && particulars === null };
      parts.finishSale(sale, ({ totalCents }) => {
        sayMade({ reference, totalCents }, sale.isCash ? totalCents : null);
        outbox.wake();
      });
      return;
    }
    case 'set_up_returns':
      setUpReturns(db, message.step);
      return;
    case 'give_back': {
      const giving = {
        ...{ till: returning.till, takeBack: parts.takeBack },
        now: () => new Date(clock.nowMs()),
        say: (word: ReturnWord) => {
          say({ said: 'of_return', word });
        },
        made: ({ reference, totalCents }: SaleSummary, { isCash, isNew }: HowMade) => {
          if (isNew)
            sayMade(
              { reference, totalCents },
              // What comes to nothing moves no cash.
              isCash && totalCents > 0 ? subtractCents(zeroCents, totalCents) : null,
            );
          else say({ said: 'sold', sale: { reference, totalCents } });
        },
      };
      giveBack(giving, message.given).catch(sayFailed);
      return;
    }
    case 'act_on_day': {
      const word = actOnDay(db, message.step, clock.nowMs());
      if (word) say({ said: 'day', word });
      return;
    }
    case 'decide':
      decide(message.decision);
      return;
    case 'try_now':
      outbox.tryNow();
      return;
    case 'set_token':
      token = message.token;
      outbox.signedIn();
      return;
    case 'set_clock':
      clockOffsetMs = message.offsetMs;
      return;
    case 'count_open': {
      const counts = countSales(db);
      const sales = unsentStates.reduce((sum, state) => sum + counts[state], 0);
      say({ said: 'open', open: { sales, audits } });
      return;
    }
    case 'stop':
      clearInterval(watching);
      void outbox.stop().then(async () => {
        await client.close();
        returning.close();
        db.close();
        unlock();
        process.disconnect();
      });
      return;
  }
});
// The process that drives the till is gone.
process.on('disconnect', () => process.exit());

outbox.start();
say({ said: 'started' });
// Sales that were sending when the program ended are in doubt from its start on.
for (const reference of referencesIn(db, 'in_doubt')) sayChanged(requireSale(db, reference));
