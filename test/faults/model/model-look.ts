// Look-ups in the model, made as in `outbox/look-ups.ts` and `outbox/controls.ts`: rounds, the
// look-up in its turn with its controls, and the look-up of the whole outbox before the first
// creation.
import type { AppError } from '../../../src-main/contract/errors.ts';
import type { Rules, Sighting, Verdict } from '../../../src-main/outbox/rules.ts';
import { merged, sightingOf, type FoundDocuments } from '../../../src-main/outbox/sightings.ts';
import type { LookUpRow } from '../../../src-main/service/responses.ts';
import type { Task } from './lanes.ts';
import { lookedFor, modelDay, type ModelFile, type Row } from './model-file.ts';
import type { ListReply } from './model-service.ts';
import type { Computer } from './world.ts';

export interface Looking {
  readonly file: ModelFile;
  readonly computer: Computer;
  readonly rules: Rules;
  /** Asks for a list, and notes the newest id that it shows. */
  readonly ask: (search: string, downTo?: number) => Task<ListReply>;
  readonly onError: (error: AppError) => void;
}

const mostSearches = 25;

export function* lookRound(looking: Looking): Task<void> {
  const { rules, computer } = looking;
  const verdicts = yield* look(looking, inDoubt(looking, rules.doubts), false);
  rules.roundEnded(verdicts.some(Boolean), computer.monotonicMs());
}

export function* lookInTurn(looking: Looking, reference: string): Task<Verdict | null> {
  const [verdict] = yield* look(looking, inDoubt(looking, [reference]), true);
  return verdict ?? null;
}

const inDoubt = ({ file, rules }: Looking, references: readonly string[]): readonly Row[] =>
  references.flatMap((reference) => {
    const row = file.rows.get(reference);
    if (row?.state === 'in_doubt') return [row];
    rules.settle(reference);
    return [];
  });

function* look(
  looking: Looking,
  rows: readonly Row[],
  inTurn: boolean,
): Task<readonly (Verdict | null)[]> {
  const { computer, ask } = looking;
  if (rows.length === 0) return [];
  const beganAtMs = computer.monotonicMs();
  const mark = Math.min(...rows.map((row) => row.highWaterMark));
  const allFailed = (error: AppError) => rows.map((row) => failed(looking, row, error));
  const scan = yield* ask('', mark);
  if (!scan.ok) return allFailed(scan.error);
  let own: readonly LookUpRow[] | null = null;
  if (rows.length > mostSearches) {
    const listed = yield* ownAbove(looking, mark);
    if (!listed.ok) return allFailed(listed.error);
    own = listed.rows;
  }
  const controls = new ModelControls(looking, scan.rows);
  const verdicts: (Verdict | null)[] = [];
  for (const row of rows) {
    const { reference } = row;
    const found: ListReply = own
      ? { ok: true, rows: own.filter(({ ourReference }) => ourReference === reference) }
      : yield* bearing(looking, reference);
    if (!found.ok) {
      verdicts.push(failed(looking, row, found.error));
      continue;
    }
    const scanned = scan.rows.filter(({ ourReference }) => ourReference === reference);
    const sighted = sightingOf(lookedFor(row), merged(found.rows, scanned), modelDay);
    verdicts.push(yield* conclude(looking, row, sighted, controls, { beganAtMs, inTurn }));
  }
  return verdicts;
}

function failed({ rules, onError }: Looking, { reference }: Row, error: AppError): null {
  rules.lookUpFailed(reference);
  onError(error);
  return null;
}

export function* bearing({ ask }: Pick<Looking, 'ask'>, reference: string): Task<ListReply> {
  const found = yield* ask(reference);
  if (!found.ok) return found;
  return { ok: true, rows: found.rows.filter(({ ourReference }) => ourReference === reference) };
}

function* ownAbove({ file, ask }: Looking, mark: number): Task<ListReply> {
  const rows: LookUpRow[] = [];
  for (const prefix of file.prefixes) {
    const walked = yield* ask(prefix, mark);
    if (!walked.ok) return walked;
    rows.push(...walked.rows.filter(({ ourReference }) => ourReference.startsWith(prefix)));
  }
  return { ok: true, rows };
}

/** Reads everything of this file that the service holds and that could concern an open sale. */
export function* lookThrough(looking: Looking): Task<ListReply> {
  const { file, ask } = looking;
  const mark = file.lowestHighWaterMark() ?? file.highestId;
  const own = yield* ownAbove(looking, mark);
  if (!own.ok) return own;
  const scan = yield* ask('', mark);
  if (!scan.ok) return scan;
  const scanned = scan.rows.filter(({ ourReference }) =>
    file.prefixes.some((prefix) => ourReference.startsWith(prefix)),
  );
  return { ok: true, rows: merged(own.rows, scanned) };
}

function* conclude(
  looking: Looking,
  row: Row,
  found: FoundDocuments,
  controls: ModelControls,
  turn: { readonly beganAtMs: number; readonly inTurn: boolean },
): Task<Verdict | null> {
  const { rules, computer } = looking;
  const { reference } = row;
  if (row.state !== 'in_doubt') {
    rules.settle(reference);
    return null;
  }
  let control: Sighting['control'] | AppError = 'before';
  if (found.saw === 'nothing' && row.proof === 'absence') control = yield* controls.check(row);
  if (typeof control !== 'string') return failed(looking, row, control);
  const sighting = { reference, saw: found.saw, control, ...turn };
  const verdict = rules.looked(sighting, computer.monotonicMs());
  record(looking, row, found, verdict);
  return verdict;
}

function record(
  { file, computer }: Looking,
  row: Row,
  found: FoundDocuments,
  verdict: Verdict,
): void {
  const { documentIds, document, differences } = found;
  const change = { atMs: computer.wallMs(), documentIds, documentId: document?.id, differences };
  switch (verdict) {
    case 'found':
    case 'found_not_finalized':
    case 'found_mismatch':
      if (row.state === 'in_doubt') file.step(row, verdict, change);
      return;
    case 'missing':
      if (row.state === 'in_doubt') {
        file.step(row, verdict, { atMs: computer.wallMs(), isNothingFound: true });
      }
      return;
    case 'shown':
      row.proof = 'never';
      row.documentIds = [...new Set([...row.documentIds, ...documentIds])];
      return;
    case 'absent':
    case 'judged':
    case 'wait':
  }
}

class ModelControls {
  readonly #looking: Looking;
  readonly #scan: readonly LookUpRow[];
  readonly #searches = new Map<string, ListReply>();

  constructor(looking: Looking, scan: readonly LookUpRow[]) {
    this.#looking = looking;
    this.#scan = scan;
  }

  *check(row: Row): Task<Sighting['control'] | AppError> {
    const { file, computer } = this.#looking;
    const { reference } = row;
    const knownId = Math.max(row.knownId, row.highWaterMark);
    const passed = file.passedOver(computer.wallMs());
    const after = file.control('after', row, passed);
    if (after) return yield* this.#isShown(after, 'after');
    const idControl = `id ${knownId}`;
    if (knownId > 0 && !passed.includes(idControl)) {
      const isShown = this.#scan.some(({ id }) => id === knownId);
      this.#note(idControl, isShown);
      if (!isShown) return 'missed';
    }
    const before = file.control('before', row, passed);
    if (before) return yield* this.#isShown(before, 'before');
    const listed = this.#scan.find(
      ({ ourReference }) => ourReference !== reference && !passed.includes(ourReference),
    );
    if (!listed) return 'before';
    const found = yield* this.#search(listed.ourReference);
    if (!found.ok) return found.error;
    this.#note(listed.ourReference, found.rows.length > 0);
    return found.rows.length > 0 ? 'before' : 'missed';
  }

  *#isShown(control: Row, side: 'after' | 'before'): Task<Sighting['control'] | AppError> {
    const found = yield* this.#search(control.reference);
    if (!found.ok) return found.error;
    const isScanned = side === 'before' || this.#scan.some(({ id }) => id === control.documentId);
    const isShown = found.rows.length > 0 && isScanned;
    this.#note(control.reference, isShown);
    return isShown ? side : 'missed';
  }

  #note(control: string, isShown: boolean): void {
    this.#looking.file.noteMissed(control, isShown, this.#looking.computer.wallMs());
  }

  *#search(reference: string): Task<ListReply> {
    const asked = this.#searches.get(reference) ?? (yield* bearing(this.#looking, reference));
    this.#searches.set(reference, asked);
    return asked;
  }
}
