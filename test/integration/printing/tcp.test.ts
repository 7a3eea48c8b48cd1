// Sends bytes to a thermal printer over TCP, in every condition that a printer may be in.
import { getEventListeners } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { PrinterLanguage } from '../../../src-main/contract/printing.ts';
import { sendByTcp } from '../../../src-main/printing/transport.ts';
import { deadPort, startVirtualPrinter, type Mood } from '../../printer/virtual-printer.ts';

const bytes = Buffer.from(`${'Café com leite 1,20\n'.repeat(300)}end`);
/** For printers that never answer: that is waited for. */
const quick = { connectMs: 20_000, answerMs: 400, idleMs: 20_000, settleMs: 1_500 };
/** For printers that answer, also on a busy machine. */
const patient = { ...quick, answerMs: 20_000, settleMs: 20_000 };
function timingFor(mood: Mood): typeof quick {
  if (mood.startsWith('mute')) return quick;
  // It does not say when it has finished, and is asked at the end.
  if (mood === 'simple') return { ...patient, settleMs: quick.settleMs };
  return patient;
}
const options = (language: PrinterLanguage, timing = quick) => ({
  language,
  timing,
  signal: new AbortController().signal,
});

async function sendTo(
  mood: Mood,
  language: PrinterLanguage,
  atEnd: (done: () => Promise<void>) => void = onTestFinished,
) {
  const printer = await startVirtualPrinter({ mood, language });
  atEnd(printer.close);
  const address = { host: '127.0.0.1', port: printer.port };
  const sent = await sendByTcp(address, bytes, options(language, timingFor(mood)));
  return { sent, printer };
}

const whole: readonly Mood[] = ['fine', 'mute', 'mute_and_open', 'slow', 'simple', 'talkative'];

// At once, since most of the time goes by in waiting for printers that do not answer.
for (const language of ['esc-pos', 'star-prnt'] as const) {
  for (const mood of whole) {
    test.concurrent(`${language}, ${mood}: all of it is printed`, async ({ onTestFinished }) => {
      const { sent, printer } = await sendTo(mood, language, onTestFinished);
      expect(sent).toEqual({ outcome: 'printed' });
      expect(printer.jobs).toEqual([bytes]);
    });
  }

  const refusals = {
    offline: 'printer_offline',
    paper_out: 'printer_paper_out',
    cover_open: 'printer_cover_open',
    broken_knife: 'printer_fault',
    web_server: 'printer_answer_invalid',
  } as const;
  for (const [mood, code] of Object.entries(refusals)) {
    test.concurrent(`${language}, ${mood}: nothing is sent`, async ({ onTestFinished }) => {
      const { sent, printer } = await sendTo(mood as Mood, language, onTestFinished);
      expect(sent).toEqual({ outcome: 'not_sent', error: { code } });
      expect(printer.jobs).toEqual([]);
    });
  }

  test(`${language}: paper that ends in the middle leaves it unclear`, async () => {
    const { sent } = await sendTo('paper_ends', language);
    expect(sent).toEqual({ outcome: 'unclear', error: { code: 'printer_paper_out' } });
  });

  test(`${language}: a printer that dies in the middle leaves it unclear`, async () => {
    const { sent } = await sendTo('dies', language);
    expect(sent).toMatchObject({ outcome: 'unclear', error: { code: 'printer_broke_off' } });
  });
}

test('star-prnt: the till waits until a printer has put on paper what it took', async () => {
  const beginning = performance.now();
  const { sent } = await sendTo('fine', 'star-prnt');
  expect(sent).toEqual({ outcome: 'printed' });
  expect(performance.now() - beginning).toBeGreaterThan(35);
});

test('star-prnt: paper that ends after everything was taken leaves the job unclear', async () => {
  const printer = await startVirtualPrinter({ mood: 'stuck', language: 'star-prnt' });
  onTestFinished(printer.close);
  const timing = { ...quick, settleMs: 5_000 };
  const address = { host: '127.0.0.1', port: printer.port };
  const sending = sendByTcp(address, bytes, options('star-prnt', timing));
  await vi.waitUntil(() => printer.jobs[0]?.length === bytes.length);
  printer.mood = 'paper_out';
  expect(await sending).toEqual({ outcome: 'unclear', error: { code: 'printer_paper_out' } });
});

test('nothing was sent if nothing listens', async () => {
  const port = await deadPort();
  expect(await sendByTcp({ host: '127.0.0.1', port }, bytes, options('esc-pos'))).toEqual({
    outcome: 'not_sent',
    error: { code: 'printer_unreachable', reason: 'refused' },
  });
  const nobody = await sendByTcp({ host: 'no.such.invalid', port }, bytes, options('esc-pos'));
  expect(nobody).toMatchObject({
    outcome: 'not_sent',
    error: { code: 'printer_unreachable' },
  });
});

test('closing the till in the middle leaves the job unclear, and before the job nothing was sent', async () => {
  const printer = await startVirtualPrinter({ mood: 'stuck' });
  onTestFinished(printer.close);
  const address = { host: '127.0.0.1', port: printer.port };
  const closing = new AbortController();
  const sending = sendByTcp(address, bytes, {
    ...options('esc-pos', { ...quick, settleMs: 60_000 }),
    signal: closing.signal,
  });
  await printer.begun(1);
  closing.abort();
  expect(await sending).toMatchObject({ outcome: 'unclear', error: { code: 'printer_broke_off' } });
  const late = await sendByTcp(address, bytes, { ...options('esc-pos'), signal: closing.signal });
  expect(late).toMatchObject({ outcome: 'not_sent' });
  expect(printer.jobs).toHaveLength(1);
});

test('the end of a job is recognised among other answers, and ends the waiting', async () => {
  const printer = await startVirtualPrinter({ mood: 'ends_late' });
  onTestFinished(printer.close);
  // Longer than the test may take.
  const timing = { ...quick, settleMs: 60_000 };
  const sent = await sendByTcp(
    { host: '127.0.0.1', port: printer.port },
    bytes,
    options('esc-pos', timing),
  );
  expect(sent).toEqual({ outcome: 'printed' });
}, 30_000);

test('a connection leaves no listener on a signal that outlives it', async () => {
  const printer = await startVirtualPrinter();
  onTestFinished(printer.close);
  const { signal } = new AbortController();
  for (const port of [printer.port, await deadPort()]) {
    await sendByTcp({ host: '127.0.0.1', port }, bytes, { ...options('esc-pos'), signal });
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([]);
  }
});
