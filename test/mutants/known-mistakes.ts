// Mistakes that the outbox once made, put back into its source one at a time, and the test that
// must notice each.
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
      'if (isCorrectedTotal && document.totalCents !== body.totalCents)',
      'if (isCorrectedTotal && document.totalCents === body.totalCents)',
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
    'if (asked.success) noteNotCarriedOut(db, reference, asked.output, atMs);',
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
    'if (answer?.ok === true && answer.value.ourReference === reference) {',
    'if (answer?.ok === true && documentId < 0) {',
  ]),
];
