// The computer as the checks look at it from a till: by its own connections, and its own printer.
import { release } from 'node:os';
import type { Printer } from '../contract/printing.ts';
import type { Route } from '../contract/route.ts';
import { tryPrinter, type DryRun } from '../printing/dry-run.ts';
import { notSent, printed, type PrintOutcome } from '../printing/outcome.ts';
import type { PrintQueue } from '../printing/print-queue.ts';
import { findPrinters } from '../printing/system-printer.ts';
import type { HiddenWindow } from '../receipt/output.ts';
import { isLoopback } from '../service/connect.ts';
import type { Exchange } from '../service/exchange.ts';
import { exchangeError } from '../service/failure.ts';
import { parseRoutes } from '../service/proxies.ts';
import type { Computer } from './checks.ts';
import type { TriedPrinter } from './devices.ts';
import type { Answer } from './network.ts';
import { codeOf, within } from './patience.ts';
import type { ThisComputer } from './this-computer.ts';

const longestAnswerMs = 10_000;
/** What is being printed comes first, and may wait for paper. */
const longestTryMs = 15_000;

/** What a till knows beyond its computer. */
export interface TillThere {
  /** Null if there is no service. */
  readonly serviceAddress: string | null;
  /** Resolves to null if the address is not valid. */
  readonly reach: (address: string, timeoutMs: number) => Promise<Exchange | null>;
  /** Null for the system's default printer. */
  readonly printer: Printer | null;
  /** Undefined while no till is open. */
  readonly printQueue: Pick<PrintQueue, 'ahead'> | undefined;
  readonly openHiddenWindow: () => HiddenWindow;
}

export function computerOfTill(computer: ThisComputer, till: TillThere): Computer {
  const { version, runsOn, hasElectron, keyStore, folder, screens } = computer;
  const { platform, arch, env } = process;
  const { serviceAddress: address, reach, openHiddenWindow } = till;
  return {
    ...{ platform, env, hasElectron, keyStore, folder },
    versions: { Counterfoil: version, ...runsOn, [platform]: `${release()} ${arch}` },
    tryPrinter: () => tryReceiptPrinter(till),
    listPrinters: async () => (await findPrinters(openHiddenWindow)).map(({ label }) => label),
    findRoutes: (to) => routesTo(to, computer.findRoutes),
    serviceAddresses: address === null ? [] : [address],
    network: {
      ask: async () => answerOf(address === null ? null : await reach(address, longestAnswerMs)),
      nowMs: Date.now,
    },
    listScreens: () => Promise.resolve(screens()),
  };
}

/** Returns the routes that the till's own connections take. */
async function routesTo(
  address: string,
  findRoutes: (url: string) => Promise<string>,
): Promise<readonly Route[] | undefined> {
  const { origin, hostname } = new URL(address);
  if (isLoopback(hostname)) return [{ kind: 'direct' }];
  return parseRoutes(await findRoutes(`${origin}/`));
}

/** `exchange` is null if the address is not valid. */
function answerOf(exchange: Exchange | null): Answer {
  if (!exchange) return { answer: 'ERR_INVALID_URL', dateMs: null, trouble: null };
  if (exchange.kind === 'no_answer')
    return { answer: exchange.what, dateMs: null, trouble: exchangeError(exchange) };
  const { kind, status } = exchange;
  const dateMs = kind === 'answer' ? (exchange.servedAtMs ?? null) : null;
  // Nobody was signed in, so the service need not answer with what it holds.
  const isRefusal = status === 401 || status === 403;
  const isAnswered = isRefusal || (kind === 'answer' && status < 300);
  return { answer: status, dateMs, trouble: isAnswered ? null : exchangeError(exchange) };
}

/** Tries the printer once nothing else is on its way to it. */
async function tryReceiptPrinter({
  printer,
  printQueue,
  openHiddenWindow,
}: TillThere): Promise<TriedPrinter> {
  const over = new AbortController();
  const find = () => findPrinters(openHiddenWindow);
  let found: DryRun = { error: { code: 'print_unanswered' }, isMute: true };
  const look = async (closing: AbortSignal): Promise<PrintOutcome> => {
    if (over.signal.aborted) return notSent({ code: 'print_interrupted' });
    const signal = AbortSignal.any([closing, over.signal]);
    found = await tryPrinter(printer, { findPrinters: find, signal });
    return found.error ? notSent(found.error) : printed;
  };
  try {
    await within(longestTryMs, printQueue ? printQueue.ahead(look) : look(over.signal));
  } catch (error) {
    over.abort();
    if (codeOf(error) !== 'ETIMEDOUT') throw error;
  }
  return { printer, ...found };
}
