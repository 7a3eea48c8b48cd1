// The till of the month: its real file, its outbox, and the practice service over HTTP, all by one
// clock that the script moves.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unsentStates } from '../../src-main/contract/outbox-states.ts';
import { Outbox } from '../../src-main/outbox/outbox.ts';
import { defaultTiming } from '../../src-main/outbox/timing.ts';
import { practiceAccount } from '../../src-main/practice-service/accounts.ts';
import { startPracticeService } from '../../src-main/practice-service/server.ts';
import { createServiceClient } from '../../src-main/service/client.ts';
import {
  createDocument,
  getDocument,
  listDocuments,
  lookUpDocuments,
  signIn,
} from '../../src-main/service/endpoints.ts';
import type { Store } from '../../src-main/store/open.ts';
import { openTillStore } from '../../src-main/store/open-or-rebuild.ts';
import { newInstallation } from '../../src-main/store/references.ts';
import { returnStepped, returnsAudited } from '../../src-main/returns/check-confirmed.ts';
import { countIn } from '../../src-main/store/sales.ts';
import type { Till } from '../../src-main/till/till.ts';
import { HandClock } from '../hand-clock.ts';
import { returningTill } from '../returning-till.ts';

/** Makes an offline till probe less often while hours go by. */
const timing = { ...defaultTiming, probeMs: 60_000 };
const binding = { serviceAddress: 'http://month', companyCode: 'AURORA', tillCode: '1' };

export interface MonthTill {
  readonly db: Store;
  /** As much of the till as takes goods back. */
  readonly returning: Till;
  /** The computer's clock, which somebody may have set wrongly. */
  readonly clock: HandClock;
  /** The true time. */
  trueMs(): number;
  /** Tells the outbox that there is something to send. */
  wake(): void;
  /** Waits until every request to the service has been answered. */
  settled(): Promise<void>;
  passTo(trueMs: number): Promise<void>;
  plugIn(): Promise<void>;
  unplug(): Promise<void>;
  readonly isPlugged: boolean;
  /** Closes the program and starts it again. */
  restart(): Promise<void>;
  /** The same without closing: only what was written before the power failed is there. */
  losePower(): Promise<void>;
  close(): Promise<void>;
}

export interface MonthFiles {
  readonly till: string;
  readonly service: string;
}

export const filesIn = (folder: string): MonthFiles => ({
  till: join(folder, 'till', 'till.db'),
  service: join(folder, 'service.db'),
});

export async function startMonthTill(folder: string, startMs: number): Promise<MonthTill> {
  const files = filesIn(folder);
  const tillFolder = join(folder, 'till');
  mkdirSync(tillFolder, { recursive: true });
  const clock = new HandClock();
  clock.setWallClock(startMs - clock.nowMs());
  const trueMs = () => startMs + clock.monotonicMs();
  const service = await startPracticeService({
    databaseFile: files.service,
    now: () => new Date(trueMs()),
  });
  const client = createServiceClient({ baseUrl: service.baseUrl });
  const signedIn = await signIn(client, practiceAccount);
  if (!signedIn.ok) throw new Error(signedIn.error.code);
  const token = signedIn.value;

  const fatal: unknown[] = [];
  let inFlight = 0;
  const counted = <Value>(exchange: Promise<Value>): Promise<Value> => {
    inFlight += 1;
    return exchange.finally(() => {
      inFlight -= 1;
    });
  };
  const open = () => {
    const nowMs = clock.nowMs();
    const opened = openTillStore({ file: files.till, binding, newInstallation, nowMs });
    if (!opened.ok) throw new Error(opened.error.code);
    const [notice] = opened.value.notices;
    if (notice) throw new Error(`the till was not as it was left: ${notice.code}`);
    const { db, unlock } = opened.value;
    const outbox = new Outbox({
      ...{ db, clock, timing },
      service: {
        hasToken: () => true,
        create: (body) => counted(createDocument(client, token, body)),
        lookUp: (query) => counted(lookUpDocuments(client, token, query)),
        getDocument: (id) => counted(getDocument(client, token, id)),
      },
      onSaleChanged: (sale) => {
        returnStepped(returning.till, sale);
      },
      notify: () => undefined,
      onConnectionChanged: () => {
        returnsAudited(returning.till);
      },
      onFailure: (error) => {
        fatal.push(error);
        return { code: 'unexpected', id: 'month' };
      },
    });
    const returning = returningTill({
      ...{ db, outbox, clock, by: () => 'Inês', saleChanged: () => undefined },
      list: (query, signal) => counted(listDocuments(client, token, query, signal)),
      get: (id, signal) => counted(getDocument(client, token, id, signal)),
      notify: (notice) => {
        fatal.push(new Error(notice.code));
      },
      inBackground: (_whatFailed, work) => {
        counted(work()).catch((error: unknown) => fatal.push(error));
      },
    });
    outbox.start();
    return { db, unlock, outbox, returning };
  };
  let running = open();
  const end = async () => {
    await running.outbox.stop();
    running.returning.close();
    running.db.close();
    running.unlock();
  };

  /** Lets real sockets answer in real time. */
  const settled = async () => {
    for (let quiet = 0; quiet < 3; quiet = inFlight === 0 ? quiet + 1 : 0) {
      await delay(1);
      if (fatal.length > 0) throw fatal[0];
    }
  };
  const hasToSend = () => service.isPlugged && countIn(running.db, unsentStates) > 0;

  return {
    clock,
    trueMs,
    settled,
    get db() {
      return running.db;
    },
    get returning() {
      return running.returning.till;
    },
    get isPlugged() {
      return service.isPlugged;
    },
    wake: () => {
      running.outbox.wake();
    },
    /** Jumps over hours in which nothing is to be sent. */
    passTo: async (untilMs) => {
      for (;;) {
        await settled();
        const leftMs = untilMs - trueMs();
        if (leftMs <= 0) return;
        const restMs = Math.max(1, Math.ceil(clock.restMs() ?? leftMs));
        clock.advance(hasToSend() ? Math.min(leftMs, restMs) : leftMs);
      }
    },
    plugIn: () => service.plugIn(),
    unplug: () => service.unplug(),
    restart: async () => {
      await end();
      running = open();
    },
    losePower: async () => {
      const image = imageOf(tillFolder);
      await end();
      putBack(tillFolder, image);
      running = open();
    },
    close: async () => {
      await end();
      await client.close();
      await service.close();
    },
  };
}

/** SQLite makes its index of the log anew, and the lock file is empty. */
const isKept = (name: string) => !name.endsWith('-shm') && !name.includes('.lock');

/** Committed data are in the file or in its log. */
const imageOf = (folder: string): ReadonlyMap<string, Buffer> =>
  new Map(
    readdirSync(folder)
      .filter(isKept)
      .map((name) => [name, readFileSync(join(folder, name))]),
  );

/** Writes into the existing files, since a copy would be another till. */
function putBack(folder: string, image: ReadonlyMap<string, Buffer>): void {
  for (const name of readdirSync(folder)) {
    if (!image.has(name) && existsSync(join(folder, name)) && !name.includes('.lock')) {
      rmSync(join(folder, name));
    }
  }
  for (const [name, bytes] of image) writeFileSync(join(folder, name), bytes);
}
