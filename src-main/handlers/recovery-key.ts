// The recovery key of backups: made here, shown once on paper or in a window of the main process,
// and then forgotten. Also the backups that it opens.
import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { askHelper } from '../helper-process/ask-helper.ts';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type { Argument } from '../contract/api.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import type { PrintOutcome } from '../printing/outcome.ts';
import { printByDriver } from '../printing/system-printer.ts';
import { encodeNote } from '../printing/thermal/encode.ts';
import { sendBytes } from '../printing/transport.ts';
import { forFileName, writeNewFile } from '../receipt/new-file.ts';
import { noteHtml, type Note } from '../receipt/note.ts';
import { changeSealed } from '../staff/seal.ts';
import { newRecoveryKey, type encryptFile } from '../store/encryption.ts';
import { readRecoveryRecipient, writeRecoveryRecipient } from '../store/recovery-recipient.ts';
import type { Till } from '../till/till.ts';
import type { Context } from './context.ts';

const printTimeoutMs = 20_000;

/** Errors: those of a backup, and of writing the encrypted file. */
export async function backUp(
  { session, receiptFolder, log }: Context,
  { db, profile, environment }: Till,
): Promise<Result<{ readonly file: string }>> {
  const recipient = readRecoveryRecipient(db);
  const made = await session.backUp();
  if (!made.ok || recipient === undefined) return made;
  const source = made.value.file;
  const { companyCode, tillCode } = profile;
  const name = `${forFileName(`${companyCode} ${tillCode}`)}-${basename(source)}.age`;
  const beganMs = performance.now();
  const written = await writeNewFile(join(receiptFolder(), name), (target) => {
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

/**
 * Makes a key, which is in use once a person has said in a dialog of the main process that it is
 * written down. Errors: those of printing, `recovery_key_not_written`, `not_signed_in`, and
 * `manager_unproven`.
 */
export async function makeRecoveryKey(
  context: Context,
  till: Till,
  way: Argument<'settings.makeRecoveryKey'>['way'],
): Promise<Result<null>> {
  const { identity, recipient } = await newRecoveryKey();
  const note = noteOf(context, till, identity);
  if (way === 'printer') {
    const sent = await till.printQueue.ahead((signal) => printNote(context, note, signal));
    if (sent.outcome !== 'printed') return err(sent.error);
  }
  // What the system has taken for printing may not be on paper yet.
  const { isPrinted } = messagesFor(context.language()).settings.recoveryKey;
  const shown = way === 'printer' ? { title: note.title, paragraphs: [isPrinted] } : note;
  if (!(await context.showOnce(shown))) return err({ code: 'recovery_key_not_written' });
  const { db } = till;
  if (!db.open) return err({ code: 'not_signed_in' });
  const kept = changeSealed({ db, keys: context.staffKeys() }, () => {
    writeRecoveryRecipient(db, recipient);
    return ok(null);
  });
  context.stateChanged();
  return kept;
}

function noteOf({ language, now }: Context, { profile }: Till, identity: string): Note {
  const texts = messagesFor(language()).settings.recoveryKey;
  const { companyName, companyCode, tillCode } = profile;
  return {
    title: texts.title,
    paragraphs: [
      texts.of(`${companyName} (${companyCode}, ${tillCode})`, now()),
      inGroups(identity),
      texts.keep,
    ],
  };
}

/** Returns the key in groups, as a person copies it. Blanks and line ends do not count. */
function inGroups(identity: string): string {
  const [, prefix = '', rest = ''] = /^(AGE-SECRET-KEY-1)(.*)$/.exec(identity) ?? [];
  const groups = rest.match(/.{1,6}/g) ?? [];
  const rows = groups.flatMap((_, at) => (at % 3 === 0 ? groups.slice(at, at + 3).join(' ') : []));
  return [prefix, ...rows].join('\n');
}

function printNote(
  { language, settings, openHiddenWindow }: Context,
  note: Note,
  signal: AbortSignal,
): Promise<PrintOutcome> {
  const { printer } = settings.value.printing;
  if (printer && printer.kind !== 'system') {
    return sendBytes(printer, encodeNote(printer.thermal, note), signal);
  }
  const paper = printer?.paper ?? 'A4';
  return printByDriver(openHiddenWindow, noteHtml(language(), paper, note), {
    ...{ name: printer?.name ?? null, paper, timeoutMs: printTimeoutMs, signal },
  });
}
