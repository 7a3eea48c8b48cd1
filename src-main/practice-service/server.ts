// The practice service: the whole API document over real HTTP on loopback, with its own database.
// It starts, is unplugged and plugged in again, and closes.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { endSessions, findSession } from './accounts.ts';
import { openDatabase } from './database.ts';
import type { PracticeDatabase } from './database.ts';
import { readJsonObject, requestTarget, requestToken, send } from './http.ts';
import type { Answer } from './http.ts';
import { legacyPrefix, routes } from './routes.ts';
import { seed } from './seed.ts';

const loopback = '127.0.0.1';

export interface PracticeService {
  /** The `{base_url}` of the API document, without a slash at its end. */
  readonly baseUrl: string;
  /** The `{legacy_base_url}`, to which `/v3/…` is relative. */
  readonly legacyBaseUrl: string;
  readonly isPlugged: boolean;
  /** Stops listening and destroys every open connection: the service becomes unreachable. */
  unplug(): Promise<void>;
  /** Listens again on the same port. Rejects if another program has taken it meanwhile. */
  plugIn(): Promise<void>;
  /** Ends the user's sessions, as an administrator does in the back office. */
  endSessions(username: string): void;
  /** Unplugs for good and closes the database. */
  close(): Promise<void>;
}

/** What lies between the service and its clients, and decides what arrives of its answers. */
export type Line = (
  request: IncomingMessage,
  answer: () => Promise<Answer | 'gone'>,
) => Promise<Answer | 'gone'>;

/**
 * Starts the service on its database file: an existing one is continued, a new one is seeded.
 * Without a port, it takes any free one. Rejects if the port is taken or the file cannot be used.
 */
export async function startPracticeService(options: {
  readonly databaseFile: string;
  readonly port?: number;
  readonly now?: () => Date;
  readonly line?: Line;
}): Promise<PracticeService> {
  const now = options.now ?? (() => new Date());
  const line: Line = options.line ?? ((_, direct) => direct());
  const { db, isNew } = openDatabase(options.databaseFile);
  const server = createServer((request, response) => {
    line(request, () => answer(db, now, request))
      .then((result) => {
        if (result !== 'gone') send(response, result);
      })
      .catch((error: unknown) => {
        console.error('The practice service failed to answer a request.', error);
        send(response, { status: 500 });
      });
  });
  try {
    if (isNew) seed(db, now());
    await listen(server, options.port ?? 0);
  } catch (error) {
    db.close();
    throw error;
  }
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://${loopback}:${port}`;
  return {
    baseUrl,
    legacyBaseUrl: `${baseUrl}${legacyPrefix}`,
    get isPlugged() {
      return server.listening;
    },
    async unplug() {
      if (server.listening) await stopListening(server);
    },
    async plugIn() {
      if (!server.listening) await listen(server, port);
    },
    endSessions(username) {
      endSessions(db, username);
    },
    async close() {
      if (server.listening) await stopListening(server);
      db.close();
    },
  };
}

const isOwnName = (host: string | undefined): host is string =>
  host !== undefined && /^(127\.0\.0\.1|localhost)(:\d+)?$/i.test(host);

async function listen(server: Server, port: number): Promise<void> {
  server.listen(port, loopback);
  await once(server, 'listening');
}

async function stopListening(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function answer(
  db: PracticeDatabase,
  now: () => Date,
  request: IncomingMessage,
): Promise<Answer | 'gone'> {
  // A web page whose own name leads to this computer has no business here.
  if (!isOwnName(request.headers.host)) return { status: 421 };
  const { path, query } = requestTarget(request);
  const atPath = routes.filter((route) => route.path.test(path));
  if (atPath.length === 0) return { status: 404 };
  const route = atPath.find((candidate) => candidate.method === request.method);
  if (route === undefined) {
    return { status: 405, allow: atPath.map((candidate) => candidate.method).join(', ') };
  }
  const token = requestToken(request, query);
  const session = token === undefined ? undefined : findSession(db, token);
  if (route.access === 'token' && session === undefined) return { status: 401 };

  let body: object | undefined;
  if (route.method === 'POST') {
    const reading = await readJsonObject(request);
    if (reading.kind === 'gone') return 'gone';
    if (reading.kind === 'refused') return reading.answer;
    body = reading.value;
  }
  const call = {
    db,
    query,
    body,
    now: now(),
    // The host that the client used, so that the links to neighbouring pages lead the same way.
    address: `http://${request.headers.host}${path}`,
    pathParameter: route.path.exec(path)?.[1] ?? '',
  };
  if (route.access === 'open') return route.answer(call);
  return session === undefined ? { status: 401 } : route.answer(call, session);
}
