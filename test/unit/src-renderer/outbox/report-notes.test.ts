// Tests what the outbox's report means for a person.
import { expect, test } from 'vitest';
import type { AuditReport, Overdue } from '../../../../src-main/contract/outbox-report.ts';
import {
  agreeing,
  agrees,
  heldBack,
  missingOnce,
  mostNamed,
  oldestOf,
  overdueGroups,
} from '../../../../src-renderer/outbox/report-notes.ts';

const nowMs = 1_000_000;
const cause = { code: 'service_refused', errors: [] } as const;
const away = { code: 'service_unreachable', reason: 'refused' } as const;
const online = { connection: 'online', connectionError: null } as const;
const sends = { pause: null, nextTryAtMs: null };

test('nothing is held back while the outbox may send', () => {
  expect(heldBack(online, sends, nowMs)).toBeNull();
});

test('a pause is told with its cause and its next try', () => {
  const paused = { connection: 'paused', connectionError: cause } as const;
  expect(heldBack(paused, { pause: cause, nextTryAtMs: nowMs + 5 }, nowMs)).toEqual({
    by: 'refusing',
    cause,
    nextTryAtMs: nowMs + 5,
  });
});

test('a try that is due is being made, so that no time is told', () => {
  const heldNote = heldBack(online, { pause: cause, nextTryAtMs: nowMs }, nowMs);
  expect(heldNote?.nextTryAtMs).toBeNull();
  expect(heldBack(online, { pause: null, nextTryAtMs: nowMs }, nowMs)).toBeNull();
});

test('where the service is away, that is why, whatever was refused before', () => {
  const offline = { connection: 'offline', connectionError: away } as const;
  const heldNote = heldBack(offline, { pause: cause, nextTryAtMs: nowMs + 5 }, nowMs);
  expect(heldNote).toEqual({ by: 'offline', cause: away, nextTryAtMs: nowMs + 5 });
});

test('a wait that nothing explains is told all the same', () => {
  const heldNote = heldBack(online, { pause: null, nextTryAtMs: nowMs + 5 }, nowMs);
  expect(heldNote).toEqual({ by: 'refusing', cause: null, nextTryAtMs: nowMs + 5 });
});

const late = (why: Overdue['why'], sinceMs: number): Overdue => ({
  reference: `${why}-${sinceMs}`,
  why,
  sinceMs,
});

test('what waits too long is told by what it waits for, the oldest first, and as many as a person reads', () => {
  const queued = Array.from({ length: 30 }, (_, at) => late('queued', 100 - at));
  const groups = overdueGroups([...queued, late('in_doubt', 200)]);
  expect(groups.map(({ why, count, sinceMs }) => [why, count, sinceMs])).toEqual([
    ['in_doubt', 1, 200],
    ['queued', 30, 71],
  ]);
  expect(groups[1]?.references).toHaveLength(mostNamed);
  expect(groups[1]?.references[0]).toBe('queued-71');
  expect(oldestOf([...queued, late('in_doubt', 200)])).toBe(71);
  expect(overdueGroups([])).toEqual([]);
});

const audit = (change: Partial<AuditReport>): AuditReport => ({
  atMs: 0,
  checked: 10,
  confirmed: 1_204,
  missing: [],
  lost: [],
  differing: [],
  alarms: 0,
  ...change,
});

test('an audit that found nothing amiss agrees', () => {
  expect([agrees(audit({})), agreeing(audit({}))]).toEqual([true, 1_204]);
});

test('what is missing or differs is not among what agrees, and counts once', () => {
  const auditNote = audit({ missing: ['A', 'B'], lost: ['A'], differing: ['B', 'C'] });
  expect([agrees(auditNote), agreeing(auditNote)]).toEqual([false, 1_201]);
  expect(missingOnce(auditNote)).toEqual(['B']);
  expect(agrees(audit({ alarms: 1 }))).toBe(false);
});
