// Shows the whole page in a browser as it is, at a till that answers as a test says, without a main
// process.
import { mount, unmount } from 'svelte';
import { onTestFinished } from 'vitest';
import type { Answer, Argument, RequestName } from '../../src-main/contract/api.ts';
import type { Draft } from '../../src-main/contract/drafts.ts';
import { defaultDaySettings } from '../../src-main/contract/day.ts';
import { oneUnit, zeroCents } from '../../src-main/contract/money.ts';
import type { Scanned } from '../../src-main/contract/selling.ts';
import type { Product } from '../../src-main/contract/catalogue.ts';
import { defaultLockRules, type Cashier, type LockState } from '../../src-main/contract/lock.ts';
import { emptyCart } from '../../src-main/contract/cart.ts';
import { err, ok, type AppError, type Result } from '../../src-main/contract/errors.ts';
import { defaultDisplay } from '../../src-main/contract/display.ts';
import { defaultReceiptSettings } from '../../src-main/contract/printing.ts';
import type { LearningState } from '../../src-main/contract/learning.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import App from '../../src-renderer/App.svelte';
import { Till } from '../../src-renderer/bridge/till.svelte.ts';
import '../../src-renderer/ui/base.css';
import { quietReport } from '../quiet-report.ts';
import { sale } from '../unit/receipt/sample-receipts.ts';
import { state } from '../unit/src-renderer/sell/catalogue-till.ts';
import { sampleProfile } from '../sample-profile.ts';

type Given<Name extends RequestName> = Answer<Name> | AppError;
/** A function if the answer depends on the argument; a promise if the page is to wait. */
export type Answers = {
  readonly [Name in RequestName]?:
    | Given<Name>
    | Promise<Given<Name>>
    | ((argument: Argument<Name>) => Given<Name> | Promise<Given<Name>>);
};

/** The page waits for as long as the test lasts. */
export const unanswered = new Promise<never>(() => undefined);

const cartId = '00000000-0000-4000-8000-000000000000';
/** The answers of a till with nothing on it. */
const atRest: Answers = {
  'sell.openCart': emptyCart(cartId),
  'sell.saveCart': null,
  'lock.touch': null,
  'sell.latestCart': null,
  'sell.quickKeys': [],
  // Whether what is typed is looked for before Enter depends on how fast the machine is.
  'sell.findProducts': [],
  'sell.scan': { kind: 'unknown' },
  'cashiers.recoveryUsers': [],
  'cashiers.salesmen': {},
  'catalogue.summary': { products: 3, importedAtMs: null },
  ...{ 'catalogue.groups': [], 'catalogue.lastChange': null, 'labels.choice': null },
  'settings.seenPaymentMethods': [],
  'learning.choices': { kinds: [], series: [], warehouses: [], salesmen: [], paymentTerms: [] },
  'day.state': {
    settings: defaultDaySettings,
    day: null,
    leftBeforeCents: null,
    closed: [],
    withoutDay: { count: 0, totalCents: zeroCents, references: [] },
    ...{ areSettingsDamaged: false, restored: [], moneyOfFound: [] },
  },
  'day.saveDraft': null,
  'counter.screens': [],
  'display.state': { settings: defaultDisplay, screens: [], isShown: false },
  'sell.paying': null,
  'settings.invoiceKinds': [],
  'returns.kinds': [],
  'returns.setup': {
    setup: { kind: null, sendsPayment: true, namesOrigin: true, unaskedLimitCents: null },
    ...{ trial: null, needsTrial: false },
  },
  'receipt.settings': defaultReceiptSettings,
  'outbox.list': { count: 0, sales: [] },
  'outbox.parties': [],
  'outbox.report': quietReport,
  'documents.list': { count: 0, offset: 0, results: [], hasNext: false, remembered: null },
  'documents.choices': { natures: [], statuses: [] },
  'restore.list': [],
  'printing.findPrinters': [],
  'printing.jobs': [],
  'printing.openings': [],
};

/** Signed in, with a payment method. */
export const signedIn: TillState = {
  ...state,
  profile: sampleProfile,
  profileId: '0123456789abcdef',
  profiles: [
    {
      id: '0123456789abcdef',
      name: 'Mercearia Aurora, Lda. · Caixa 1',
      colour: 'green',
      isSignedOut: false,
      unsent: 0,
      hasCashiers: false,
      profile: sampleProfile,
    },
  ],
  hasSold: true,
  paymentMethods: [
    { id: 1, label: 'Numerário' },
    { id: 2, label: 'Multibanco' },
  ],
};

export const ines = {
  cashierId: '00000000-0000-4000-8000-000000000002',
  name: 'Inês',
  role: 'manager',
} as const;

/** The lock of a till where this person is, or nobody. */
export const lockWith = (
  cashiers: readonly Cashier[],
  atTill: Cashier | null,
  rules = defaultLockRules,
): LockState => ({ cashiers, atTill, standing: 'proven', rules });

/** Asks a manager for a lower price. */
export const pricesGuarded = { ...defaultLockRules, managerActions: ['lower_price' as const] };

/** What main answers where a code is that of a product. */
export const scanned = (
  one: Product,
  change: Partial<Extract<Scanned, { kind: 'product' }>> = {},
): Scanned => ({
  ...{ kind: 'product', product: one, quantity: oneUnit, isFromLabel: false },
  unitPrice: one.unitPrice,
  ...change,
});

/** What main answers once a sale is saved. */
export const finishedSale = ({ payment }: Argument<'sell.finish'>): Answer<'sell.finish'> => ({
  sale: sale({ state: 'queued', documentId: null, docKey: null }),
  ...{ nextCart: emptyCart('00000000-0000-4000-8000-000000000002'), paid: payment },
});

/** The documents of the service have been read, and taught nothing. */
export const learntNothing: LearningState = {
  ...{ phase: 'ended', read: 0, most: 0, error: null, withoutLines: false, unrecognised: 0 },
  found: { methods: 0, products: 0, customers: 0, kinds: 0 },
};

/** Answers every such request the same, and adds what was asked, or a part of it, to the notes. */
export const noting =
  <Asked, Reply>(
    notes: unknown[],
    reply: Reply,
    noteOf: (asked: Asked) => unknown = (asked) => asked,
  ) =>
  (asked: Asked): Reply => {
    notes.push(noteOf(asked));
    return reply;
  };

const isError = (answer: unknown): answer is AppError =>
  typeof answer === 'object' && answer !== null && 'code' in answer && !('lines' in answer);

/**
 * Shows the page at this address until the test ends. A request without an answer fails the test.
 * Returns a function that tells the page of another state.
 */
export function show(
  tillState: TillState,
  answers: Answers = {},
  place = '#/sell',
): (changed: TillState) => void {
  const { become, hide, unforeseen } = showUntilHidden(tillState, answers, place);
  onTestFinished(async () => {
    await hide();
    if (unforeseen.length > 0) throw new Error(`nothing answers ${unforeseen.join(', ')}`);
  });
  return become;
}

interface Shown {
  /** Tells the page of another state. */
  readonly become: (changed: TillState) => void;
  readonly hide: () => Promise<void>;
  /** The requests without an answer so far, which have failed. */
  readonly unforeseen: readonly string[];
}

/** Shows the page for a part of a test. */
export function showUntilHidden(tillState: TillState, answers: Answers, place: string): Shown {
  const all: Answers = { ...atRest, ...answers };
  const unforeseen: string[] = [];
  let become: (changed: TillState) => void = () => undefined;
  /** Keeps them as the main process does while the till is locked. */
  let drafts: readonly Draft[] = [];
  const till = new Till(
    {
      request: <Name extends RequestName>(
        name: Name,
        argument: Argument<Name>,
      ): Promise<Result<Answer<Name>>> => {
        if (name === 'lock.keepDrafts') {
          ({ drafts } = argument as Argument<'lock.keepDrafts'>);
          return Promise.resolve(ok(null as Answer<Name>));
        }
        if (name === 'lock.takeDrafts') return Promise.resolve(ok(drafts as Answer<Name>));
        const givenAnswer = all[name];
        const answer: unknown =
          typeof givenAnswer === 'function' ? givenAnswer(argument) : givenAnswer;
        if (answer === undefined) unforeseen.push(name);
        return Promise.resolve(answer).then((value) =>
          value === undefined || isError(value)
            ? err(value ?? { code: 'not_found' })
            : ok(value as Answer<Name>),
        );
      },
      on: (name, listener) => {
        if (name === 'app.stateChanged') become = listener as typeof become;
        return () => undefined;
      },
    },
    tillState,
  );
  location.hash = place;
  const app = mount(App, { target: document.body, props: { till } });
  return { become: (changed) => become(changed), hide: () => unmount(app), unforeseen };
}
