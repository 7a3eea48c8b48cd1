// A session built as in the program, and a service that says little and writes codes in its own
// way.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { AppError } from '../../src-main/contract/errors.ts';
import { createLog } from '../../src-main/log.ts';
import { systemClock } from '../../src-main/clock.ts';
import { defaultTiming } from '../../src-main/outbox/timing.ts';
import { Practice } from '../../src-main/practice/practice.ts';
import type { Network } from '../../src-main/service/connect.ts';
import type { SessionOptions } from '../../src-main/session/opening.ts';
import { Session } from '../../src-main/session/session.ts';
import type { TillEnvironment } from '../../src-main/till/environment.ts';
import { direct } from './service/networks.ts';
import { listenHttp } from './service/probe.ts';
import { quietEnvironment } from '../quiet-environment.ts';
import { openSettings } from '../outside-electron.ts';

export interface Said {
  company: string;
  till: string | number;
  isDemo: boolean;
  today?: string;
  /** Takes requests and never answers. */
  isSilent: boolean;
}

export interface SayingService {
  readonly serviceAddress: string;
  readonly said: Said;
  /** Every token that came, with the path it was for. */
  readonly askedRequests: { readonly path: string; readonly token: string }[];
  /** The token that it gives. */
  readonly token: string;
  /** Cuts off whoever waits for an answer since it fell silent. */
  hangUp(): void;
}

/** Signs in whoever asks, and is otherwise never ready. */
export async function sayingService(company = 'LOJA'): Promise<SayingService> {
  const said: Said = { company, till: 1, isDemo: false, isSilent: false };
  const askedRequests: SayingService['askedRequests'][number][] = [];
  const unanswered: ServerResponse[] = [];
  const token = `a-long-token-${createHash('sha256').update(company).digest('hex').slice(0, 8)}`;
  let listsOnce = false;
  const serviceAddress = await listenHttp((request, response) => {
    const path = request.url ?? '';
    askedRequests.push({ path, token: request.headers.authorization ?? '' });
    if (said.isSilent) {
      unanswered.push(response);
      return;
    }
    // A sign-in reads the lists once; after that they fail, so that nothing is sent.
    const isFirstLook = path.endsWith('&search=CF-');
    const isNewest = listsOnce && path.startsWith('/documents/?limit=1&');
    listsOnce = isFirstLook;
    const answers: Readonly<Record<string, object>> = {
      ...((isFirstLook || isNewest) && { [path]: { next: null, results: [] } }),
      '/auth/login/': { key: token },
      '/auth/info/': {
        user: { full_name: 'Ana' },
        company: { code: said.company, is_demo: said.isDemo },
        till: { code: said.till },
        today_str: said.today,
      },
      '/auth/companies/': [],
    };
    const answer = answers[path];
    // The next request may be led elsewhere.
    const headers = { 'content-type': 'application/json', connection: 'close' };
    response.writeHead(answer ? 200 : 503, headers);
    response.end(JSON.stringify(answer ?? {}));
  });
  const hangUp = () => {
    for (const response of unanswered.splice(0)) response.destroy();
  };
  return { serviceAddress, said, askedRequests, token, hangUp };
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'counterfoil-session-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return folder;
}

interface SessionChange extends Omit<Partial<SessionOptions>, 'environment'> {
  readonly environment?: Partial<TillEnvironment>;
}

/** Tokens are kept in `keptTokens` as far as the owner accepts it. */
export function startSession(
  folder: string,
  network: Network = direct,
  keptTokens = new Map<string, string>(),
  { environment, ...change }: SessionChange = {},
) {
  const { settings } = openSettings(folder);
  const notices: AppError[] = [];
  const notify = (notice: AppError) => {
    notices.push(notice);
  };
  const withdraw = (code: AppError['code']) => {
    const at = notices.findIndex((notice) => notice.code === code);
    if (at >= 0) notices.splice(at, 1);
  };
  const practice = new Practice(folder);
  /** The person at the computer, who is asked about addresses of plain http. */
  const person = { acceptsHttp: false, askedAbout: [] as string[] };
  const session = new Session({
    folder,
    settings,
    practice,
    network,
    vaultOf: (key) => ({
      keep: (token) => {
        if (settings.value.keepTokenWeakly) keptTokens.set(key, token);
        else keptTokens.delete(key);
        return Promise.resolve(keptTokens.has(key));
      },
      read: () => Promise.resolve(keptTokens.get(key)),
      forget: () => keptTokens.delete(key),
      tidy: () => {
        if (!settings.value.keepTokenWeakly) keptTokens.delete(key);
      },
    }),
    log: createLog(join(folder, 'till.log')),
    clock: systemClock,
    timing: defaultTiming,
    notify,
    askPlainHttp: (address) => {
      person.askedAbout.push(address);
      return Promise.resolve(person.acceptsHttp);
    },
    withdraw,
    environment: quietEnvironment({ notify, withdraw, ...environment }),
    onTillChanged: () => undefined,
    onConnectionChanged: () => undefined,
    onFailure: () => ({ code: 'unexpected', id: 'test' }),
    ...change,
  });
  const stop = async () => {
    await session.close();
    await practice.close();
  };
  onTestFinished(stop);
  return { session, settings, keptTokens, notices, person, stop };
}
