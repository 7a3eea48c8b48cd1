// Second copies beyond the one that is being written: choosing a medium, and the copy that somebody
// looks at in order to start again from it. A helper asks the medium, and is not waited for longer
// than a person waits.
import { randomInt } from 'node:crypto';
import { keyOf } from '../account/profiles.ts';
import { inTime, type Clock } from '../clock.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { shortLine } from '../contract/foreign-text.ts';
import type { Profile } from '../contract/profiles.ts';
import type { FoundCopy, HeldCopy, SecondCopyStatus } from '../contract/second-copy.ts';
import { askHelper } from '../helper-process/ask-helper.ts';
import type { RecoveryKey } from '../store/encryption.ts';
import type { Store } from '../store/open.ts';
import type { Looked } from '../store/restore-backup.ts';
import { installationOf, installationsOf } from '../store/till.ts';
import type { AccompaniedTill, Companion } from '../till/environment.ts';
import type { buildFromCopy } from './build-file.ts';
import type { CopyOnMedium } from './medium.ts';
import type { findCopies, lookAtCopy, prepareMedium } from './medium-jobs.ts';
import type { Unreadable } from './read-copy.ts';
import { MediumBackups } from './medium-backups.ts';
import { copiedTillOf, longestName, SecondCopy, type SecondCopyOptions } from './second-copy.ts';

export interface SecondCopiesOptions extends SecondCopyOptions {
  readonly clock: Clock;
}

/** A medium that says nothing for so long is taken for silent. */
const patienceMs = 30_000;
/** Reading may take as long as a slow stick does. */
const readingMs = 10 * 60_000;

interface Found extends CopyOnMedium {
  readonly copyId: number;
}

export interface LookedCopy {
  readonly copy: Found;
  readonly held: HeldCopy;
  readonly digest: string;
  readonly key: RecoveryKey | undefined;
}

export class SecondCopies {
  readonly #options: SecondCopiesOptions;
  readonly #ofTills = new WeakMap<
    Store,
    { readonly copy: SecondCopy; readonly backups: MediumBackups }
  >();
  #foundCopies: readonly Found[] = [];
  #looked: LookedCopy | null = null;

  constructor(options: SecondCopiesOptions) {
    this.#options = options;
  }

  /** Goes along with a till that is being opened. */
  readonly open = (till: AccompaniedTill): Companion => {
    const copy = new SecondCopy(till, this.#options);
    const backups = new MediumBackups(till, copy, this.#options);
    this.#ofTills.set(till.db, { copy, backups });
    return {
      close: () => {
        backups.close();
        return copy.close();
      },
      closeNow: () => {
        backups.close();
        copy.closeNow();
      },
    };
  };

  /** How the copy of the till is doing, and its backups beside it. */
  statusOf({ db }: Pick<AccompaniedTill, 'db'>): SecondCopyStatus | undefined {
    const known = this.#ofTills.get(db);
    return known && { ...known.copy.status, ...known.backups.status };
  }

  of(till: Pick<AccompaniedTill, 'db'>): SecondCopy | undefined {
    return this.#ofTills.get(till.db)?.copy;
  }

  /** Has the till write to the folder. Errors: `second_copy_unusable`, `till_replaced`. */
  async use(
    { profile, db, clock }: Pick<AccompaniedTill, 'profile' | 'db' | 'clock'>,
    chosen: string,
  ): Promise<Result<null>> {
    const before = this.#takenOver(db);
    if (before) return before;
    const job = {
      ...{ chosen, till: copiedTillOf(profile), key: keyOf(profile), file: db.name },
      ...{ installation: installationOf(db), installations: installationsOf(db) },
      nowMs: clock.nowMs(),
    };
    const answer = await this.#ask<typeof prepareMedium>('prepareMedium', job, patienceMs);
    if (!answer.ok) return answer;
    const prepared = answer.value;
    if (prepared.outcome !== 'ready') return unusable(prepared.outcome);
    if (!db.open) return err({ code: 'not_signed_in' });
    const meanwhile = this.#takenOver(db);
    if (meanwhile) return meanwhile;
    const { medium, generation, installation, isOnSameDisk } = prepared;
    const copy = this.of({ db });
    const { encrypts = true } = copy?.status ?? {};
    copy?.use({
      ...{ folder: chosen, medium, encrypts, isOnSameDisk },
      ...{ generation, installation, takenOver: null },
    });
    return ok(null);
  }

  /** Another medium would not bring back what the other computer has. */
  #takenOver(db: Store): Result<never> | undefined {
    const { takenOver = null } = this.of({ db })?.status ?? {};
    return takenOver ? err({ code: 'till_replaced', ...takenOver }) : undefined;
  }

  /** Errors: `second_copy_unusable`. */
  async find(chosen: string): Promise<Result<readonly FoundCopy[]>> {
    this.forget();
    const answer = await this.#ask<typeof findCopies>('findCopies', { chosen }, patienceMs);
    if (!answer.ok) return answer;
    if (answer.value.outcome !== 'found') return unusable(answer.value.outcome);
    const { copies } = answer.value;
    if (copies.length === 0) return unusable('no_copy');
    this.#foundCopies = copies.map((copy) => ({ ...copy, copyId: newId() }));
    return ok(this.#foundCopies.map(foundCopy));
  }

  /** Errors: `not_found` for a copy that was not found last. */
  found(copyId: number): Result<FoundCopy> {
    const copy = this.#foundCopies.find((one) => one.copyId === copyId);
    return copy ? ok(foundCopy(copy)) : err({ code: 'not_found' });
  }

  /**
   * Errors: `not_found`, `second_copy_unusable`, `second_copy_value`, and `recovery_key_wrong` for
   * the key of other copies.
   */
  async look(copyId: number, key?: RecoveryKey): Promise<Result<HeldCopy>> {
    this.#looked = null;
    const copy = this.#foundCopies.find((one) => one.copyId === copyId);
    if (!copy) return err({ code: 'not_found' });
    const job = { folder: copy.folder, ...(key && { key }) };
    const answer = await this.#ask<typeof lookAtCopy>('lookAtCopy', job, readingMs);
    if (!answer.ok) return answer;
    if (answer.value.outcome !== 'held') return unreadable(answer.value);
    const heldCopy = { ...answer.value.held, copyId, lookId: newId() };
    this.#looked = { copy, held: heldCopy, digest: answer.value.digest, key };
    return ok(heldCopy);
  }

  /** Returns what was looked at; undefined if that is another copy by now. */
  looked(lookId: number): LookedCopy | undefined {
    return this.#looked?.held.lookId === lookId ? this.#looked : undefined;
  }

  forget(): void {
    this.#foundCopies = [];
    this.#looked = null;
  }

  /** The till of the copy that a person is looking at, so that its key can be asked for. */
  get shownProfile(): Pick<Profile, 'kind' | 'companyName' | 'tillName'> | null {
    return this.#looked?.copy.owner.till ?? this.#foundCopies[0]?.owner.till ?? null;
  }

  /**
   * Makes ready what lies there now beside the till's file, and keeps what that holds, in place of
   * what was looked at. Errors: `second_copy_unusable`, `second_copy_value`, and the store's.
   */
  async build(looked: LookedCopy, file: string, profile: Profile): Promise<Result<Looked>> {
    const { copy, key } = looked;
    const { serviceAddress, companyCode, tillCode } = profile;
    const binding = { serviceAddress, companyCode, tillCode };
    const job = { folder: copy.folder, file, binding, ...(key && { key }) };
    const answer = await this.#ask<typeof buildFromCopy>('buildFromCopy', job, readingMs);
    if (!answer.ok) return answer;
    const built = answer.value;
    switch (built.outcome) {
      case 'looked': {
        const { held, digest } = built;
        const { copyId, lookId } = looked.held;
        if (this.#looked === looked)
          this.#looked = { ...looked, held: { ...held, copyId, lookId }, digest };
        return ok(built.looked);
      }
      case 'store':
        return err(built.error);
      default:
        return unreadable(built);
    }
  }

  async #ask<Does extends (job: never) => unknown>(
    name: string,
    job: Parameters<Does>[0],
    patience: number,
  ): Promise<Result<Awaited<ReturnType<Does>>>> {
    const { startHelper, clock } = this.#options;
    const over = new AbortController();
    const asking = askHelper<Does>(startHelper, name, job, { signal: over.signal });
    const answered = await inTime(clock, asking, patience);
    if (answered) return ok(answered.answer);
    // A helper that hangs in the system may not even end.
    over.abort();
    return unusable('silent');
  }
}

/** Nobody can know it before: else a manager could be asked about what nobody has looked at. */
const newId = (): number => randomInt(1, 2 ** 47);

function foundCopy({ copyId, owner }: Found): FoundCopy {
  const { kind, serviceAddress, companyCode, companyName, tillCode, tillName } = owner.till;
  const { atMs, computer, isEncrypted } = owner;
  return {
    ...{ copyId, kind, serviceAddress, companyCode, companyName, tillCode, tillName },
    ...{ writtenBy: { atMs, computer: shortLine(computer, longestName) }, isEncrypted },
  };
}

const unusable = (problem: Exclude<Unreadable['outcome'], 'value' | 'wrong_key'>) =>
  err({ code: 'second_copy_unusable', problem });

function unreadable(why: Unreadable): ReturnType<typeof err> {
  switch (why.outcome) {
    case 'value':
      return err({ code: 'second_copy_value', field: why.field });
    case 'wrong_key':
      return err({ code: 'recovery_key_wrong', isKey: true });
    default:
      return unusable(why.outcome);
  }
}
