// A till without a screen in a process of its own, to be killed. Driven by messages; what it says is what a cashier sees.
import type { Result } from '../../src-main/contract/errors.ts';
import type { Particulars } from '../../src-main/contract/new-document.ts';
import { unsentStates, type SaleState } from '../../src-main/contract/outbox-states.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import { systemClock, type Clock } from '../../src-main/outbox/clock.ts';
import {
  freezeDocument,
  freezeSale,
  newInstallation,
  newReference,
} from '../../src-main/outbox/freeze.ts';
import { Replay } from '../../src-main/outbox/replay.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import { createDocument, lookUpDocuments } from '../../src-main/service/endpoints.ts';
import { correctSale, readCartId } from '../../src-main/store/corrections.ts';
import { doubtfulReferences } from '../../src-main/store/doubts.ts';
import { plannedLaterLooks } from '../../src-main/store/later-looks.ts';
import { openTillStore } from '../../src-main/store/open-till.ts';
import { takeStep } from '../../src-main/store/sale-steps.ts';
import {
  commitSale,
  countSales,
  readSaleDetail,
  requireSale,
  type NewSale,
} from '../../src-main/store/sales.ts';
import { installationOf } from '../../src-main/store/till.ts';
import { noLimits, sampleCart, sampleParticulars, samplePayment } from '../sample-sale.ts';
import { spoil, type BadTill, type TillParts } from './bad-tills.ts';
import type { Decided, Promised } from './checker.ts';
import type { ToSell } from './history-plan.ts';
import { outboxTiming, serviceTimeouts } from './times.ts';

/** The one argument, as JSON. */
export interface TillSetup {
  readonly file: string;
  readonly tillCode: string;
  readonly baseUrl: string;
  readonly token: string;
  /** How far the computer's clock is from the true time. */
  readonly clockOffsetMs: number;
  readonly laterLooksMs: readonly number[];
  readonly badTill: BadTill | null;
}

/** What a person decides about one sale. `lines`: of the body that replaces the one that was refused. */
export type Decision =
  | { readonly event: 'correct_body'; readonly reference: string; readonly lines: number }
  | {
      readonly event: 'corrected' | 'cancelled' | 'settled_confirmed' | 'settled_cancelled';
      readonly reference: string;
    };

export type ToTill =
  | ({ readonly do: 'sell' } & ToSell)
  | { readonly do: 'decide'; readonly decision: Decision }
  | { readonly do: 'try_now' }
  | { readonly do: 'set_token'; readonly token: string }
  | { readonly do: 'set_clock'; readonly offsetMs: number }
  | { readonly do: 'count_open' }
  | { readonly do: 'stop' };

/** Sales that the till has still to send or to look up, and later looks that it has still to make. */
export interface OpenWork {
  readonly sales: number;
  readonly looks: number;
}

export type FromTill =
  | { readonly said: 'started' }
  | { readonly said: 'sold'; readonly sale: Promised }
  | { readonly said: 'decided'; readonly decided: Decided }
  | {
      readonly said: 'changed';
      readonly reference: string;
      readonly state: SaleState;
      readonly isDecision: boolean;
    }
  | { readonly said: 'open'; readonly open: OpenWork }
  | { readonly said: 'failed'; readonly problem: string };

const setup = JSON.parse(process.argv[2] ?? '') as TillSetup;
const { file, baseUrl, tillCode } = setup;
let { token, clockOffsetMs } = setup;
const clock: Clock = { ...systemClock, nowMs: () => systemClock.nowMs() + clockOffsetMs };
const opened = openTillStore({
  file,
  binding: { serviceAddress: baseUrl, companyCode: 'AURORA', tillCode },
  newInstallation,
  nowMs: clock.nowMs(),
});
if (!opened.ok) throw new Error(JSON.stringify(opened.error));
const { db, unlock } = opened.value;
const client = createServiceClient({ baseUrl, timeouts: serviceTimeouts });
const say = (message: FromTill): void => {
  process.send?.(message);
};
const sayChanged = ({ reference, state, lastEvidence }: SaleSummary): void => {
  say({ said: 'changed', reference, state, isDecision: lastEvidence.kind === 'decided' });
};

const sound: TillParts = {
  db,
  timing: { ...outboxTiming, laterLooksMs: setup.laterLooksMs },
  service: {
    hasToken: () => true,
    create: (body) => createDocument(client, token, body),
    lookUp: (query) => lookUpDocuments(client, token, query),
  },
  finishSale: (sale, promise) => {
    promise(commitSale(db, sale));
  },
  correct: (correction) => correctSale(db, correction),
  countLooks: () => plannedLaterLooks(db).length,
};
const parts = setup.badTill === null ? sound : spoil(setup.badTill, sound);
const replay = new Replay({
  ...parts,
  clock,
  onSaleChanged: sayChanged,
  onConnectionChanged: () => undefined,
  onFailure: (error) => {
    say({ said: 'failed', problem: error instanceof Error ? String(error.stack) : String(error) });
    return { code: 'unexpected', id: 'history' };
  },
});

function freeze(
  options: Pick<ToSell, 'lines'> & {
    readonly reference: string;
    readonly particulars: Particulars | null;
    readonly cartId?: string;
    readonly unknownProduct?: boolean;
  },
): NewSale {
  const sample = sampleCart(options.lines);
  const cart = {
    ...sample,
    cartId: options.cartId ?? sample.cartId,
    lines: sample.lines.map((line, index) =>
      options.unknownProduct === true && index === 0 ? { ...line, code: 'NO-SUCH-CODE' } : line,
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

/** As the handlers of the outbox screen do. That the sale has moved on meanwhile is no fault of anybody. */
function decide(decision: Decision): void {
  const { reference } = decision;
  const by = 'Inês';
  const note = 'Seen';
  const atMs = clock.nowMs();
  let event: Decided['event'];
  let decided: Result<SaleSummary>;
  if (decision.event === 'correct_body') {
    event = 'corrected';
    const cartId = readCartId(db, reference);
    const detail = readSaleDetail(db, reference);
    if (cartId === undefined || !detail) throw new Error(`no sale ${reference}`);
    const { lines } = decision;
    const { particulars } = detail;
    const frozen = freeze({ reference, lines, cartId, particulars });
    decided = parts.correct({ ...frozen, by, note, atMs });
  } else {
    event = decision.event;
    decided = takeStep(db, { reference, event, evidence: { kind: 'decided', by, note }, atMs });
  }
  if (!decided.ok) {
    if (decided.error.code !== 'sale_moved_on') throw new Error(decided.error.code);
    return;
  }
  const { totalCents } = decided.value;
  say({ said: 'decided', decided: { reference, event, totalCents } });
  sayChanged(decided.value);
  replay.wake();
}

process.on('message', (message: ToTill) => {
  switch (message.do) {
    case 'sell': {
      const { nature, lines, unknownProduct } = message;
      const particulars =
        nature === 'FS'
          ? null
          : { ...sampleParticulars, kind: { by: 'natureCode', code: nature } as const };
      const reference = newReference(installationOf(db));
      const sale = freeze({ reference, lines, unknownProduct, particulars });
      parts.finishSale(sale, ({ totalCents }) => {
        say({ said: 'sold', sale: { reference, totalCents } });
        replay.wake();
      });
      return;
    }
    case 'decide':
      decide(message.decision);
      return;
    case 'try_now':
      replay.tryNow();
      return;
    case 'set_token':
      token = message.token;
      replay.signedIn();
      return;
    case 'set_clock':
      clockOffsetMs = message.offsetMs;
      return;
    case 'count_open': {
      const counts = countSales(db);
      const sales = unsentStates.reduce((sum, state) => sum + counts[state], 0);
      say({ said: 'open', open: { sales, looks: parts.countLooks() } });
      return;
    }
    case 'stop':
      void replay.stop().then(async () => {
        await client.close();
        db.close();
        unlock();
        process.disconnect();
      });
      return;
  }
});
// Whoever drives the till is gone.
process.on('disconnect', () => process.exit());

replay.start();
say({ said: 'started' });
// What was on its way when the program ended is in doubt from its start on.
for (const reference of doubtfulReferences(db)) sayChanged(requireSale(db, reference));
