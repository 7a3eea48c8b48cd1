// Mistakes that the till once made, in its outbox, with returns and with imports, put back into its
// source one at a time, and the test that must notice each.
export interface KnownMistake {
  readonly name: string;
  readonly patches: readonly {
    readonly file: string;
    readonly find: string;
    readonly put: string;
  }[];
  readonly test: string;
  /** Part of the test's name. */
  readonly named: string;
}

const of = (
  name: string,
  test: string,
  named: string,
  ...patches: readonly (readonly [string, string, string])[]
): KnownMistake => ({
  ...{ name, test: `test/${test}.test.ts`, named },
  patches: patches.map(([file, find, put]) => ({ file, find, put })),
});

const proof = 'integration/services/one-proof';
const comparison = 'integration/services/one-comparison';
const pace = 'integration/services/one-pace';
const returns = 'integration/returns/attacks';
const returned = 'integration/returns/returns';
const lost = 'integration/store/lost-file';
const guessing = 'unit/catalogue/guess-columns';

export const knownMistakes: readonly KnownMistake[] = [
  of('sends again without a control', proof, 'lacks the till’s newer sales', [
    'src-main/outbox/rules.ts',
    "const counts = control !== 'missed' || timer.proof === 'never';",
    'const counts = true;',
  ]),
  of('forgets what was sent before a correction', proof, 'what was sent before a correction', [
    'src-main/contract/compare-document.ts',
    'const bodies = [body, ...sale.formerBodies].filter(',
    'const bodies = [body].filter(',
  ]),
  of(
    'takes the document of an earlier body',
    comparison,
    'a service that answers 201 with what it had already',
    [
      'src-main/contract/compare-document.ts',
      "if (first.asked !== body || isNearer) return { is: 'earlier_body' };",
      "if (first.asked !== body && isNearer) return { is: 'earlier_body' };",
    ],
    [
      'src-main/contract/compare-document.ts',
      'if (isCorrectedTotal && shownTotal(body, document) !== body.totalCents)',
      'if (isCorrectedTotal && shownTotal(body, document) === body.totalCents)',
    ],
  ),
  of('does not notice an id that is used again', comparison, 'by a fail-over', [
    'src-main/outbox/sender.ts',
    "if (earlierSale?.state === 'confirmed') onIdUsedAgain(earlierSale.reference);",
    '',
  ]),
  of('begins a walk again after each wait', pace, 'allows 60 requests a minute', [
    'src-main/outbox/lists.ts',
    'if (!(await wait(waitMs))) return answer;',
    'return answer;',
  ]),
  of('tells no difference', comparison, 'a sale at the counter that becomes 1.00', [
    'src-main/outbox/sender.ts',
    '...(differences && { differences }),',
    '',
  ]),
  of(
    'gives change for another total than was asked for',
    'unit/src-renderer/shop/sale-finished',
    '',
    [
      'src-renderer/shop/sale-finished.svelte.ts',
      'changeOf(sale.totalCents, payment.tenderedCents)',
      'changeOf(sale.serviceTotalCents ?? sale.totalCents, payment.tenderedCents)',
    ],
  ),
  of('lets one day’s refusals hold up the next day', proof, 'after a refused day', [
    'src-main/outbox/rules.ts',
    'if (hasQueued && this.isPaused && this.#newestNext) {',
    'if (hasQueued && this.isPaused && !this.#newestNext) {',
  ]),
  of('needs the order of a search', pace, 'ordered by relevance', [
    'src-main/outbox/lists.ts',
    "if (search === '') return unordered;",
    'return unordered;',
  ]),
  of('drops what was asked of a sale', comparison, 'a request to cancel a sale', [
    'src-main/store/sale-steps.ts',
    'if (request.success) noteNotCarriedOut(db, reference, request.output, atMs);',
    '',
  ]),
  of(
    'believes an earlier control too soon',
    proof,
    'and a restart make nothing sent again sooner',
    ['src-main/outbox/rules.ts', 'const longFactor = 6;', 'const longFactor = 1;'],
  ),
  of('looks for no late second document', comparison, 'a document too many far below', [
    'src-main/outbox/audit.ts',
    '...sentAgain(db, clock.nowMs()),',
    '',
  ]),
  of('takes no fractions of a cent', comparison, 'a total with fractions of a cent', [
    'src-main/contract/money.ts',
    'return centsFromApi(value) ?? cents(rounded === 0 ? 0 : rounded);',
    'return centsFromApi(value);',
  ]),
  of('believes lists that show some documents alone', pace, 'the audit asks for each document', [
    'src-main/outbox/audit.ts',
    'if (answer?.ok === true && isOwn(answer.value, requireSale(db, reference))) {',
    'if (answer?.ok === true && documentId < 0) {',
  ]),
  of(
    'takes a row that cannot be read for nobody’s',
    'integration/outbox/controls',
    'a newer row whose reference cannot be read',
    [
      'src-main/outbox/controls.ts',
      "if (this.#scan.some((row) => row.isUnread && mayBeIt(row))) return ok('missed');",
      '',
    ],
  ),
  of(
    'takes a document without its key yet for one of another kind',
    'integration/services/left-out-fields',
    'after an answer that was lost',
    ['src-main/outbox/sightings.ts', "return 'unreadable';", "return 'other_kind';"],
  ),
  of(
    'waits for ever beside what cannot be the sale',
    'integration/services/unreadable-rows',
    'holds up no first sale',
    [
      'src-main/outbox/controls.ts',
      '(hasBegunAnew || row.id === 0 || row.id > highWaterMark) && isAlike(sale, row);',
      'hasBegunAnew || row.id === 0 || row.id > highWaterMark;',
    ],
  ),
  of('makes a return twice that is asked for twice', returns, 'asked for twice at once', [
    'src-main/returns/take-back.ts',
    'const before = doneBefore(db, wanted.returnId);',
    'const before = undefined;',
  ]),
  of('takes a sale for a return', returns, 'cannot bear the number of a sale', [
    'src-main/returns/take-back.ts',
    "return isReturn ? ok(sale) : err({ code: 'invalid_value', field: 'returnId' });",
    'return isReturn || ok(sale);',
  ]),
  of('lets a return end a sale under way', returns, 'cannot bear the number of a sale', [
    'src-main/returns/take-back.ts',
    'if (readKeptCart(db, wanted.returnId))',
    'if (db.readonly)',
  ]),
  of('gives cash back without a day', returns, 'on an open day only', [
    'src-main/returns/take-back.ts',
    "const needsDay = isExchange || (isCash && mode !== 'off');",
    'const needsDay = isExchange;',
  ]),
  of('counts a return of nothing as a sale for cash', returned, 'a return of nothing', [
    'src-main/store/sales.ts',
    'return totalCents === 0 ? null : subtractCents(zeroCents, totalCents);',
    'return subtractCents(zeroCents, totalCents);',
  ]),
  of('asks a manager in the page’s own words', returns, 'one of the shop’s own methods', [
    'src-main/handlers/returns.ts',
    'const { label } = own ?? method;',
    'const { label } = own ? method : method;',
  ]),
  of('believes a part of the lines of a return', returns, 'only some lines are shown', [
    'src-main/returns/open-return.ts',
    'const lines = lacksLines(detail) ? [] : detail.lines;',
    'const { lines } = detail;',
  ]),
  of('overlooks a return that cannot be read', returns, 'may be a return', [
    'src-main/returns/open-return.ts',
    "if (unread) return err({ code: 'answer_invalid', field: unread.unreadable });",
    '',
  ]),
  of('believes a search that finds nothing', returns, 'does not find the original itself', [
    'src-main/returns/open-return.ts',
    "if (!original) return err({ code: 'not_returnable', why: 'not_searchable' });",
    'if (!original) return ok([]);',
  ]),
  of('gives money back that was given back', returns, 'whose money was given back already', [
    'src-main/returns/original.ts',
    "if (readMoneyOfFoundSale(db, reference) !== null) return not('money_moved');",
    '',
  ]),
  of('gives a returned sale’s money back whole', returns, 'settled as cancelled', [
    'src-main/store/cash-movements.ts',
    'return cents(Math.max(0, addCents(heldCents, readGivenBack(db, reference))));',
    'return cents(Math.max(0, heldCents));',
  ]),
  of('forgets returns under a former key', returns, 'whose key changes', [
    'src-main/store/returns.ts',
    "AND content ->> '$.returned.origin.reference' = @reference)`;",
    "AND content ->> '$.returned.origin.reference' = @reference || '?')`;",
  ]),
  of('asks only once what else came back', returned, 'asked again after an audit', [
    'src-main/returns/check-confirmed.ts',
    'if (auditedAtMs === null || auditedAtMs === checkedReturns.auditedAtMs) return;',
    'if (auditedAtMs !== checkedReturns.auditedAtMs) return;',
  ]),
  of(
    'counts with an exchange that was paid out since',
    'integration/returns/exchange',
    'makes void',
    ['src-main/returns/take-back.ts', '    makeCountsVoid(db);\n', ''],
  ),
  of(
    'forgets what a rejected sale was refused for',
    'integration/services/one-bad-sale',
    'none of twenty others',
    [
      'src-main/outbox/sender.ts',
      "const errors = lastEvidence.kind === 'refused' ? lastEvidence.errors : [];",
      'const errors: never[] = [];',
    ],
  ),
  of(
    'copies no row again that has changed',
    'integration/second-copy/start-again',
    'a day that was',
    [
      'src-main/second-copy/read-rows.ts',
      'if (!isKnown && !isWritten) rows.push([table, row]);',
      '',
    ],
  ),
  of('reads no clocks', 'integration/outbox/send-on', 'once a clock was set', [
    'src-main/outbox/outbox.ts',
    'if (this.#rules.readClocks(clock.monotonicMs(), clock.nowMs())) this.suspect();',
    '',
  ]),
  of('reads prices that a comma has cut in two', guessing, 'a comma has moved', [
    'src-main/catalogue/guess-columns.ts',
    'if (isCutAtCommas(columns, isWithoutNames))',
    'if (isCutAtCommas([], isWithoutNames))',
  ]),
  of('takes names of one table and codes of another', guessing, 'side by side', [
    'src-main/catalogue/guess-columns.ts',
    "at < column.at && name !== ''",
    "at < column.at && name === ''",
  ]),
  of('splits names at their commas', 'unit/catalogue/reading', 'more commas than', [
    'src-main/catalogue/reading.ts',
    '(isNamed ? mostColumns : 1)',
    '1',
  ]),
  of('takes a price to which another column adds the VAT', guessing, 'adds the VAT', [
    'src-main/catalogue/guess-columns.ts',
    '.filter(({ profile }) => profile.prices >= 0.9)',
    '.filter(({ at }) => (scores[at]?.[bit] ?? 0) >= taking)',
  ]),
  of('leaves a till on a bad sector shut', lost, 'a log on a bad sector', [
    'src-main/store/open-or-rebuild.ts',
    "return isSecond ? { ...looked, opened: err({ code: 'store_damaged', file }) } : looked;",
    'return looked;',
  ]),
  of('has a refused sale come back', 'faults/disk/failed-sync', 'could not sync it', [
    'src-main/store/in-transaction.ts',
    "if (codeOf(error) === 'SQLITE_IOERR_FSYNC') overwriteLogEnd(db);",
    '',
  ]),
  of('sells into a file that is gone', 'integration/moved-file', 'deleted', [
    'src-main/store/in-transaction.ts',
    'requireInPlace(db);',
    '',
  ]),
];
