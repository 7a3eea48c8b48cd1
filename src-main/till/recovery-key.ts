// The recovery key of backups: made here, shown once on paper or in a window of the main process,
// and then forgotten. Also the backups that it opens.
import { statSync } from 'node:fs';
import { basename, join, parse } from 'node:path';
import { err, type Result } from '../contract/errors.ts';
import type { Paper, Thermal } from '../contract/printing.ts';
import { askHelper } from '../helper-process/ask-helper.ts';
import type { Log } from '../log.ts';
import type { PrintOutcome } from '../printing/outcome.ts';
import { printOn } from '../printing/print-on.ts';
import { encodeNote } from '../printing/thermal/encode.ts';
import { fileNameOf, writeNewFile } from '../store/new-file.ts';
import { noteHtml, type Note, printedNote, recoveryNote } from '../receipt/note.ts';
import { newRecoveryKey, type encryptFile } from '../store/encryption.ts';
import { readRecoveryRecipient } from '../store/recovery-recipient.ts';
import type { TillParts } from './parts.ts';

const printTimeoutMs = 20_000;

/**
 * Makes a backup. If the till has a recovery key, returns an encrypted copy of it in `folder`.
 * Errors: those of `make`, and of writing the encrypted file.
 */
export async function backUpForKey(
  { db, profile, environment }: TillParts,
  make: () => Promise<Result<{ readonly file: string }>>,
  { folder, log }: { readonly folder: string; readonly log: Log },
): Promise<Result<{ readonly file: string }>> {
  const recipient = readRecoveryRecipient(db);
  const made = await make();
  if (!made.ok || recipient === undefined) return made;
  const source = made.value.file;
  const { companyCode, tillCode } = profile;
  const name = fileNameOf([companyCode, tillCode, parse(source).name], 'db.age');
  const beganMs = performance.now();
  const written = await writeNewFile(join(folder, name), (target) => {
    const job = { source, target, recipient };
    return askHelper<typeof encryptFile>(environment.startHelper, 'encrypt', job);
  });
  if (!written.ok) {
    log.error('the backup was not encrypted', written.error.code);
    return written;
  }
  const { file } = written.value;
  log.info('backup encrypted', {
    ...{ backup: basename(source), file: basename(file) },
    bytes: statSync(file, { throwIfNoEntry: false })?.size,
    tookMs: Math.round(performance.now() - beganMs),
  });
  return written;
}

export interface MakingKey {
  readonly way: 'printer' | 'screen';
  /** Shows the note, and returns whether a person says that it is written down. */
  readonly showOnce: (note: Note) => Promise<boolean>;
  /** Puts the key to use, whose public half is `recipient`. */
  readonly use: (recipient: string) => Result<null>;
}

/**
 * Makes a key, which is in use once a person has said that it is written down. Errors: those of
 * printing and of `use`, `recovery_key_not_written`, `not_signed_in`.
 */
export async function makeRecoveryKey(
  till: TillParts,
  { way, showOnce, use }: MakingKey,
): Promise<Result<null>> {
  const { identity, recipient } = await newRecoveryKey();
  const language = till.environment.language();
  const at = new Date(till.clock.nowMs());
  const note = recoveryNote(identity, till.profile, { language, at });
  if (way === 'printer') {
    const sent = await till.printQueue.ahead((signal) => printNote(till, note, signal));
    if (sent.outcome !== 'printed') return err(sent.error);
  }
  // What the system has taken for printing may not be on paper yet.
  const shownNote = way === 'printer' ? printedNote(note, till.environment.language()) : note;
  if (!(await showOnce(shownNote))) return err({ code: 'recovery_key_not_written' });
  return till.db.open ? use(recipient) : err({ code: 'not_signed_in' });
}

function printNote(
  { environment: { language, printing, openHiddenWindow } }: TillParts,
  note: Note,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  const printable = {
    bytes: (thermal: Thermal) => encodeNote(thermal, note),
    page: (paper: Paper) => noteHtml(language(), paper, note),
  };
  return printOn(printing().printer, printable, {
    ...{ openHiddenWindow, defaultPaper: 'A4', timeoutMs: printTimeoutMs, signal },
  });
}
