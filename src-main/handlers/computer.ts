// Checks whether this computer is fit for a till: hands the checks what the till knows of it, and
// keeps what they found for a report.
import { release } from 'node:os';
import { checks, type Computer } from '../computer/checks.ts';
import type { TriedPrinter } from '../computer/devices.ts';
import type { Answer } from '../computer/network.ts';
import { codeOf, within } from '../computer/patience.ts';
import { reportOf } from '../computer/report.ts';
import { checkNames, judgeScan, type CheckName, type Finding } from '../contract/computer.ts';
import { err, ok } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import { notSent, printed, type PrintOutcome } from '../printing/outcome.ts';
import { tryPrinter, type DryRun } from '../printing/dry-run.ts';
import { findPrinters } from '../printing/system-printer.ts';
import { isLoopback } from '../service/connect.ts';
import type { Exchange } from '../service/exchange.ts';
import { exchangeError } from '../service/failure.ts';
import { parseRoutes } from '../service/proxies.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

const longestAnswerMs = 10_000;
/** What is being printed comes first, and may wait for paper. */
const longestTryMs = 15_000;

export function computerHandlers(context: Context): HandlersOf<'computer'> {
  const underWay = new Map<CheckName, { of: unknown; findings: Promise<readonly Finding[]> }>();
  /** What was found for the till that was open then. The next till has another service. */
  let known: { readonly of: unknown; readonly findings: Map<CheckName, readonly Finding[]> };
  let read: string | null = null;
  const forget = (): void => {
    known = { of: context.session.till?.db, findings: new Map() };
    read = null;
  };
  forget();

  async function find(check: CheckName): Promise<readonly Finding[]> {
    const { till } = context.session;
    const findings = await checks[check](computerOf(context));
    if (known.of !== context.session.till?.db) forget();
    if (till?.db === known.of) known.findings.set(check, findings);
    return findings;
  }

  return {
    // A check that is asked for twice at the same time runs once.
    'computer.check': async ({ check }) => {
      const of = context.session.till?.db;
      const before = underWay.get(check);
      const asked = before?.of === of && before ? before : { of, findings: find(check) };
      underWay.set(check, asked);
      try {
        return ok(await asked.findings);
      } finally {
        if (underWay.get(check) === asked) underWay.delete(check);
      }
    },
    'computer.report': ({ scan }) => {
      if (known.of !== context.session.till?.db) forget();
      const { folder, home, version } = context.computer;
      const findings = [
        ...checkNames.flatMap((check) => known.findings.get(check) ?? []),
        ...(scan ? [judgeScan(scan)] : []),
      ];
      read = reportOf(findings, {
        ...{ language: context.language(), version, at: context.now(), folder, home },
      });
      return ok({ text: read });
    },
    'computer.saveReport': async () =>
      read === null ? err({ code: 'not_found' }) : context.computer.saveReport(read),
  };
}

function computerOf(context: Context): Computer {
  const { session, computer } = context;
  const { version, runsOn, hasElectron, keyStore, folder, screens } = computer;
  const { platform, arch, env } = process;
  const address = session.serviceAddress;
  return {
    ...{ platform, env, hasElectron, keyStore, folder },
    versions: { Counterfoil: version, ...runsOn, [platform]: `${release()} ${arch}` },
    tryPrinter: () => tryReceiptPrinter(context),
    listPrinters: async () => (await findPrinters(context.openHiddenWindow)).map(labelOf),
    findRoutes: (to) => routesTo(to, computer.findRoutes),
    serviceAddresses: address === null ? [] : [address],
    network: {
      ask: async () =>
        answerOf(address === null ? null : await session.access.reach(address, longestAnswerMs)),
      nowMs: Date.now,
    },
    listScreens: () => Promise.resolve(screens()),
  };
}

const labelOf = ({ label }: { readonly label: string }): string => label;

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
async function tryReceiptPrinter(context: Context): Promise<TriedPrinter> {
  const { printer } = context.settings.value.printing;
  const over = new AbortController();
  const find = () => findPrinters(context.openHiddenWindow);
  let found: DryRun = { error: { code: 'print_unanswered' }, isMute: true };
  const look = async (closing: AbortSignal): Promise<PrintOutcome> => {
    if (over.signal.aborted) return notSent({ code: 'print_interrupted' });
    const signal = AbortSignal.any([closing, over.signal]);
    found = await tryPrinter(printer, { findPrinters: find, signal });
    return found.error ? notSent(found.error) : printed;
  };
  try {
    const queue = context.session.till?.printQueue;
    await within(longestTryMs, queue ? queue.ahead(look) : look(over.signal));
  } catch (error) {
    over.abort();
    if (codeOf(error) !== 'ETIMEDOUT') throw error;
  }
  return { printer, ...found };
}
