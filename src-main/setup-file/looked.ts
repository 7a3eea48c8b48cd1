// The set-up file that was looked at. Only this file can be used, and only at the till at which it
// was looked at.
import { randomInt } from 'node:crypto';
import { basename } from 'node:path';
import type { Argument } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { SetupVerdict } from '../contract/setup-file.ts';
import type { Store } from '../store/open.ts';
import type { Till } from '../till/till.ts';
import { readSetupFile, type SetupFile } from './content.ts';
import { verdictOf } from './head.ts';
import { useSetup, type UsingSetup } from './use.ts';

interface Looked {
  readonly setup: SetupFile;
  readonly verdict: SetupVerdict;
}

export class SetupFiles {
  #looked: (Looked & { readonly db: Store }) | null = null;
  #isUsing = false;

  /** Errors: `setup_file_unusable`. */
  async look(file: string, { profile, db }: Till): Promise<Result<SetupVerdict>> {
    this.#looked = null;
    const setup = await readSetupFile(file);
    if (!setup.ok) return setup;
    // The number cannot be guessed: otherwise a manager could be asked about what nobody has
    // looked at yet.
    const identity = { lookId: randomInt(1, 2 ** 47), name: basename(file) };
    const verdict = verdictOf(setup.value.head, profile, identity);
    this.#looked = { setup: setup.value, verdict, db };
    return ok(verdict);
  }

  /** Returns undefined if another file was looked at since, or another till is open. */
  looked(lookId: number, db: Store | undefined): Looked | undefined {
    const looked = this.#looked;
    return looked?.verdict.lookId === lookId && looked.db === db ? looked : undefined;
  }

  /**
   * Uses those parts of the file that was looked at, one request at a time. Errors:
   * `setup_file_unusable`, `import_under_way`, and those of `useSetup`. @throws what the till's own
   * disk throws.
   */
  async use(
    { lookId, parts }: Argument<'setup.use'>,
    till: Till,
    using: UsingSetup,
  ): Promise<Result<null>> {
    const looked = this.looked(lookId, till.db);
    const isOffered = parts.every((part) => looked?.verdict.parts.some((one) => one.part === part));
    if (!looked || !isOffered) {
      return err({ code: 'setup_file_unusable', problem: 'changed', field: null });
    }
    if (this.#isUsing) return err({ code: 'import_under_way' });
    this.#isUsing = true;
    try {
      return await useSetup(till, looked.setup, parts, using);
    } finally {
      this.#isUsing = false;
    }
  }
}
