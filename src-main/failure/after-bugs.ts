// Runs before a start that follows bugs. It waits, and after several bugs it tells whoever is
// there. Nobody has to answer.
import { app, dialog } from 'electron';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import { errorSentence } from '../../resources/messages/sentences.ts';
import { systemClock } from '../clock.ts';
import type { Result } from '../contract/errors.ts';
import type { Language } from '../contract/languages.ts';
import type { Log } from '../log.ts';
import { tooOften, waitAfter } from './relaunch.ts';

export interface AfterBugsOptions {
  readonly language: Language;
  readonly log: Log;
  readonly saveReport: () => Promise<Result<{ readonly file: string }>>;
}

/** Resolves once the program may start: after a growing wait, or when somebody wants it now. */
export async function waitAfterBugs(
  bugs: readonly number[],
  options: AfterBugsOptions,
): Promise<void> {
  const waitMs = waitAfter(bugs);
  if (waitMs === 0) return;
  const over = new AbortController();
  const end = () => over.abort();
  // Somebody who starts the program once more wants it now.
  app.once('second-instance', end);
  const message = { times: bugs.length, until: new Date(Date.now() + waitMs), over };
  // On macOS a message without a window would hold up the whole program.
  if (bugs.length >= tooOften && process.platform !== 'darwin')
    void tell(message, options).catch(end);
  options.log.info('waits before it starts', { bugs: bugs.length, waitMs });
  await systemClock.sleep(waitMs, over.signal);
  app.off('second-instance', end);
  over.abort();
}

interface Message {
  readonly times: number;
  readonly until: Date;
  readonly over: AbortController;
}

async function tell(
  { times, until, over }: Message,
  { language, log, saveReport }: AfterBugsOptions,
): Promise<void> {
  const { main, errors } = messagesFor(language);
  for (let saved = ''; !over.signal.aborted;) {
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: app.getName(),
      message: main.stoppedOften(times),
      detail: [main.startsAgain(until, log.file), saved].join('\n\n').trim(),
      buttons: [main.startNow, main.saveReport, main.wait],
      defaultId: 2,
      cancelId: 2,
      noLink: true,
      signal: over.signal,
    });
    if (response === 0) over.abort();
    if (response !== 1) return;
    const writtenFile = await saveReport();
    saved = writtenFile.ok
      ? main.reportSaved(writtenFile.value.file)
      : errorSentence(errors, writtenFile.error);
  }
}
