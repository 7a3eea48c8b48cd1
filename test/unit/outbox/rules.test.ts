// Tests the rules of the outbox: what must be shown before a sale is sent again, and which sale
// goes next. The test itself sets the clock, in monotonic milliseconds.
import { beforeEach, describe, expect, it } from 'vitest';
import { Rules, type Doubt, type Failure, type Sighting } from '../../../src-main/outbox/rules.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';

const { settlingMs, lookUpCapMs, firstLookUpMs, retryFirstMs, retryCapMs, pausedProbeMs } =
  defaultTiming;
const second = 1_000;
const day = 86_400_000;

/** The longest jitter: every wait is its cap. */
const longest = () => 1;

let rules: Rules;
beforeEach(() => {
  rules = new Rules(defaultTiming, longest);
});

const unclear: Failure = { proof: 'absence', counts: true, retryAfterMs: null };
const namedOne: Failure = { proof: 'never', counts: true, retryAfterMs: null };

const left = (reference: string, change: Partial<Doubt> = {}): Doubt => ({
  reference,
  proof: 'absence',
  failedAttempts: 0,
  ...change,
});

/** Sends a sale that is not accepted. */
function fail(reference: string, atMs: number, failure = unclear) {
  rules.begin(reference);
  return rules.failed(failure, atMs);
}

function accept(reference: string): void {
  rules.begin(reference);
  rules.accepted();
}

/** Takes one look-up that needs no time, unless told otherwise. */
function lookUp(reference: string, atMs: number, change: Partial<Sighting> = {}) {
  const sighting = { saw: 'nothing', control: 'after', beganAtMs: atMs, inTurn: false } as const;
  return rules.looked({ reference, ...sighting, ...change }, atMs);
}

const find = (reference: string) => lookUp(reference, 0, { saw: 'as_asked' });

/** Makes look-ups as far apart as the rules allow without a gap; the last one is before `toMs`. */
function keepLookingUp(
  reference: string,
  fromMs: number,
  toMs: number,
  change: Partial<Sighting> = {},
) {
  for (let atMs = fromMs; atMs < toMs; atMs += lookUpCapMs) {
    expect(lookUp(reference, atMs, change)).toBe('wait');
  }
}

/** Leaves a sale in doubt that needs nothing more but the look-up in its turn. */
function failAndLookUp(): void {
  fail('a', 0);
  keepLookingUp('a', 0, settlingMs);
}

const inTurn = { inTurn: true };

/** Makes a round of look-ups that finds no sale. */
function round(atMs: number): void {
  for (const reference of rules.doubts) lookUp(reference, atMs);
}

describe('a look-up that takes an hour', () => {
  const hourMs = 3_600_000;

  it('is no watching without a gap', () => {
    rules.doubt(left('a'), 0);
    keepLookingUp('a', 0, settlingMs);
    lookUp('a', settlingMs + hourMs, { beganAtMs: settlingMs });
    expect(rules.shownOf('a').settledMs).toBeLessThan(settlingMs);
  });

  it('is none either in the turn of a sale that it does not show to be absent', () => {
    rules.doubt(left('a'), 0);
    keepLookingUp('a', 0, settlingMs);
    const change = { ...inTurn, beganAtMs: settlingMs - 1 };
    expect(lookUp('a', settlingMs + hourMs, change)).toBe('wait');
    expect(rules.shownOf('a').settledMs).toBeLessThan(settlingMs);
  });
});

describe('a sale whose look-up in its turn must wait', () => {
  it('lets others go first, and has its turn then', () => {
    rules.doubt(left('a'), 0);
    keepLookingUp('a', 0, settlingMs + 1);
    expect(rules.nextCreation(false, settlingMs)).toMatchObject({ do: 'send_again' });
    rules.waitInTurn('a', settlingMs + 20_000);
    const untilMs = settlingMs + 20_000;
    expect(rules.nextCreation(false, settlingMs)).toEqual({ do: 'wait', untilMs });
    expect(rules.nextCreation(true, settlingMs)).toMatchObject({ do: 'send' });
    rules.tryNow(settlingMs);
    expect(rules.nextCreation(false, settlingMs)).toMatchObject({ do: 'send_again' });
  });
});

describe('a request that provably did not leave', () => {
  it('is sent again without any proof, after the wait', () => {
    rules.begin('a');
    rules.notSent(0);
    expect(rules.doubts).toEqual([]);
    expect(rules.nextCreation(true, 0)).toEqual({ do: 'wait', untilMs: retryFirstMs });
    expect(rules.nextCreation(true, retryFirstMs)).toEqual({ do: 'send', which: 'oldest' });
  });

  it('leaves a sale in doubt as it was: the look-ups so far still count', () => {
    rules.doubt(left('a', { failedAttempts: 1 }), 0);
    keepLookingUp('a', 0, settlingMs);
    rules.begin('a');
    expect(rules.doubts).toEqual([]);
    rules.notSent(settlingMs);
    expect(rules.doubts).toEqual(['a']);
    expect(rules.roundAtMs).toBe(settlingMs);
    expect(lookUp('a', settlingMs, inTurn)).toBe('absent');
  });
});

describe('an answer that says that something was created', () => {
  beforeEach(() => {
    fail('a', 0, namedOne);
  });

  it('is never sent again, however often nothing is found', () => {
    keepLookingUp('a', 0, settlingMs);
    expect(rules.nextCreation(false, settlingMs - 1)).toEqual({ do: 'wait', untilMs: Infinity });
  });

  it('is missing once nothing was found for the settling time', () => {
    keepLookingUp('a', 0, settlingMs);
    expect(lookUp('a', settlingMs)).toBe('missing');
  });

  it('is missing although the search has shown no control', () => {
    keepLookingUp('a', 0, settlingMs, { control: 'missed' });
    expect(lookUp('a', settlingMs, { control: 'missed' })).toBe('missing');
  });

  it('is not missing before look-ups without a gap have filled the settling time', () => {
    lookUp('a', 0);
    expect(lookUp('a', settlingMs + 1)).toBe('wait');
    keepLookingUp('a', settlingMs + 2, 2 * settlingMs);
    expect(lookUp('a', 2 * settlingMs + 1)).toBe('missing');
  });

  it('stays so in every later attempt', () => {
    expect(rules.doubts).toEqual(['a']);
    rules.begin('a');
    expect(rules.failed(unclear, 0).proof).toBe('never');
  });
});

describe('any other answer, or none', () => {
  it('needs the settling time, and its last look-up in the sale’s turn', () => {
    failAndLookUp();
    expect(lookUp('a', settlingMs - 1, inTurn)).toBe('wait');
    expect(lookUp('a', settlingMs)).toBe('wait');
    expect(lookUp('a', settlingMs, inTurn)).toBe('absent');
  });

  it('counts the settling time from the first look-up that found nothing, and not from the attempt', () => {
    fail('a', 0);
    keepLookingUp('a', settlingMs, 2 * settlingMs);
    expect(lookUp('a', 2 * settlingMs - 1, inTurn)).toBe('wait');
    expect(lookUp('a', 2 * settlingMs, inTurn)).toBe('absent');
  });

  it('needs a last look-up that begins no sooner than that', () => {
    failAndLookUp();
    const late = settlingMs + 10 * second;
    expect(lookUp('a', late, { ...inTurn, beganAtMs: settlingMs - 1 })).toBe('wait');
    expect(lookUp('a', late, { ...inTurn, beganAtMs: settlingMs })).toBe('absent');
  });

  it('needs three look-ups, however far apart', () => {
    rules = new Rules({ ...defaultTiming, lookUpCapMs: settlingMs }, longest);
    fail('a', 0);
    lookUp('a', 0);
    expect(lookUp('a', settlingMs, inTurn)).toBe('wait');
    expect(lookUp('a', settlingMs, inTurn)).toBe('absent');
  });

  it('needs look-ups without a gap longer than three spacings', () => {
    const gapMs = 3 * lookUpCapMs;
    for (const [gap, verdict] of [
      [gapMs, 'absent'],
      [gapMs + 1, 'wait'],
    ] as const) {
      rules = new Rules(defaultTiming, longest);
      fail('a', 0);
      keepLookingUp('a', 0, settlingMs);
      const lastAtMs = 4 * lookUpCapMs;
      expect(lookUp('a', lastAtMs + gap, inTurn)).toBe(verdict);
    }
  });

  it('counts a gap until the next look-up begins, however long that takes', () => {
    failAndLookUp();
    const beganAtMs = 4 * lookUpCapMs + 3 * lookUpCapMs;
    expect(lookUp('a', beganAtMs + 60 * second, { ...inTurn, beganAtMs })).toBe('absent');
  });

  it('begins anew after a gap', () => {
    fail('a', 0);
    lookUp('a', 0);
    const backAtMs = 10 * settlingMs;
    keepLookingUp('a', backAtMs, backAtMs + settlingMs);
    expect(lookUp('a', backAtMs + settlingMs - 1, inTurn)).toBe('wait');
    expect(lookUp('a', backAtMs + settlingMs, inTurn)).toBe('absent');
  });
});

describe('the control of a look-up', () => {
  it('makes the look-up count for nothing if it is missed', () => {
    fail('a', 0);
    keepLookingUp('a', 0, settlingMs, { control: 'missed' });
    expect(rules.shownOf('a').lookUps).toBe(0);
    expect(lookUp('a', settlingMs, inTurn)).toBe('wait');
  });

  it('proves nothing if it is missed in the sale’s turn, however long the look-ups went on', () => {
    failAndLookUp();
    expect(lookUp('a', settlingMs, { ...inTurn, control: 'missed' })).toBe('wait');
  });

  it('is a gap if it is missed for too long', () => {
    fail('a', 0);
    keepLookingUp('a', 0, lookUpCapMs);
    keepLookingUp('a', lookUpCapMs, settlingMs, { control: 'missed' });
    expect(lookUp('a', settlingMs, inTurn)).toBe('wait');
    expect(rules.shownOf('a').lookUps).toBe(1);
  });

  it('makes the sale wait for six settling times if it was confirmed before the attempt', () => {
    const before = { control: 'before' } as const;
    fail('a', 0);
    keepLookingUp('a', 0, 6 * settlingMs, before);
    expect(lookUp('a', 6 * settlingMs - 1, { ...inTurn, ...before })).toBe('wait');
    expect(lookUp('a', 6 * settlingMs, { ...inTurn, ...before })).toBe('absent');
  });

  it('begins the settling time anew once it is one from after the attempt', () => {
    fail('a', 0);
    keepLookingUp('a', 0, settlingMs, { control: 'before' });
    keepLookingUp('a', settlingMs, 2 * settlingMs, { control: 'after' });
    expect(lookUp('a', 2 * settlingMs - 1, { ...inTurn, control: 'after' })).toBe('wait');
    expect(lookUp('a', 2 * settlingMs, { ...inTurn, control: 'after' })).toBe('absent');
  });
});

describe('what a look-up sees', () => {
  it.each([
    ['as_asked', 'found'],
    ['other_kind', 'found_mismatch'],
    ['several', 'found_mismatch'],
  ] as const)('%s is %s at once, in every turn and with any control', (saw, verdict) => {
    for (const proof of ['none', 'absence', 'never'] as const) {
      for (const change of [{ control: 'missed' }, { inTurn: true }] as const) {
        rules.doubt(left('a', { proof, failedAttempts: 3 }), 0);
        expect(lookUp('a', 0, { saw, ...change })).toBe(verdict);
        expect(rules.doubts).toEqual([]);
      }
    }
  });

  it('an unfinalized document is only shown, until the settling time has passed since it first was', () => {
    fail('a', 0);
    const saw = 'not_finalized';
    expect(lookUp('a', 5 * second, { saw })).toBe('shown');
    expect(lookUp('a', 5 * second + settlingMs - 1, { saw })).toBe('shown');
    expect(lookUp('a', 5 * second + settlingMs, { saw })).toBe('found_not_finalized');
  });

  it('a document that cannot be read yet is only shown until then as well, and is never sent again', () => {
    fail('a', 0);
    const saw = 'unreadable';
    expect(lookUp('a', 0, { saw })).toBe('shown');
    expect(lookUp('a', settlingMs - 1, { saw })).toBe('shown');
    expect(rules.nextCreation(false, settlingMs)).toEqual({ do: 'wait', untilMs: Infinity });
    expect(lookUp('a', settlingMs, { saw })).toBe('found_mismatch');
  });

  it('an unfinalized document means that the sale is never sent again, though it is no longer seen', () => {
    fail('a', 0);
    lookUp('a', 0, { saw: 'not_finalized' });
    keepLookingUp('a', second, settlingMs);
    expect(rules.nextCreation(false, settlingMs)).toEqual({ do: 'wait', untilMs: Infinity });
    expect(lookUp('a', settlingMs + second, inTurn)).toBe('missing');
  });

  it('nothing it sees counts for a sale that is not in doubt any more', () => {
    expect(lookUp('a', 0, { saw: 'as_asked' })).toBe('wait');
    fail('a', 0);
    rules.settle('a');
    expect(lookUp('a', settlingMs, inTurn)).toBe('wait');
  });
});

describe('a sale is judged', () => {
  /** Lets the sale fail so many times, and accepts another one before each. */
  const failAmongOthers = (times: number) => {
    let atMs = 0;
    for (let time = 0; time < times; time += 1, atMs += settlingMs) {
      accept('other');
      fail('a', atMs);
    }
    keepLookingUp('a', atMs, atMs + settlingMs);
    return atMs + settlingMs;
  };

  it('after three failed attempts among others, by the look-up that would let it be sent again', () => {
    const atMs = failAmongOthers(3);
    expect(lookUp('a', atMs - 1, inTurn)).toBe('wait');
    expect(lookUp('a', atMs)).toBe('wait');
    expect(lookUp('a', atMs, inTurn)).toBe('judged');
  });

  it('not after two', () => {
    expect(lookUp('a', failAmongOthers(2), inTurn)).toBe('absent');
  });

  it('also by the failed attempts of earlier runs', () => {
    rules.doubt(left('a', { failedAttempts: 2 }), 0);
    accept('other');
    expect(fail('a', 0)).toEqual({ proof: 'absence', failedAttempts: 3 });
    keepLookingUp('a', 0, settlingMs);
    expect(lookUp('a', settlingMs, inTurn)).toBe('judged');
  });

  it('against others only: alone it fails for ever', () => {
    for (let time = 0; time < 50; time += 1) {
      expect(fail('a', time * settlingMs).failedAttempts).toBe(0);
    }
    keepLookingUp('a', 49 * settlingMs, 50 * settlingMs);
    expect(lookUp('a', 50 * settlingMs, inTurn)).toBe('absent');
  });

  it('only if another sale was accepted since its previous attempt', () => {
    accept('other');
    expect(fail('a', 1).failedAttempts).toBe(1);
    expect(fail('a', 2).failedAttempts).toBe(1);
    accept('other');
    expect(fail('a', 4).failedAttempts).toBe(2);
  });

  it('not by 401 or 429', () => {
    const uncounted = { ...unclear, counts: false };
    for (let time = 0; time < 5; time += 1) {
      accept('other');
      expect(fail('a', time, uncounted).failedAttempts).toBe(0);
    }
  });

  it('by the last acceptance, though an earlier one is found after it', () => {
    fail('found', 0);
    fail('a', 1);
    accept('other');
    find('found');
    expect(fail('a', 3).failedAttempts).toBe(1);
  });

  it('anew once a person has corrected it', () => {
    const atMs = failAmongOthers(3);
    rules.forgive('a');
    expect(lookUp('a', atMs, inTurn)).toBe('absent');
  });

  it('by an acceptance that a look-up found, dated by its attempt', () => {
    fail('found', 0);
    expect(fail('a', 1).failedAttempts).toBe(0);
    find('found');
    expect(fail('a', 2).failedAttempts).toBe(0);
    fail('late', 3);
    find('late');
    expect(fail('a', 4).failedAttempts).toBe(1);
  });
});

describe('the pause', () => {
  const failThree = () => {
    for (const [index, reference] of ['a', 'b', 'c'].entries()) fail(reference, index);
  };

  it('begins with three different sales that were sent and not accepted, however answered', () => {
    fail('a', 0);
    fail('b', 1, { ...unclear, counts: false });
    expect(rules.isPaused).toBe(false);
    fail('c', 2, namedOne);
    expect(rules.isPaused).toBe(true);
  });

  it('does not begin with one sale that fails again and again', () => {
    for (let time = 0; time < 9; time += 1) fail('a', time);
    expect(rules.isPaused).toBe(false);
  });

  it('does not begin with sales that provably did not leave', () => {
    for (const reference of ['a', 'b', 'c', 'd']) {
      rules.begin(reference);
      rules.notSent(0);
    }
    expect(rules.isPaused).toBe(false);
  });

  it('ends with one acceptance', () => {
    failThree();
    accept('d');
    expect(rules.isPaused).toBe(false);
    expect(rules.sendAtMs).toBe(0);
  });

  it('ends with a sale that a look-up found, if it was sent after the others', () => {
    failThree();
    fail('d', 4);
    find('b');
    expect(rules.isPaused).toBe(false);
    expect(rules.sendAtMs).toBeGreaterThan(0);
    failThree();
    find('d');
    expect(rules.isPaused).toBe(true);
  });

  it('tries the first sale of the newest day and the one that has waited longest by turns', () => {
    failThree();
    const next = () => rules.nextCreation(true, settlingMs);
    const newest = { do: 'send', which: 'first_of_newest_day' };
    const oldest = { do: 'send', which: 'oldest' };
    expect([next(), next(), next(), next()]).toEqual([newest, oldest, newest, oldest]);
  });

  it('counts a sale that may be sent again among those that have waited longest', () => {
    failThree();
    for (let atMs = 10; atMs <= 10 + settlingMs; atMs += lookUpCapMs) round(atMs);
    const next = () => rules.nextCreation(true, 10 + settlingMs);
    const newest = { do: 'send', which: 'first_of_newest_day' };
    const again = { do: 'send_again', reference: 'a' };
    expect([next(), next(), next(), next()]).toEqual([newest, again, newest, again]);
  });

  it('then sends the sale whose attempt is the oldest', () => {
    failThree();
    const tryNext = (atMs: number) => {
      for (let ms = settlingMs; ms >= 0; ms -= lookUpCapMs) round(atMs - ms);
      const creation = rules.nextCreation(false, atMs);
      if (creation.do !== 'send_again') throw new Error(creation.do);
      fail(creation.reference, atMs);
      return creation.reference;
    };
    const order = [1, 2, 3, 4, 5].map((time) => tryNext(2 * time * settlingMs));
    expect(order).toEqual(['a', 'b', 'c', 'a', 'b']);
  });

  it('takes a sale of an earlier run for older than all of this run', () => {
    failThree();
    rules.doubt(left('z'), 3);
    for (let ms = settlingMs; ms >= 0; ms -= lookUpCapMs) round(10 + settlingMs - ms);
    const next = rules.nextCreation(false, 10 + settlingMs);
    expect(next).toEqual({ do: 'send_again', reference: 'z' });
  });

  it('makes attempts less and less often, up to its own longest wait', () => {
    const waits: number[] = [];
    for (let time = 0; time < 15; time += 1) {
      const atMs = time * settlingMs;
      fail(`sale ${time}`, atMs);
      waits.push(rules.sendAtMs - atMs);
    }
    expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8].map((seconds) => seconds * second));
    expect(waits.at(-1)).toBe(pausedProbeMs);
  });
});

describe('the wait after a failure', () => {
  it('doubles up to its cap, with its jitter, and ends with an acceptance', () => {
    for (const [random, share] of [
      [0, 0.5],
      [1, 1],
    ] as const) {
      rules = new Rules(defaultTiming, () => random);
      const waits: number[] = [];
      for (let time = 0; time < 40; time += 1) {
        rules.begin('a');
        rules.notSent(0);
        waits.push(rules.sendAtMs);
      }
      expect(waits.slice(0, 3)).toEqual([1, 2, 4].map((seconds) => seconds * second * share));
      expect(waits.at(-1)).toBe(retryCapMs * share);
      accept('a');
      expect(rules.sendAtMs).toBe(0);
      fail('a', 0);
      expect(rules.sendAtMs).toBe(retryFirstMs * share);
    }
  });

  it('is what the service asks for, up to an hour', () => {
    fail('a', 0, { ...unclear, retryAfterMs: 120 * second });
    expect(rules.sendAtMs).toBe(120 * second);
    fail('a', 0, { ...unclear, retryAfterMs: 999_999_999_000 });
    expect(rules.sendAtMs).toBe(3_600_000);
  });

  it('is cut short by a person, who changes nothing of what must be shown', () => {
    fail('a', 0);
    keepLookingUp('a', 0, lookUpCapMs);
    lookUp('a', second, inTurn);
    rules.roundEnded(true, second);
    rules.tryNow(2 * second);
    expect(rules.sendAtMs).toBe(0);
    expect(rules.roundAtMs).toBe(2 * second);
    expect(rules.nextCreation(true, 2 * second)).toEqual({ do: 'send', which: 'oldest' });
    expect(lookUp('a', settlingMs - 1, inTurn)).toBe('wait');
  });
});

describe('which sale goes next', () => {
  it('is none if nothing waits', () => {
    expect(rules.nextCreation(false, 0)).toEqual({ do: 'wait', untilMs: Infinity });
  });

  it('is by turns one that was never sent, and one that may be sent again', () => {
    failAndLookUp();
    const next = () => rules.nextCreation(true, settlingMs);
    const again = { do: 'send_again', reference: 'a' };
    expect([next(), next(), next()]).toEqual([again, { do: 'send', which: 'oldest' }, again]);
  });

  it('is no sale in doubt before everything is shown but the look-up in its turn', () => {
    failAndLookUp();
    const early = rules.nextCreation(false, settlingMs - second);
    expect(early).toEqual({ do: 'wait', untilMs: settlingMs });
    const creation = rules.nextCreation(false, settlingMs);
    expect(creation).toEqual({ do: 'send_again', reference: 'a' });
  });

  it('is no sale in doubt that was looked up too seldom', () => {
    rules = new Rules({ ...defaultTiming, lookUpCapMs: settlingMs }, longest);
    fail('a', 0);
    lookUp('a', 0);
    const next = () => rules.nextCreation(false, settlingMs);
    expect(next()).toEqual({ do: 'wait', untilMs: Infinity });
    lookUp('a', settlingMs);
    expect(next()).toEqual({ do: 'send_again', reference: 'a' });
  });

  it('is the one whose attempt is older, though another was ready before it', () => {
    failAndLookUp();
    fail('b', 0);
    rules.doubt(left('b', { proof: 'none' }), 0);
    round(settlingMs);
    const next = () => rules.nextCreation(false, settlingMs);
    expect(next()).toEqual({ do: 'send_again', reference: 'b' });
    fail('b', settlingMs);
    rules.tryNow(settlingMs);
    expect(next()).toEqual({ do: 'send_again', reference: 'a' });
  });

  it('is not the one whose look-up in its turn proved nothing, before the next round', () => {
    failAndLookUp();
    lookUp('a', settlingMs, { ...inTurn, control: 'missed' });
    const next = () => rules.nextCreation(false, settlingMs);
    expect(next()).toEqual({ do: 'wait', untilMs: Infinity });
    round(settlingMs);
    expect(next()).toEqual({ do: 'send_again', reference: 'a' });
  });

  it('is none whose last look-up failed, so that a search that is down holds up no other', () => {
    failAndLookUp();
    rules.lookUpFailed('a');
    rules.lookUpFailed('unknown');
    expect(rules.nextCreation(true, settlingMs)).toEqual({ do: 'send', which: 'oldest' });
    expect(rules.nextCreation(false, settlingMs)).toEqual({ do: 'wait', untilMs: Infinity });
    round(settlingMs);
    expect(rules.nextCreation(true, settlingMs)).toMatchObject({ do: 'send_again' });
  });

  it('is none that no round has looked up since its attempt', () => {
    fail('a', 0);
    const next = rules.nextCreation(false, settlingMs);
    expect(next).toEqual({ do: 'wait', untilMs: Infinity });
  });

  it('is no sale in doubt with a gap in its look-ups', () => {
    failAndLookUp();
    const late = rules.nextCreation(false, 2 * settlingMs);
    expect(late).toEqual({ do: 'wait', untilMs: Infinity });
  });

  it('is another if the look-up in its turn failed', () => {
    rules.doubt(left('a', { proof: 'none' }), 0);
    rules.doubt(left('b', { proof: 'none' }), 0);
    round(0);
    const next = () => rules.nextCreation(false, 0);
    expect(next()).toEqual({ do: 'send_again', reference: 'a' });
    rules.lookUpFailed('a');
    expect(next()).toEqual({ do: 'send_again', reference: 'b' });
  });
});

describe('the gate', () => {
  it('lets nothing be created until one look-up for the whole outbox is answered', () => {
    rules.doubt(left('a', { proof: 'none' }), 0);
    round(0);
    rules.closeGate(5);
    rules.closeGate(9);
    expect(rules.gateClosedAtMs).toBe(5);
    expect(rules.nextCreation(true, 10)).toEqual({ do: 'wait', untilMs: Infinity });
    rules.openGate();
    expect(rules.gateClosedAtMs).toBeNull();
    expect(rules.nextCreation(true, 10)).toMatchObject({ do: 'send_again' });
  });

  it('is not opened by a look-up that began before it was closed again', () => {
    rules.closeGate(5);
    const { gateClosings } = rules;
    rules.restartTimers(7);
    rules.openGate(gateClosings);
    expect(rules.gateClosedAtMs).toBe(5);
    rules.openGate(rules.gateClosings);
    expect(rules.gateClosedAtMs).toBeNull();
  });

  it('takes back every proof when it closes', () => {
    failAndLookUp();
    expect(lookUp('a', settlingMs, inTurn)).toBe('absent');
    expect(rules.isProvenAbsent('a', settlingMs)).toBe(true);
    rules.restartTimers(settlingMs);
    expect(rules.isProvenAbsent('a', settlingMs)).toBe(false);
    rules.openGate();
    expect(rules.isProvenAbsent('a', settlingMs)).toBe(false);
  });

  it('lets a sale go that a look-up has proven absent, however long the look-up took, but not long after', () => {
    failAndLookUp();
    const sighting = { reference: 'a', saw: 'nothing', control: 'after', ...inTurn } as const;
    const answeredAtMs = settlingMs + 10 * lookUpCapMs;
    expect(rules.looked({ ...sighting, beganAtMs: settlingMs }, answeredAtMs)).toBe('absent');
    expect(rules.isProvenAbsent('a', answeredAtMs)).toBe(true);
    expect(rules.isProvenAbsent('a', answeredAtMs + 4 * lookUpCapMs)).toBe(false);
  });

  it('lets only never-sent sales go if a person opens it', () => {
    rules.doubt(left('a', { proof: 'none' }), 0);
    round(0);
    rules.closeGate(0);
    rules.release('Rita');
    expect(rules.releasedBy).toBe('Rita');
    expect(rules.nextCreation(true, 0)).toEqual({ do: 'send', which: 'oldest' });
    expect(rules.nextCreation(true, 0)).toEqual({ do: 'send', which: 'oldest' });
    expect(rules.nextCreation(false, 0)).toEqual({ do: 'wait', untilMs: Infinity });
  });

  it('leaves every sale to a person that is not plainly accepted after a person opened it', () => {
    rules.closeGate(0);
    rules.release('Rita');
    expect(fail('a', 0).proof).toBe('never');
  });

  it('has nothing to release while it is open', () => {
    rules.release('Rita');
    expect(rules.releasedBy).toBeUndefined();
    expect(fail('a', 0).proof).toBe('absence');
  });
});

describe('a jump between the two clocks', () => {
  const wall = 1_000_000_000;

  it('is none where both go on together, or part by less than half a minute', () => {
    expect(rules.readClocks(0, wall)).toBe(false);
    expect(rules.readClocks(day, wall + day)).toBe(false);
    expect(rules.readClocks(day, wall + day + 30 * second)).toBe(false);
    expect(rules.readClocks(day, wall + day)).toBe(false);
    expect(rules.gateClosedAtMs).toBeNull();
  });

  it.each([31 * second, -31 * second])(
    'of %i ms begins every doubt timer anew and closes the gate',
    (byMs) => {
      rules.readClocks(0, wall);
      fail('a', 0);
      keepLookingUp('a', 0, settlingMs);
      rules.roundEnded(true, settlingMs);
      expect(rules.readClocks(settlingMs, wall + settlingMs + byMs)).toBe(true);
      expect(rules.gateClosedAtMs).toBe(settlingMs);
      expect(rules.roundAtMs).toBe(settlingMs);
      expect(rules.shownOf('a')).toEqual({ lookUps: 0, settledMs: 0 });
      expect(lookUp('a', settlingMs, inTurn)).toBe('wait');
      expect(rules.readClocks(settlingMs + 1, wall + settlingMs + byMs + 1)).toBe(false);
    },
  );
});

describe('rounds of look-ups', () => {
  it('begin at once if a sale is in doubt, and not at all if none is', () => {
    expect(rules.roundAtMs).toBe(Infinity);
    rules.doubt(left('a'), 100);
    expect(rules.roundAtMs).toBe(100);
    rules.settle('a');
    expect(rules.roundAtMs).toBe(Infinity);
    rules.roundEnded(true, 100);
    expect(rules.roundAtMs).toBe(Infinity);
  });

  it.each([
    ['grow apart up to their cap', true, [2, 6, 18, 54, 120, 120, 120, 120]],
    ['also grow apart while nothing is answered', false, [2, 4, 8, 16, 32, 64, 120, 120]],
  ])('%s', (_, wasAnswered, seconds) => {
    rules.doubt(left('a'), 0);
    const distances = Array.from({ length: 8 }, () => {
      rules.roundEnded(wasAnswered, 0);
      return rules.roundAtMs;
    });
    expect(distances).toEqual(seconds.map((each) => each * second));
  });

  it('end the series of failures if they are answered', () => {
    rules.doubt(left('a'), 0);
    for (const wasAnswered of [false, false, false, true]) rules.roundEnded(wasAnswered, 0);
    rules.roundEnded(false, 0);
    expect(rules.roundAtMs).toBe(firstLookUpMs);
  });

  it('begin anew with the next sale in doubt', () => {
    rules.doubt(left('a'), 0);
    for (let round = 0; round < 6; round += 1) rules.roundEnded(true, 0);
    rules.doubt(left('b'), second);
    expect(rules.roundAtMs).toBe(second);
    rules.roundEnded(true, second);
    expect(rules.roundAtMs).toBe(second + firstLookUpMs);
  });

  it('are never so far apart that a doubt timer has a gap', () => {
    fail('a', 0);
    let atMs = 0;
    let lookUps = 0;
    while (lookUp('a', atMs, { inTurn: atMs >= settlingMs }) === 'wait') {
      rules.roundEnded(true, atMs);
      atMs = Math.min(rules.roundAtMs, atMs < settlingMs ? settlingMs : Infinity);
      lookUps += 1;
      expect(lookUps).toBeLessThan(20);
    }
    expect(atMs).toBe(settlingMs);
  });
});

describe('how long a sale is in doubt before a person may settle it', () => {
  it.each([
    ['its settling time and five minutes', 'after', 1],
    ['six settling times without a control from after the attempt', 'before', 6],
  ] as const)('is %s', (_, control, times) => {
    fail('a', 0);
    lookUp('a', 0, { control });
    expect(rules.doubtBoundMs('a')).toBe(times * settlingMs + 300 * second);
    expect(rules.doubtBoundMs('unknown')).toBe(settlingMs + 300 * second);
  });

  it('is one settling time if no look-up is needed, or none suffices', () => {
    for (const proof of ['none', 'never'] as const) {
      rules.doubt(left('a', { proof }), 0);
      expect(rules.doubtBoundMs('a')).toBe(settlingMs + 300 * second);
    }
  });
});

describe('how long a sale has been watched', () => {
  it('counts from when this run first saw it in doubt, whatever a clock says', () => {
    expect(rules.watchedMs('a', 50)).toBe(0);
    fail('a', 10);
    rules.readClocks(10, 0);
    rules.readClocks(20, day);
    expect(rules.watchedMs('a', 50)).toBe(40);
    fail('a', 60);
    expect(rules.watchedMs('a', 100)).toBe(90);
  });
});

it('an attempt that ends without having begun is a bug', () => {
  expect(() => rules.accepted()).toThrow('no attempt');
  accept('a');
  expect(() => rules.failed(unclear, 0)).toThrow('no attempt');
});
