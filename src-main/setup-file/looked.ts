// The set-up file that was looked at. Only this file can be used, and only at the till at which it
// was looked at.
import { randomInt } from 'node:crypto';
import { basename } from 'node:path';
import { ok, type Result } from '../contract/errors.ts';
import type { Profile } from '../contract/profiles.ts';
import type { SetupVerdict } from '../contract/setup-file.ts';
import type { Store } from '../store/open.ts';
import { readSetupFile, type SetupFile } from './content.ts';
import { verdictOf } from './head.ts';

interface Looked {
  readonly setup: SetupFile;
  readonly verdict: SetupVerdict;
}

export class SetupFiles {
  #looked: (Looked & { readonly db: Store }) | null = null;

  /** Errors: `setup_file_unusable`. @throws what the file system throws. */
  async look(
    file: string,
    { profile, db }: { readonly profile: Profile; readonly db: Store },
  ): Promise<Result<SetupVerdict>> {
    this.#looked = null;
    const setup = await readSetupFile(file);
    if (!setup.ok) return setup;
    // Nobody can know this number before: else a manager could be asked about what nobody has
    // looked at yet.
    const found = { lookId: randomInt(1, 2 ** 47), name: basename(file) };
    const verdict = verdictOf(setup.value.head, profile, found);
    this.#looked = { setup: setup.value, verdict, db };
    return ok(verdict);
  }

  /** Returns undefined if another file was looked at since, or another till is open. */
  looked(lookId: number, db: Store | undefined): Looked | undefined {
    const looked = this.#looked;
    return looked?.verdict.lookId === lookId && looked.db === db ? looked : undefined;
  }
}
