// Tests what becomes of a scan: the screen that shows takes it, or a person is told where they
// look.
import { expect, test } from 'vitest';
import { defaultLockRules } from '../../../../src-main/contract/lock.ts';
import { cents, oneUnit } from '../../../../src-main/contract/money.ts';
import { ScanDesk } from '../../../../src-renderer/scanning/scan-desk.svelte.ts';
import type { TillState } from '../../../../src-main/contract/till-state.ts';
import { state, tillOf } from '../sell/catalogue-till.ts';

/** Returns the desk of an open shop, and what is done and heard. */
function rig({ isLocked = false } = {}) {
  const done: string[] = [];
  const stateThat = (locks: boolean): TillState => ({
    ...state,
    lock: locks
      ? { cashiers: [], atTill: null, standing: 'proven', rules: defaultLockRules }
      : null,
  });
  let push: (changed: TillState) => void = () => undefined;
  const till = tillOf(
    () => Promise.reject(new Error('nothing is asked')),
    stateThat(isLocked),
    (name, listener) => {
      if (name === 'app.stateChanged') push = listener as typeof push;
      return () => undefined;
    },
  );
  const desk = new ScanDesk(till, () => done.push('sound'));
  const close = desk.useWays({
    sell: (codes) => done.push(`sell ${codes.join(' ')}`),
    open: (code) => done.push(`open ${code}`),
    takeBack: (code) => done.push(`take back ${code}`),
  });
  const lock = () => {
    push(stateThat(true));
    const uncover = desk.cover('lock');
    return () => {
      push(stateThat(false));
      uncover();
    };
  };
  return { desk, done, close, lock };
}

const typed = (text: string, change: { isSecret?: boolean; isChained?: boolean } = {}) => ({
  text,
  isSecret: false,
  isChained: false,
  ...change,
});

const added = {
  kind: 'added',
  description: 'Bread',
  quantity: oneUnit,
  totalCents: cents(120),
} as const;

test('the screen that came last takes scans, until it goes', () => {
  const { desk, done } = rig();
  const leaveSell = desk.useTaker((code) => done.push(`sell screen ${code}`));
  const leaveOther = desk.useTaker((code) => done.push(`other screen ${code}`));
  desk.take(typed(' A1B '));
  leaveOther();
  desk.take(typed('A1B'));
  leaveSell();
  expect(done).toEqual(['other screen A1B', 'sell screen A1B']);
  expect(desk.saidAt(null)).toBeNull();
});

test('a command goes to no screen that would take it for goods, and to the one that obeys', () => {
  const { desk, done } = rig();
  desk.useTaker((code) => done.push(`sell screen ${code}`), { obeys: true });
  const leaveOther = desk.useTaker((code) => done.push(`other screen ${code}`));
  desk.take(typed('CF-UNDO'));
  expect(desk.saidAt(null)).toEqual({ kind: 'command', code: 'CF-UNDO', why: 'elsewhere' });
  leaveOther();
  desk.take(typed('CF-UNDO'));
  expect(done).toEqual(['sound', 'sell screen CF-UNDO']);
});

test('the lines of one code command nothing, and sell what they name', () => {
  const { desk, done } = rig();
  desk.useTaker((code) => done.push(code), { obeys: true });
  desk.take(typed('CF-KEY-9'));
  for (const code of ['cf-key-8', '5601', 'CF-OFF']) desk.take(typed(code, { isChained: true }));
  expect(done).toEqual(['CF-KEY-9', 'sound', '5601', 'sound']);
  expect(desk.saidAt(null)).toEqual({ kind: 'command', code: 'CF-OFF', why: 'chained' });
});

test('if no screen takes scans, a sound says so, and every code can be sold', () => {
  const { desk, done } = rig();
  desk.take(typed('5601'));
  desk.take(typed('5602'));
  desk.take(typed('5601'));
  expect(desk.saidAt(null)).toEqual({ kind: 'unsold', codes: ['5601', '5602', '5601'] });
  desk.sell();
  expect(done).toEqual(['sound', 'sound', 'sound', 'sell 5601 5602 5601']);
  expect([desk.saidAt(null), desk.unsold]).toEqual([null, []]);
});

const both = ['5601', '5602'];
const unsold = { kind: 'unsold', codes: both } as const;

test.each<[string, (till: ReturnType<typeof rig>) => void]>([
  ['the command', ({ desk }) => desk.take(typed('CF-PAY'))],
  ['a document’s code', ({ desk }) => desk.take(typed('FS A/12'))],
  ['a scan into a field for a PIN', ({ desk }) => desk.take(typed('40817263', { isSecret: true }))],
  [
    'a line that came behind a dialog',
    ({ desk }) => {
      const close = desk.cover('payment');
      desk.say(added);
      close();
    },
  ],
  [
    'a scan while the till is locked',
    ({ desk, lock }) => {
      const unlock = lock();
      desk.take(typed('5603'));
      unlock();
    },
  ],
])('what was scanned can still be sold after %s', (_what, comesBetween) => {
  const till = rig();
  const { desk, done } = till;
  for (const code of both) desk.take(typed(code));
  comesBetween(till);
  expect(desk.unsold).toEqual(both);
  expect(desk.saidAt(null)).not.toBeNull();
  desk.sell();
  expect(done.at(-1)).toBe('sell 5601 5602');
});

test('codes that no document has can be sold, all of them, and those of documents cannot', () => {
  const { desk } = rig();
  desk.useTaker((code) => desk.say({ kind: 'no_document', code, isRemembered: false }));
  for (const code of ['5601', 'FS A/12', '5602']) desk.take(typed(code));
  desk.say({ kind: 'no_answer', code: '5603' });
  expect(desk.unsold).toEqual(['5601', '5602', '5603']);
});

test('whoever dismisses what was scanned hears of it no more, and another shop never', () => {
  const { desk, close } = rig();
  desk.take(typed('5601'));
  desk.take(typed('CF-PAY'));
  desk.dismiss();
  expect([desk.saidAt(null), desk.unsold]).toEqual([null, []]);
  desk.take(typed('5601'));
  close();
  expect([desk.saidAt(null), desk.unsold]).toEqual([null, []]);
});

test('the lock shows nothing of what was scanned, and forgets none of it', () => {
  const { desk, lock } = rig();
  for (const code of both) desk.take(typed(code));
  const unlock = lock();
  expect([desk.saidAt('lock'), desk.unsold]).toEqual([null, []]);
  desk.take(typed('5603'));
  desk.dismiss();
  expect([desk.saidAt('lock'), desk.unsold]).toEqual([null, []]);
  unlock();
  expect([desk.saidAt(null), desk.unsold]).toEqual([unsold, both]);
});

test('what another keyboard has made of a command or a document’s code is known', () => {
  const { desk } = rig();
  desk.take(typed("CF'PAY"));
  expect(desk.saidAt(null)).toEqual({ kind: 'command', code: 'CF-PAY', why: 'elsewhere' });
  desk.take({ ...typed('CF)PQY'), isChained: true });
  expect(desk.saidAt(null)).toEqual({ kind: 'command', code: 'CF-PAY', why: 'chained' });
  desk.take(typed('FS A-12'));
  expect(desk.saidAt(null)).toEqual({ kind: 'document', code: 'FS A-12' });
  desk.dismiss();
  desk.say({ kind: 'no_document', code: 'FS A-12', isRemembered: false });
  expect(desk.unsold).toEqual(['FS A-12']);
});

test('a document’s code can be opened, and the command counts for nothing', () => {
  const { desk, done } = rig();
  desk.take(typed('FS A/12'));
  expect(desk.saidAt(null)).toEqual({ kind: 'document', code: 'FS A/12' });
  desk.open('FS A/12');
  expect(desk.saidAt(null)).toBeNull();
  desk.take(typed('CF-PAY'));
  expect(desk.saidAt(null)).toEqual({ kind: 'command', code: 'CF-PAY', why: 'elsewhere' });
  expect(done).toEqual(['sound', 'open FS A/12', 'sound']);
});

test('a scan into a field for a PIN is told without it, and goes to no screen', () => {
  const { desk, done } = rig();
  desk.useTaker((code) => done.push(code));
  desk.take(typed('40817263', { isSecret: true }));
  expect(desk.saidAt(null)).toEqual({ kind: 'secret' });
  expect(done).toEqual(['sound']);
});

test('a locked till tells of a scan without it, and does nothing else', () => {
  const { desk, done } = rig({ isLocked: true });
  desk.useTaker((code) => done.push(code));
  const unlock = desk.cover('lock');
  desk.take(typed('40817263'));
  expect(desk.saidAt('lock')).toEqual({ kind: 'locked' });
  expect(desk.saidAt(null)).toBeNull();
  unlock();
  expect(desk.saidAt(null)).toBeNull();
  expect(done).toEqual(['sound']);
});

test('without a shop nothing can be sold, and it is told', () => {
  const { desk, done, close } = rig();
  close();
  desk.take(typed('5601'));
  expect(desk.saidAt(null)).toEqual({ kind: 'signed_out', code: '5601' });
  expect(done).toEqual(['sound']);
});

test('it is said in the dialog that covers all others, and stays when that closes if something is to be done', () => {
  const { desk } = rig();
  const closeFirst = desk.cover('first');
  const closeSecond = desk.cover('second');
  desk.take(typed('5601'));
  expect([desk.saidAt(null), desk.saidAt('first')]).toEqual([null, null]);
  expect(desk.saidAt('second')).toMatchObject({ kind: 'unsold' });
  closeSecond();
  expect(desk.saidAt('first')).toMatchObject({ kind: 'unsold' });
  closeFirst();
  expect(desk.saidAt(null)).toMatchObject({ kind: 'unsold' });
});

test('what was added is said in a dialog only, without a sound, and goes with it', () => {
  const { desk, done } = rig();
  desk.say(added);
  expect(desk.saidAt(null)).toBeNull();
  const close = desk.cover('payment');
  desk.say(added);
  expect(desk.saidAt('payment')).toEqual(added);
  close();
  expect([desk.saidAt('payment'), desk.saidAt(null)]).toEqual([null, null]);
  expect(done).toEqual([]);
});

test('a message goes with the next scan or screen, unless something can be done about it', () => {
  const { desk } = rig();
  const leave = desk.useTaker(() => undefined);
  desk.say({ kind: 'command', code: 'CF-PAY', why: 'twice' });
  desk.take(typed('5601'));
  expect(desk.saidAt(null)).toBeNull();
  desk.say({ kind: 'no_document', code: '5601', isRemembered: false });
  expect(desk.saidAt(null)).toMatchObject({ kind: 'no_document' });
  desk.forgetTold();
  expect(desk.saidAt(null)).toEqual({ kind: 'unsold', codes: ['5601'] });
  leave();
  desk.take(typed('5601'));
  desk.forgetTold();
  expect(desk.saidAt(null)).toEqual({ kind: 'unsold', codes: ['5601', '5601'] });
});

test('the scanner’s pace is that of the latest ten scans', () => {
  const { desk } = rig();
  expect(desk.slowestGapMs).toBeNull();
  desk.learn(40);
  for (let scan = 0; scan < 9; scan += 1) desk.learn(5);
  expect(desk.slowestGapMs).toBe(40);
  desk.learn(6);
  expect(desk.slowestGapMs).toBe(6);
});
