import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { Link } from '../../../src-main/outbox/link.ts';
import { Backoff, defaultTiming } from '../../../src-main/outbox/timing.ts';

function startLink() {
  let nowMs = 0;
  const changes: string[] = [];
  const link = new Link(
    defaultTiming,
    () => nowMs,
    (connection, error) => changes.push(`${connection} ${error?.code ?? ''}`.trim()),
  );
  return {
    link,
    changes,
    advance: (ms: number) => {
      nowMs += ms;
    },
  };
}
const unreachable: AppError = { code: 'service_unreachable', reason: 'refused' };

describe('a wait', () => {
  it('doubles with each failure up to a cap, within its jitter, and ends with a success', () => {
    for (const [random, share] of [
      [0, 0.5],
      [1, 1],
    ] as const) {
      const backoff = new Backoff(defaultTiming, () => random);
      const waits = Array.from({ length: 40 }, () => {
        backoff.fail(0);
        return backoff.readyAtMs;
      });
      expect(waits.slice(0, 3)).toEqual([1_000 * share, 2_000 * share, 4_000 * share]);
      expect(waits.at(-1)).toBe(defaultTiming.retryCapMs * share);
      backoff.succeed();
      expect(backoff.readyAtMs).toBe(0);
    }
  });

  it('honours what the service asks for, up to an hour', () => {
    const backoff = new Backoff(defaultTiming, () => 0);
    backoff.fail(0, 120_000);
    expect(backoff.readyAtMs).toBe(120_000);
    backoff.fail(0, 999_999_999_000);
    expect(backoff.readyAtMs).toBe(3_600_000);
  });
});

describe('the connection', () => {
  it('is online after an answer, offline after none, and says each once', () => {
    const { link, changes } = startLink();
    link.learn(undefined, 0);
    link.learn(undefined, 0);
    link.learn(unreachable, 0);
    link.learn(unreachable, 0);
    expect(changes).toEqual(['online', 'offline service_unreachable']);
    expect(link.readyAtMs).toBeGreaterThan(0);
  });

  it('says anew why the service is not reached, where that is another reason', () => {
    const { link, changes } = startLink();
    link.learn(unreachable, 0);
    link.learn({ code: 'service_unreachable', reason: 'insecure' }, 0);
    expect(link.error).toEqual({ code: 'service_unreachable', reason: 'insecure' });
    link.learn({ code: 'not_the_service', status: 200 }, 0);
    link.learn({ code: 'not_the_service', status: 200 }, 0);
    expect(changes).toHaveLength(3);
  });

  it('is paused by 403, 404 and 405, and asks again after minutes', () => {
    for (const code of ['not_permitted', 'not_found', 'method_not_allowed'] as const) {
      const { link } = startLink();
      link.learn({ code }, 0);
      expect([link.connection, link.probeAtMs]).toEqual(['paused', defaultTiming.pausedProbeMs]);
    }
  });

  it('needs a sign-in when the token is refused, but not because of an old one', () => {
    const { link } = startLink();
    const before = link.signIns;
    link.signedIn();
    link.tryNow();
    link.learn({ code: 'token_refused' }, before);
    expect(link.connection).toBe('offline');
    link.learn({ code: 'token_refused' }, link.signIns);
    expect(link.connection).toBe('sign_in_needed');
  });

  it('is not judged by a look-up that alone fails', () => {
    const { link, changes } = startLink();
    link.learn(undefined, 0);
    link.learnFromLookUp({ code: 'service_failed', status: 500 }, 0);
    link.learnFromLookUp({ code: 'answer_invalid', field: 'results' }, 0);
    expect(changes).toEqual(['online']);
    link.learnFromLookUp(unreachable, 0);
    expect(link.connection).toBe('offline');
  });

  it('"Try now" ends a pause and every wait', () => {
    const { link, advance } = startLink();
    link.learn({ code: 'not_found' }, 0);
    advance(10);
    link.tryNow();
    expect([link.connection, link.readyAtMs, link.probeAtMs]).toEqual(['offline', 0, -Infinity]);
  });
});
