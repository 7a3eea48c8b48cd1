// Plays a thermal printer over TCP on loopback: takes bytes, answers questions, and has moods. It
// is written from the printers' manuals, not from the till's reading of the protocols.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { PrinterLanguage } from '../../src-main/contract/printing.ts';

export type Mood =
  | 'fine'
  /** Answers nothing, but prints. */
  | 'mute'
  /** Answers nothing, and never closes the connection by itself. */
  | 'mute_and_open'
  | 'offline'
  | 'paper_out'
  | 'cover_open'
  | 'broken_knife'
  /** Runs out of paper in the middle of a job. */
  | 'paper_ends'
  /** Takes a few bytes at a time. */
  | 'slow'
  /** Takes the job, and does not finish it. */
  | 'stuck'
  /** Knows only the questions that are answered at once. */
  | 'simple'
  /** Finishes the job while it is asked something else. */
  | 'ends_late'
  /** Also sends its status unasked. */
  | 'talkative'
  /** The power fails in the middle of a job. */
  | 'dies'
  /** Something else than a printer. */
  | 'web_server';

export interface VirtualPrinter {
  readonly port: number;
  mood: Mood;
  /** The bytes of each job, without the questions and without empty jobs. */
  readonly jobs: readonly Buffer[];
  /** When the first byte of the latest job came, by the clock of `performance`. */
  readonly firstByteAtMs: number;
  /** Resolves once so many jobs have begun. */
  readonly begun: (jobs: number) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Questions of both languages, as the bytes that are sent. */
const questionLengths: readonly (readonly number[])[] = [
  [0x10, 0x04],
  [0x1d, 0x72],
  [0x1b, 0x06],
];
const questionBytes = 3;
const bytesBeforeTrouble = 20;
/**
 * StarPRNT: asks to confirm that everything before it has been printed. Comes last, or before a
 * question.
 */
const [ETB, ESC] = [0x17, 0x1b];
const printMs = 40;

interface Job {
  bytes: Buffer;
  readonly number: number;
}

export async function startVirtualPrinter({
  language = 'esc-pos',
  mood = 'fine',
  port = 0,
}: {
  readonly language?: PrinterLanguage;
  readonly mood?: Mood;
  readonly port?: number;
} = {}): Promise<VirtualPrinter> {
  const jobs: Job[] = [];
  const sockets = new Set<Socket>();
  let firstByteAtMs = NaN;
  let isAtEnd = false;

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    void serve(socket).catch(() => {
      socket.destroy();
    });
  });

  async function serve(socket: Socket): Promise<void> {
    let waiting = Buffer.alloc(0);
    let job: Job | undefined;
    if (printer.mood === 'talkative') socket.write(automatic());
    // One after another, as a printer reads.
    for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
      if (printer.mood === 'slow') await delay(8);
      waiting = Buffer.concat([waiting, chunk as Buffer]);
      while (waiting.length > 0) {
        const isQuestion = questionLengths.some(
          ([first, second]) =>
            waiting[0] === first && (waiting.length === 1 || waiting[1] === second),
        );
        if (isQuestion && waiting.length < questionBytes) break;
        if (isQuestion) {
          answer(socket, waiting.subarray(0, questionBytes), job);
          waiting = waiting.subarray(questionBytes);
          continue;
        }
        if (language === 'star-prnt' && waiting[0] === ETB && (waiting[1] ?? ESC) === ESC) {
          waiting = waiting.subarray(1);
          if (job) void tellTheEnd(socket);
          continue;
        }
        if (!job) {
          firstByteAtMs = performance.now();
          job = { bytes: Buffer.alloc(0), number: jobs.length };
          jobs.push(job);
        }
        job.bytes = Buffer.concat([job.bytes, waiting.subarray(0, 1)]);
        waiting = waiting.subarray(1);
        if (printer.mood === 'dies' && job.bytes.length >= bytesBeforeTrouble) {
          socket.resetAndDestroy();
          return;
        }
      }
    }
    if (printer.mood !== 'mute_and_open') socket.end();
  }

  /** Tells the end of a job once, when it is on paper, which takes longer than taking it. */
  async function tellTheEnd(socket: Socket): Promise<void> {
    if (printer.mood === 'stuck' || printer.mood === 'simple') return;
    await delay(printMs);
    if (printer.mood === 'talkative') socket.write(starStatus('fine', false, true));
    else isAtEnd = true;
  }

  function answer(socket: Socket, question: Buffer, job: Job | undefined): void {
    const { mood: current } = printer;
    if (current.startsWith('mute')) return;
    if (current === 'web_server') {
      socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
      return;
    }
    const isOut =
      current === 'paper_out' ||
      (current === 'paper_ends' && (job?.bytes.length ?? 0) >= bytesBeforeTrouble);
    if (question[0] === 0x1b) {
      socket.write(starStatus(current, isOut, isAtEnd && !isOut));
      isAtEnd = false;
    } else if (question[0] === 0x1d) {
      // Answered in order: a printer that does not get there says nothing.
      if (!isOut && !['stuck', 'simple', 'ends_late'].includes(current)) {
        socket.write(Uint8Array.of(0));
      }
    } else if (current === 'ends_late' && job) {
      socket.write(Uint8Array.of(0, escPosStatus(question[2] ?? 0, current, isOut)));
    } else socket.write(Uint8Array.of(escPosStatus(question[2] ?? 0, current, isOut)));
    if (current === 'talkative') socket.write(automatic());
  }

  const automatic = () =>
    language === 'esc-pos' ? Uint8Array.of(0x14, 0, 0, 0x0f) : starStatus('fine', false, false);

  const printer: VirtualPrinter & { port: number } = {
    port: 0,
    mood,
    get jobs() {
      return jobs.map(({ bytes }) => bytes);
    },
    get firstByteAtMs() {
      return firstByteAtMs;
    },
    begun: async (count) => {
      while (jobs.length < count) await delay(2);
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  printer.port = (server.address() as AddressInfo).port;
  return printer;
}

function escPosStatus(question: number, mood: Mood, isOut: boolean): number {
  const fixed = 0x12;
  const stopped = ['offline', 'cover_open', 'broken_knife'].includes(mood) || isOut;
  switch (question) {
    case 1:
      return fixed | (stopped ? 0x08 : 0);
    case 2:
      return fixed | (mood === 'cover_open' ? 0x04 : 0) | (isOut ? 0x20 : 0);
    case 3:
      return fixed | (mood === 'broken_knife' ? 0x08 : 0);
    default:
      return fixed | (isOut ? 0x60 : 0);
  }
}

/** Nine bytes: two of header, four of status, and three that mean nothing here. */
function starStatus(mood: Mood, isOut: boolean, isAtEnd: boolean): Uint8Array {
  const stopped = ['offline', 'cover_open', 'broken_knife'].includes(mood) || isOut;
  return Uint8Array.of(
    0x23,
    0x06,
    (stopped ? 0x08 : 0) | (mood === 'cover_open' ? 0x20 : 0) | (isAtEnd ? 0x02 : 0),
    mood === 'broken_knife' ? 0x08 : 0,
    0,
    isOut ? 0x08 : 0,
    0,
    0,
    0,
  );
}

/** A port on loopback where nothing listens. */
export async function deadPort(): Promise<number> {
  const printer = await startVirtualPrinter();
  await printer.close();
  return printer.port;
}
