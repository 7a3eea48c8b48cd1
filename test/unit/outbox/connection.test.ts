// Tests whether the service can be used, as a request for its newest document tells, and what
// pauses the outbox although the service can be used.
import { describe, expect, it } from 'vitest';
import type { AppError } from '../../../src-main/contract/errors.ts';
import { ConnectionWatch } from '../../../src-main/outbox/connection.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';

const { probeMs, pausedProbeMs, retryCapMs, retryFirstMs } = defaultTiming;
const unreachable: AppError = { code: 'service_unreachable', reason: 'refused' };
const full: AppError = { code: 'disk_full' };

function startWatch() {
  const toldStates: string[] = [];
  const watch: ConnectionWatch = new ConnectionWatch(defaultTiming, () => {
    toldStates.push(`${watch.connection} ${watch.error?.code ?? ''}`.trim());
  });
  const answered = (error?: AppError, nowMs = 0, random = 1) =>
    watch.answered(error, watch.signIns, nowMs, random);
  return { watch, told: toldStates, answered };
}

describe('the connection', () => {
  it('is not to be used before the service was asked', () => {
    const { watch, told } = startWatch();
    expect([watch.connection, watch.works, watch.askAtMs]).toEqual(['offline', false, 0]);
    expect(told).toEqual([]);
  });

  it('is online after an answer, offline after none, and says each once', () => {
    const { watch, told, answered } = startWatch();
    answered();
    answered();
    expect(watch.works).toBe(true);
    answered(unreachable);
    answered(unreachable);
    expect(watch.works).toBe(false);
    expect(told).toEqual(['online', 'offline service_unreachable']);
  });

  it('says anew why the service is not reached, where that is another reason', () => {
    const { watch, told, answered } = startWatch();
    answered(unreachable);
    answered({ code: 'service_unreachable', reason: 'insecure' });
    expect(watch.error).toEqual({ code: 'service_unreachable', reason: 'insecure' });
    answered({ code: 'not_the_service', status: 200 });
    answered({ code: 'not_the_service', status: 302 });
    answered({ code: 'not_the_service', status: 302 });
    expect(told).toHaveLength(4);
  });

  it('is online though the answer cannot be read', () => {
    const { watch, answered } = startWatch();
    const odd: AppError = { code: 'answer_invalid', field: 'results' };
    answered(odd);
    expect([watch.connection, watch.works, watch.error]).toEqual(['online', true, odd]);
  });

  it('asks for a sign-in where the service refuses the token or the permission', () => {
    for (const code of ['token_refused', 'not_permitted'] as const) {
      const { watch, answered } = startWatch();
      answered({ code }, 100);
      expect([watch.connection, watch.askAtMs]).toEqual(['sign_in_needed', 100 + pausedProbeMs]);
    }
  });

  it('is paused where the address answers as no service does, and tries again by itself', () => {
    for (const code of ['not_found', 'method_not_allowed'] as const) {
      const { watch, answered } = startWatch();
      answered({ code }, 100);
      expect([watch.connection, watch.askAtMs]).toEqual(['paused', 100 + pausedProbeMs]);
    }
  });

  it('needs no sign-in because of an earlier token', () => {
    const { watch, answered } = startWatch();
    const { signIns } = watch;
    watch.signedIn();
    expect(watch.answered({ code: 'token_refused' }, signIns, 0, 1)).toBe(0);
    expect(watch.connection).toBe('offline');
    expect(watch.askAtMs).toBe(0);
    answered({ code: 'token_refused' });
    expect(watch.connection).toBe('sign_in_needed');
  });

  it('asks for a sign-in where nobody is signed in', () => {
    const { watch, told } = startWatch();
    watch.needsSignIn();
    watch.needsSignIn();
    expect(told).toEqual(['sign_in_needed']);
  });
});

describe('asking for the newest document', () => {
  it('is done from time to time while all is well', () => {
    const { watch, answered } = startWatch();
    answered(undefined, 500);
    expect(watch.askAtMs).toBe(500 + probeMs);
  });

  it('is done at once where something has failed, and nothing is sent meanwhile', () => {
    const { watch, answered } = startWatch();
    answered(undefined, 500);
    watch.suspect();
    expect([watch.askAtMs, watch.works, watch.connection]).toEqual([0, false, 'online']);
    answered(undefined, 600);
    expect(watch.works).toBe(true);
  });

  it('waits longer with each failure, up to a cap, until the service is there again', () => {
    const { watch, answered } = startWatch();
    const waits = Array.from({ length: 12 }, () => {
      answered(unreachable);
      return watch.askAtMs;
    });
    expect(waits.slice(0, 3)).toEqual([1, 2, 4].map((each) => each * retryFirstMs));
    expect(waits.at(-1)).toBe(retryCapMs);
    answered();
    answered(unreachable);
    expect(watch.askAtMs).toBe(retryFirstMs);
  });

  it('waits as long as the service asks for, up to an hour', () => {
    const { watch, answered } = startWatch();
    answered({ code: 'service_busy', retryAfterMs: 120_000 });
    expect(watch.askAtMs).toBe(120_000);
    answered({ code: 'service_busy', retryAfterMs: 999_999_999 });
    expect(watch.askAtMs).toBe(3_600_000);
    answered({ code: 'service_busy', retryAfterMs: null });
    expect(watch.askAtMs).toBe(4 * retryFirstMs);
  });

  it('tells how long the service had been away, once it is there', () => {
    const { answered } = startWatch();
    expect(answered(undefined, 0)).toBe(0);
    expect(answered(unreachable, 1_000)).toBe(0);
    expect(answered(unreachable, 5_000)).toBe(0);
    expect(answered(undefined, 9_000)).toBe(8_000);
    expect(answered(undefined, 20_000)).toBe(0);
  });
});

describe('what pauses the outbox although the service is there', () => {
  it('is shown as a pause with the service’s last answer, and told once', () => {
    const { watch, told, answered } = startWatch();
    answered();
    const refusal: AppError = { code: 'service_refused', errors: [] };
    watch.setPause(refusal);
    watch.setPause(refusal);
    expect([watch.connection, watch.error]).toEqual(['paused', refusal]);
    expect(watch.works).toBe(true);
    watch.setPause(null);
    expect([watch.connection, watch.error]).toEqual(['online', null]);
    expect(told).toEqual(['online', 'paused service_refused', 'online']);
  });

  it('is not shown while the service is away', () => {
    const { watch, answered } = startWatch();
    watch.setPause({ code: 'service_refused', errors: [] });
    expect([watch.connection, watch.error]).toEqual(['offline', null]);
    answered(unreachable);
    expect([watch.connection, watch.error]).toEqual(['offline', unreachable]);
  });

  it('is always shown if it is the till’s own disk', () => {
    const { watch, answered } = startWatch();
    watch.setTrouble(full);
    answered(unreachable);
    expect([watch.connection, watch.error]).toEqual(['offline', full]);
    answered();
    expect([watch.connection, watch.error]).toEqual(['paused', full]);
    watch.setTrouble(null);
    expect([watch.connection, watch.error]).toEqual(['online', null]);
  });
});
