// Tills with one mistake each in their source, and the scene that shows it.
import type { Plugin } from 'vite';
import type { SceneName } from './scenes.ts';

interface Patch {
  readonly file: string;
  readonly find: string;
  readonly put: string;
}

interface BadSource {
  readonly scene: SceneName;
  readonly patches: readonly Patch[];
}

const of = (scene: SceneName, ...patches: readonly (readonly [string, string, string])[]) => ({
  scene,
  patches: patches.map(([file, find, put]) => ({ file: `/src-main/${file}.ts`, find, put })),
});

type OnePatch = readonly [string, string, string];

const ofDays = (...patches: readonly OnePatch[]): BadSource =>
  of('days are closed while sales are open, and the till is killed', ...patches);

export const badSources = {
  skips_the_scan_where_the_control_is_found: of(
    'the search hides what was created, and the list of all documents shows it',
    [
      'outbox/look-ups',
      '[namingIn(scan.value), namingIn(own.value)]',
      '[namingIn([]), namingIn(own.value)]',
    ],
  ),
  takes_a_failed_look_for_a_look: of(
    'the search hides what was created, and the list of all documents fails',
    [
      'outbox/look-ups',
      'const scan = await lists.above(highWaterMark);\n    if (!scan.ok) return this.#failed(sales, scan.error);',
      'const read = await lists.above(highWaterMark);\n    const scan = read.ok ? read : { ok: true as const, value: [] };',
    ],
    ['outbox/controls', "side === 'before' || this", 'true || this'],
  ),
  takes_times_in_the_future_for_times_to_come: of('a sale waits, and the clock is set back', [
    'outbox/report',
    'sinceMs > nowMs + clockToleranceMs ? Infinity : Math.max(0, nowMs - sinceMs)',
    'Math.max(0, nowMs - sinceMs)',
  ]),
  lets_quiet_time_survive_a_resend: of('the second attempt arrives late', [
    'outbox/rules',
    'this.#failing = [...others, { reference, attempt: number }];',
    'this.#failing = [...others, { reference, attempt: number }];\n    const again = this.#timers.get(reference);\n    if (again && former) again.series = former.series;',
  ]),
  does_not_report_a_second_document: of('one request is delivered twice', [
    'outbox/sightings',
    "return second ?? (differs ? 'differs' : undefined);",
    "return differs ? 'differs' : undefined;",
  ]),
  sends_again_after_a_refusal_without_looking: of(
    'what was created is said to be refused',
    [
      'outbox/sender',
      'const lookUp = await lookUps.inTurn(reference);',
      "const kind = requireSale(this.#options.db, reference).lastEvidence.kind;\n    const isRefused = kind === 'refused' || kind === 'looked_up';\n    const lookUp = isRefused ? { verdict: 'absent' as const } : await lookUps.inTurn(reference);",
    ],
    [
      'outbox/rules',
      "if (proof === 'none') return 0;",
      "if (proof === 'none' || (proof === 'absence' && timer.isSeen)) return 0;",
    ],
    [
      'outbox/rules',
      'return lastMs !== null && this.#gateClosedAtMs === null && !this.#isBroken({ lastMs }, nowMs);',
      'return true;',
    ],
  ),
  keeps_a_failing_sale_at_the_head: of('a sale fails whatever happens', [
    'outbox/rules',
    'if (hasQueued && !(isRipe && (this.isPaused || this.#againNext))) {',
    'if (hasQueued && this.#timers.size === 0) {',
  ]),
  never_judges: of('a sale fails whatever happens', [
    'outbox/rules',
    'const toJudge = 3;',
    'const toJudge = Infinity;',
  ]),
  begins_without_a_gate: of('the folder is put back over what was sent since', [
    'outbox/outbox',
    'if (hasSales(db)) this.#rules.closeGate(clock.monotonicMs());',
    '',
  ]),
  sends_again_what_bears_another_reference: of('the service keeps another reference', [
    'outbox/outcome',
    "return createdUnclear('our_reference', document.id);",
    "return unclear('201', { code: 'answer_invalid', field: 'our_reference' }, 201);",
  ]),
  calls_a_draft_incomplete_at_once: of('a document is a draft for a moment', [
    'outbox/rules',
    "if (nowMs - timer.draftSinceMs < this.#timing.settlingMs) return 'shown';",
    '',
  ]),
  counts_downtime_as_quiet_time: of(
    'a request is carried out after an outage',
    [
      'outbox/rules',
      'return nowMs - lastMs > 3 * this.#timing.lookUpCapMs;',
      'return nowMs < lastMs;',
    ],
    ['outbox/rules', 'timer.series = null;\n      timer.provenAtMs = null;', ''],
  ),
  judges_although_nothing_is_accepted: of('everything is refused for a while', [
    'outbox/rules',
    'failure.counts && this.#lastAccepted > (former?.attempt ?? 0)',
    'failure.counts',
  ]),
  fails_at_rows_without_a_reference: of('documents of others bear no reference', [
    'service/responses',
    'our_reference: v.fallback(referenceText, undefined),\n    }),',
    'our_reference: v.string(),\n    }),',
  ]),
  fails_at_pages_that_are_refused: of('pages may not be large', [
    'outbox/lists',
    "new Set(['service_refused', 'answer_too_large'])",
    'new Set()',
  ]),
  stops_after_one_401: of('one answer is a 401', [
    'outbox/outbox',
    'if (outcome.isSuspect) this.suspect();',
    "if (outcome.evidence.kind === 'turned_away' && outcome.evidence.status === 401) {\n          Object.assign(options.service, { hasToken: () => false });\n        } else if (outcome.isSuspect) this.suspect();",
  ]),
  takes_the_youngest_sale_for_its_control: of('the lists lag behind a till that goes on selling', [
    'store/doubts',
    "side === 'after' ? 'ASC' : 'DESC'",
    "'DESC'",
  ]),
  misses_no_document: of('the service drops a document', [
    'outbox/audit',
    '.filter(\n      ({ documentId, reference }) => !shownPlaces.has(placeOf(documentId, reference)),\n    )',
    '.filter(() => false)',
  ]),
  follows_no_document: of('the service changes a total', [
    'outbox/audit',
    'for (const { summary } of rows) if (summary) await writes.follow(summary);',
    '',
  ]),
  waits_for_a_search_before_it_sends: of('the search never answers', [
    'outbox/sender',
    "case 'send': {",
    "case 'send': {\n        const [held] = rules.doubts;\n        const part = held === undefined ? undefined : await this.#options.lookUps.inTurn(held);\n        if (part && !('verdict' in part && part.verdict)) return 1000;",
  ]),
  tells_of_no_older_sale_behind_a_newer_one: of('the first in the queue seems to be the youngest', [
    'outbox/report',
    'return unsentStates.flatMap((why) =>\n    oldestIn(db, why, mostOverdue)',
    'return unsentStates.flatMap((why) =>\n    oldestIn(db, why, 1)',
  ]),
  counts_a_sale_in_two_reports: ofDays([
    'store/sales-of-shift',
    "readSales(db, 'WHERE shift_id = @shiftId', { shiftId })",
    "readSales(db, 'WHERE shift_id <= @shiftId', { shiftId })",
  ]),
  adopts_what_was_sold_without_a_day: ofDays([
    'day/close',
    'const snapshot = snapshotOf(db, shift, { ...options, count, leftCents, note });',
    "db.prepare('UPDATE sale SET shift_id = ? WHERE shift_id IS NULL').run(shift.shiftId);\n    const snapshot = snapshotOf(db, shift, { ...options, count, leftCents, note });",
  ]),
  leaves_a_number_out: ofDays([
    'store/z-reports',
    'coalesce(max(number), 0) + 1',
    'coalesce(max(number), 0) + 1 + (SELECT count(*) FROM z_report) % 2',
  ]),
  follows_nothing: ofDays([
    'store/z-reports',
    'const previousHash = lastHash(db);',
    'const previousHash = beforeTheFirst;',
  ]),
  loses_a_movement: ofDays([
    'day/day-sums',
    "out: movedSum(movements, 'out')",
    "out: movedSum(movements.slice(0, -1), 'out')",
  ]),
  writes_an_outcome_into_an_old_report: ofDays([
    'store/z-reports',
    'if (!states.some(isFinal)) return;',
    "if (!states.some(isFinal)) return;\n  db.exec('DROP TRIGGER IF EXISTS z_report_unchanged');\n  db.prepare(`UPDATE z_report SET snapshot = json_set(snapshot, '$.cash.note', ?)\n    WHERE shift_id = (SELECT shift_id FROM sale WHERE sale_id = ?)`).run(states[1], saleId);",
  ]),
  tells_no_outcome: ofDays([
    'store/z-reports',
    'if (!states.some(isFinal)) return;',
    'if (states.some(isFinal)) return;',
  ]),
  names_no_open_sale: ofDays(['day/day-sums', 'open: openOf(sales),', 'open: [],']),
  calls_everything_confirmed: ofDays([
    'day/day-sums',
    "const confirmed = sold.filter(({ state }) => state === 'confirmed');",
    'const confirmed = sold;',
  ]),
  closes_only_when_all_is_sent: ofDays([
    'day/close',
    "if (leftCents > count.countedCents) return err({ code: 'left_too_much' });",
    "if (leftCents > count.countedCents) return err({ code: 'left_too_much' });\n    if (snapshotOf(db, shift, { ...options, count, leftCents, note }).open.length > 0)\n      return err({ code: 'count_void' });",
  ]),
  leaves_refunds_in_the_drawer: of('goods come back, and the till is killed', [
    'contract/day',
    'addCents(sums.returned.totalCents, sums.out.totalCents),',
    'sums.out.totalCents,',
  ]),
  takes_refunds_off_what_was_sold: of('goods come back, and the till is killed', [
    'store/sales-of-shift',
    'cash_cents >= 0 AND cash_cents < 1 << 53',
    'cash_cents > -(1 << 53) AND cash_cents < 1 << 53',
  ]),
} as const satisfies Record<string, BadSource>;

export type BadSourceName = keyof typeof badSources;
export const badSourceNames = Object.keys(badSources) as BadSourceName[];

/** Returns a plugin that puts the mistake into the source during the build. */
export function spoilingAs(name: BadSourceName): Plugin {
  const { patches }: BadSource = badSources[name];
  const left = new Set(patches);
  return {
    name: `bad source ${name}`,
    enforce: 'pre',
    transform: (code, id) => {
      const ofFile = patches.filter(({ file }) => id.endsWith(file));
      let changed = code;
      for (const patch of ofFile) {
        if (!changed.includes(patch.find)) throw new Error(`${name}: not in ${patch.file}`);
        changed = changed.replace(patch.find, () => patch.put);
        left.delete(patch);
      }
      return ofFile.length === 0 ? null : { code: changed, map: null };
    },
    buildEnd: (error) => {
      if (!error && left.size > 0) throw new Error(`${name}: a file of it is not built`);
    },
  };
}
