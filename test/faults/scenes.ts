// Short histories, each made so that one rule of the outbox decides how it ends. The till as it is
// passes all of them; a till with the mistake that a scene is made for does not.
import { documentedRefusal, type Fault } from './fault.ts';
import type { HistoryPlan } from './history-plan.ts';
import type { DayStep, HistoryStep, ToGiveBack, ToSell } from './history-steps.ts';
import type { Hiding } from './fault-proxy.ts';
import { ours } from './times.ts';

const limitMs = 20_000;

const sell = (more: Partial<ToSell> = {}): HistoryStep => ({
  do: 'sell',
  till: 0,
  ...{ nature: 'FS', lines: 1, unknownProduct: false, poison: null },
  ...more,
});
const wait = (ms: number): HistoryStep => ({ do: 'wait', ms });
const faults = (...each: readonly (Fault | null)[]): HistoryStep => ({
  do: 'plan_faults',
  faults: each,
});
const drawer = (step: DayStep): HistoryStep => ({ ...step, till: 0 });
const openDay = drawer({ do: 'open_day', floatCents: 5_000 });
const closeDay = drawer({ do: 'close_day', leftCents: 1_000 });
const cash = (direction: 'in' | 'out', amountCents: number) =>
  drawer({ do: 'move_cash', direction, amountCents });
const setUpReturns: HistoryStep = {
  do: 'set_up_returns',
  till: 0,
  ...{ needsTrial: false, sendsPayment: true },
};
const giveBack = (more: Partial<ToGiveBack> = {}): HistoryStep => ({
  do: 'give_back',
  till: 0,
  ...{ of: 'own', wish: 'part', asks: 'once', isCash: true, withoutAsking: true, seed: 1 },
  ...more,
});
const untilSettled = (first: number, sellsOn = false): HistoryStep => ({
  do: 'until_settled',
  till: 0,
  ...{ first, limitMs, sellsOn },
});
const untilDelivered = (count: number): HistoryStep => ({
  do: 'until_delivered',
  count,
  limitMs,
});
const untilLooked = (count: number): HistoryStep => ({ do: 'until_looked', count, limitMs });
const hide = (forMs: number, from: Hiding['from']): HistoryStep => ({
  do: 'hide_new',
  hiding: { forMs: ours(forMs), from },
});
const hideNoMore: HistoryStep = { do: 'hide_no_more' };
const answered = (status: number, body: string, kind: 'status_before' | 'status_after'): Fault => ({
  kind,
  status,
  body,
});

const scene = (...steps: readonly HistoryStep[]): HistoryPlan => ({
  steps: [{ do: 'set_faults', share: 0 }, ...steps],
  aftermath: [],
  puttingRight: [],
});

export const scenes = {
  'the search hides what was created, and the list of all documents shows it': scene(
    hide(6000, 'search'),
    faults({ kind: 'reset_after' }),
    sell(),
    untilDelivered(1),
    wait(5),
    hideNoMore,
    sell(),
    wait(1500),
    untilSettled(2),
  ),
  'the search hides what was created, and the list of all documents fails': scene(
    hide(6000, 'search'),
    faults({ kind: 'reset_after' }),
    { do: 'trouble_lists', troubles: { scanFails: true } },
    sell(),
    untilDelivered(1),
    hideNoMore,
    sell(),
    untilDelivered(2),
    wait(2500),
    { do: 'untrouble_lists', troubles: { scanFails: false } },
    untilSettled(2),
  ),
  'a sale waits, and the clock is set back': scene(
    { do: 'unplug' },
    sell(),
    wait(300),
    { do: 'set_clock', till: 0, offsetMs: -40_000_000 },
    wait(4500),
    { do: 'plug_in' },
    untilSettled(1),
  ),
  'the first in the queue seems to be the youngest': scene(
    { do: 'unplug' },
    { do: 'set_clock', till: 0, offsetMs: 3_000_000 },
    sell(),
    wait(50),
    { do: 'set_clock', till: 0, offsetMs: 0 },
    sell(),
    wait(300),
    wait(4200),
    { do: 'plug_in' },
    untilSettled(2),
  ),
  'the second attempt arrives late': scene(
    faults({ kind: 'reset_before' }, null, { kind: 'reset_then_late', delayMs: ours(590) }),
    sell(),
    untilDelivered(1),
    sell(),
    untilDelivered(3),
    sell(),
    wait(1000),
    untilSettled(3),
  ),
  'one request is delivered twice': scene(
    faults({ kind: 'answer_then_again', delayMs: ours(20) }),
    sell(),
    untilSettled(1),
  ),
  'what was created is said to be refused': scene(
    sell(),
    untilSettled(1),
    ...[400, 401, 403, 404, 405].flatMap((status, index) => [
      faults(answered(status, status === 400 ? documentedRefusal : '', 'status_after')),
      sell(),
      untilSettled(2 * index + 2),
      sell(),
      untilSettled(2 * index + 3),
    ]),
    faults(answered(400, documentedRefusal, 'status_before')),
    sell(),
    untilSettled(12),
    sell(),
    untilSettled(13),
  ),
  'a sale fails whatever happens': scene(
    sell({ poison: 'product' }),
    wait(50),
    sell(),
    sell(),
    untilSettled(3, true),
  ),
  'the folder is put back over what was sent since': scene(
    sell(),
    untilSettled(1),
    { do: 'unplug' },
    wait(50),
    sell(),
    wait(50),
    { do: 'keep_folder', till: 0 },
    { do: 'plug_in' },
    untilSettled(2),
    { do: 'put_back', till: 0 },
    untilSettled(2),
  ),
  'the service keeps another reference': scene(
    faults({ kind: 'mangled_then_answer', how: 'cut', forMs: Infinity }),
    sell(),
    untilDelivered(1),
    sell(),
    wait(1200),
    untilSettled(2),
  ),
  'the service keeps other references one after another': scene(
    sell(),
    untilSettled(1),
    faults(
      ...Array.from({ length: 6 }, (): Fault => ({
        kind: 'mangled_then_answer',
        how: 'lower_case',
        forMs: Infinity,
      })),
    ),
    ...Array.from({ length: 5 }, () => sell()),
    wait(1500),
    faults(),
    untilSettled(6),
  ),
  'a document is a draft for a moment': scene(
    faults({ kind: 'draft_then_reset', forMs: ours(440) }),
    sell(),
    wait(700),
    untilSettled(1),
  ),
  'a request is carried out after an outage': scene(
    faults({ kind: 'reset_then_late', delayMs: ours(3500) }),
    sell(),
    untilDelivered(1),
    sell(),
    untilDelivered(2),
    untilLooked(5),
    { do: 'service_down', down: { answer: 'reset' } },
    wait(2200),
    { do: 'service_up' },
    untilSettled(2),
  ),
  'everything is refused for a while': scene(
    sell(),
    untilSettled(1),
    { do: 'refuse_all', status: 400, body: documentedRefusal },
    sell(),
    sell(),
    sell(),
    // Each of the three was refused three times.
    untilDelivered(10),
    { do: 'refuse_no_more' },
    untilSettled(4),
  ),
  'documents of others bear no reference': scene(
    { do: 'trouble_lists', troubles: { hasNullReferences: true } },
    faults({ kind: 'reset_after' }),
    sell(),
    untilSettled(1),
  ),
  'pages may not be large': scene(
    { do: 'trouble_lists', troubles: { mostPerPage: 7 } },
    faults({ kind: 'reset_after' }),
    sell(),
    untilSettled(1),
  ),
  'one answer is a 401': scene(
    sell(),
    untilSettled(1),
    faults(answered(401, '', 'status_before')),
    sell(),
    wait(50),
    sell(),
    untilSettled(3, true),
  ),
  'the lists lag behind a till that goes on selling': scene(
    hide(450, 'every_list'),
    faults({ kind: 'reset_before' }),
    sell(),
    untilSettled(1, true),
    hideNoMore,
  ),
  'the service drops a document': scene(sell(), sell(), untilSettled(2), wait(200), {
    do: 'drop_document',
  }),
  'the service changes a total': scene(sell(), sell(), untilSettled(2), wait(200), {
    do: 'change_total',
  }),
  'days are closed while sales are open, and the till is killed': scene(
    sell({ isCash: true }),
    openDay,
    sell({ isCash: true }),
    sell(),
    cash('in', 700),
    cash('out', 200),
    drawer({ do: 'take_back' }),
    cash('out', 300),
    untilSettled(3),
    { do: 'unplug' },
    sell({ isCash: true, lines: 2 }),
    sell({ nature: 'GR' }),
    drawer({ do: 'count_drawer', purpose: 'handover', offCents: -35 }),
    closeDay,
    sell({ isCash: true }),
    openDay,
    sell({ isCash: true, lines: 3 }),
    wait(100),
    { do: 'cancel', till: 0, moneyMoved: true },
    wait(200),
    { do: 'kill', till: 0, afterMs: 0 },
    cash('out', 100),
    closeDay,
    wait(50),
    { do: 'plug_in' },
    untilSettled(7),
    openDay,
    sell({ isCash: true }),
    faults({ kind: 'reset_after' }),
    sell({ isCash: true }),
    closeDay,
    wait(200),
    { do: 'kill', till: 0, afterMs: 0 },
    openDay,
    untilSettled(9),
  ),
  'goods come back, and the till is killed': scene(
    setUpReturns,
    openDay,
    sell({ isCash: true, lines: 3 }),
    untilSettled(1),
    giveBack({ asks: 'twice' }),
    wait(40),
    giveBack({ wish: 'too_much', seed: 2 }),
    giveBack({ seed: 3 }),
    { do: 'kill', till: 0, afterMs: 0 },
    giveBack({ asks: 'again' }),
    drawer({ do: 'count_drawer', purpose: 'handover', offCents: 0 }),
    { do: 'unplug' },
    giveBack({ seed: 4 }),
    wait(40),
    giveBack({ wish: 'all' }),
    wait(40),
    giveBack({ wish: 'all' }),
    wait(40),
    { do: 'kill', till: 0, afterMs: 0 },
    closeDay,
    wait(40),
    { do: 'plug_in' },
    untilSettled(2),
    openDay,
    sell({ isCash: true, lines: 2 }),
    untilSettled(3),
    giveBack({ wish: 'all', isCash: false, seed: 5 }),
    wait(40),
    closeDay,
  ),
  'the search never answers': scene(
    sell(),
    untilSettled(1),
    { do: 'trouble_lists', troubles: { searchHangs: true } },
    faults({ kind: 'reset_after' }),
    sell(),
    untilDelivered(2),
    sell(),
    sell(),
    untilDelivered(4),
    { do: 'untrouble_lists', troubles: { searchHangs: false } },
    untilSettled(4),
  ),
} as const satisfies Record<string, HistoryPlan>;

export type SceneName = keyof typeof scenes;
export const sceneNames = Object.keys(scenes) as SceneName[];
