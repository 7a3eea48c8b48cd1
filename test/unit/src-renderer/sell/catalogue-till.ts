// A till whose main process knows only products, and answers as a test tells it to.
import * as v from 'valibot';
import type { Answer, RequestName, TillBridge } from '../../../../src-main/contract/api.ts';
import type { TillState } from '../../../../src-main/contract/till-state.ts';
import { productSchema, type Product } from '../../../../src-main/contract/catalogue.ts';
import type { Result } from '../../../../src-main/contract/errors.ts';
import { defaultCounter } from '../../../../src-main/contract/counter.ts';
import { unitPriceSchema } from '../../../../src-main/contract/money.ts';
import { defaultPrinting } from '../../../../src-main/contract/printing.ts';
import { defaultSelling } from '../../../../src-main/contract/selling.ts';
import { noSecondCopy } from '../../../../src-main/contract/second-copy.ts';
import { Till } from '../../../../src-renderer/bridge/till.svelte.ts';

export const state: TillState = {
  isStarting: false,
  language: 'en',
  theme: 'system',
  profile: null,
  failedStart: null,
  profiles: [],
  profileId: null,
  connection: 'online',
  connectionError: null,
  unsent: 0,
  needPerson: 0,
  overdue: 0,
  rejected: 0,
  pause: null,
  nextTryAtMs: null,
  rehearsals: [],
  rehearsedDrawer: null,
  tourTaken: true,
  hasSold: true,
  paymentMethods: [],
  invoiceKind: null,
  takesReturns: false,
  exchanges: [],
  day: { mode: 'off', openedAtMs: null, cashMethods: [1] },
  selling: defaultSelling,
  printing: defaultPrinting,
  troubledJobs: [],
  documentColumns: [],
  held: [],
  notices: [],
  keyStore: 'real',
  keepTokenWeakly: false,
  counter: {
    ...{ settings: defaultCounter, isKiosk: false },
    ...{ canStartWithComputer: false, canPlaceWindows: true },
  },
  secondCopy: noSecondCopy,
  hasRecoveryKey: true,
  proxyScript: null,
  updates: { address: null, state: { kind: 'off', why: 'no_address' } },
  lock: null,
  version: '0',
};

export const unitPrice = v.parse(unitPriceSchema, 800_000);

export const product = (code: string, change: Partial<Product> = {}): Product =>
  v.parse(productSchema, {
    ...{ code, description: code, barcodes: [], unitPrice, unit: '', soldBy: null },
    ...{ vatLabel: '', group: '', quickKey: null, colour: null },
    ...change,
  });

/** Returns a till of this state whose requests are answered so; `on` takes its listeners. */
export const tillOf = (
  request: (name: RequestName, argument: unknown) => unknown,
  at: TillState = state,
  on: TillBridge['on'] = () => () => undefined,
): Till =>
  new Till(
    { request: (name, argument) => Promise.resolve(request(name, argument)) as never, on },
    at,
  );

const argumentSchema = v.object({ text: v.string() });

/**
 * Returns a till that answers requests of that name, whose argument is a text, and throws for all
 * others.
 */
export function tillThatAnswers<Name extends RequestName>(
  answered: Name,
  answer: (text: string) => Result<Answer<Name>> | Promise<Result<Answer<Name>>>,
): Till {
  return tillOf(async (name, argument) => {
    if (name !== answered) throw new Error(name);
    return answer(v.parse(argumentSchema, argument).text);
  });
}

export const aWhile = (ms = 20) => new Promise((resolve) => setTimeout(resolve, ms));
