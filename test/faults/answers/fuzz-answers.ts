// Gives random answers over real HTTP to the till's own client, parsers and judgement, and compares
// what the till concludes with what each answer says.
import { addCents, cents } from '../../../src-main/contract/money.ts';
import { createServiceClient, type ServiceClient } from '../../../src-main/service/client.ts';
import { createDocument, lookUpDocuments } from '../../../src-main/service/endpoints.ts';
import { askedBody, soldOn } from '../../asked-body.ts';
import { sampleSale } from '../../sample-sale.ts';
import { runEach, seedsFrom } from '../many-histories.ts';
import { seeded, type Seeded } from '../seeded.ts';
import { startAnswerServer, type AnswerServer } from './answer-server.ts';
import { creationAnswer, creationKinds, type CreationKind } from './creation-answers.ts';
import { deliver, type Delivery } from './delivery.ts';
import { lookUpAnswer, lookUpKinds, type LookUpKind, type Lost } from './look-up-answers.ts';
import { till, type Doubt, type Reader } from './reader.ts';
import { afterwards, judge, worst, type Said, type Verdict, type Wrong } from './said.ts';

type Kind = CreationKind | LookUpKind;

export interface Judged {
  readonly seed: number;
  readonly index: number;
  readonly kind: Kind;
  readonly said: Said;
  /** `crashed`: an error was thrown, or the till came to no conclusion. */
  readonly concluded: Verdict | 'crashed';
  readonly wrong: Wrong | 'crashed' | null;
  /** The error, or the readable part of the answer. */
  readonly what: string;
}

export interface FuzzedAnswers {
  readonly judged: readonly Judged[];
  /** Errors that occurred outside of any exchange. */
  readonly strays: readonly string[];
  /** The most memory that the process has used. */
  readonly peakBytes: number;
}

/** As many as the till's client has connections. */
const atATime = 4;

/** Judges the requested number of answers, from the first one of the seed on. */
export async function fuzzAnswers(options: {
  readonly answers: number;
  readonly seed: number;
  readonly reader?: Reader;
}): Promise<FuzzedAnswers> {
  return withServer(options.reader ?? till, async (judgeOne) => {
    const strays: string[] = [];
    const stray = (error: unknown): void => {
      strays.push(String(error));
    };
    process.on('unhandledRejection', stray).on('uncaughtException', stray);
    const judged = await runEach(seedsFrom(0, options.answers), atATime, (index) =>
      judgeOne(options.seed, index),
    );
    process.off('unhandledRejection', stray).off('uncaughtException', stray);
    return { judged, strays, peakBytes: process.resourceUsage().maxRSS * 1024 };
  });
}

/** Plays one answer again. */
export const replayAnswer = (
  { seed, index }: Pick<Judged, 'seed' | 'index'>,
  reader: Reader = till,
): Promise<Judged> => withServer(reader, (judgeOne) => judgeOne(seed, index));

async function withServer<Value>(
  reader: Reader,
  use: (judgeOne: (seed: number, index: number) => Promise<Judged>) => Promise<Value>,
): Promise<Value> {
  const server = await startAnswerServer();
  const client = createServiceClient({ baseUrl: server.url });
  try {
    return await use((seed, index) => judgeAnswer({ server, client, reader }, seed, index));
  } finally {
    await client.close();
    await server.close();
  }
}

interface Bench {
  readonly server: AnswerServer;
  /** The client for answers that leave their connection usable. */
  readonly client: ServiceClient;
  readonly reader: Reader;
}

interface Script {
  readonly said: Said;
  readonly deliveries: readonly Delivery[];
  /** The answer to a request with this `offset`. */
  deliveryAt(offset: number): Delivery | undefined;
  conclude(client: ServiceClient, token: string): Promise<Verdict>;
}

async function judgeAnswer(bench: Bench, seed: number, index: number): Promise<Judged> {
  const random = seeded(Math.imul(seed, 0x9e3779b1) ^ index);
  const kind = random.pick(kinds);
  const script = isLookUp(kind)
    ? lookUpScript(random, kind, bench.reader)
    : creationScript(random, kind, bench.reader);
  const { said, deliveries } = script;
  const token = `answer-${index}`;
  const readable = () => deliveries.map(({ pieces }) => excerpt(pieces)).join('\n');
  bench.server.expect(token, (offset) => {
    const delivery = script.deliveryAt(offset) ?? deliveries.at(-1);
    if (!delivery) throw new Error('an answer without a delivery');
    return delivery;
  });
  const judged = { seed, index, kind, said };
  try {
    const concluded = await withClient(bench, deliveries, (client) =>
      withinReason(script.conclude(client, token)),
    );
    const wasRepeated = bench.server.requestsOf(token) > 1 && !isLookUp(kind);
    const wrong = wasRepeated ? 'wrongly_sent_again' : judge(said, concluded);
    return { ...judged, concluded, wrong, what: wrong ? readable() : '' };
  } catch (error) {
    const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...judged, concluded: 'crashed', wrong: 'crashed', what: `${what}\n${readable()}` };
  }
}

/** Most sales are created, so creations come more often than any other kind. */
const kinds = [
  ...creationKinds,
  ...lookUpKinds,
  'created',
  'created',
  'search',
  'refused',
] as const;

const isLookUp = (kind: Kind): kind is LookUpKind =>
  (lookUpKinds as readonly string[]).includes(kind);

const oddDeliveries = [0, 0, 0.1, 0.5] as const;

function drawDoubt(random: Seeded): {
  readonly lost: Lost;
  readonly doubt: Doubt;
  readonly sent: Uint8Array;
} {
  const digits = (count: number) => String(random.between(0, 10 ** count - 1)).padStart(count, '0');
  const { reference, totalCents, body } = sampleSale({
    reference: `CF-TEST-${digits(4)}-${digits(4)}`,
    lines: random.between(1, 3),
  });
  const corrected = random.chance(0.2);
  const highWaterMark = random.between(0, 5000);
  const asked = askedBody({ totalCents });
  const formerBodies = corrected ? [askedBody({ totalCents: addCents(totalCents, cents(1)) })] : [];
  return {
    lost: { reference, totalCents, corrected, highWaterMark },
    doubt: { reference, body: asked, formerBodies, highWaterMark, soldOn },
    sent: body,
  };
}

function creationScript(random: Seeded, kind: CreationKind, reader: Reader): Script {
  const { lost, doubt, sent } = drawDoubt(random);
  const { status, text, said } = creationAnswer(random, kind, lost);
  const delivery = deliver(random, status, text, random.pick(oddDeliveries));
  return {
    said: afterwards(said, delivery.effect),
    deliveries: [delivery],
    deliveryAt: () => delivery,
    conclude: async (client, token) =>
      reader.ofCreation(await createDocument(client, token, sent), { ...doubt, formerBodies: [] }),
  };
}

function lookUpScript(random: Seeded, kind: LookUpKind, reader: Reader): Script {
  const { lost, doubt } = drawDoubt(random);
  const { pages, said } = lookUpAnswer(random, kind, lost);
  const oddShare = random.pick(oddDeliveries);
  const deliveries = pages.map(({ status, text }) => deliver(random, status, text, oddShare));
  return {
    said: afterwards(said, worst(deliveries.map(({ effect }) => effect))),
    deliveries,
    deliveryAt: (offset) => deliveries[pages.findIndex((page) => page.offset === offset)],
    conclude: (client, token) =>
      reader.ofLookUp(kind, (query) => lookUpDocuments(client, token, query), doubt),
  };
}

async function withClient<Value>(
  { server, client }: Bench,
  deliveries: readonly Delivery[],
  use: (client: ServiceClient) => Promise<Value>,
): Promise<Value> {
  if (!deliveries.some(({ needsOwnConnection }) => needsOwnConnection)) return use(client);
  const stalls = deliveries.some(({ ending }) => ending === 'stalled');
  const own = createServiceClient({
    baseUrl: server.url,
    ...(stalls && { timeouts: { bodyMs: 200 } }),
  });
  try {
    return await use(own);
  } finally {
    await own.close();
  }
}

const patienceMs = 60_000;

async function withinReason<Value>(promise: Promise<Value>): Promise<Value> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error('no conclusion'));
  }, patienceMs);
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

const excerpt = (pieces: readonly Buffer[]): string =>
  Buffer.concat(pieces).subarray(0, 4000).toString();
