// The way to the service: whether it answers, whose clock is wrong, which proxies the environment
// names.
import { originOf, type Finding } from './findings.ts';

export interface Answer {
  readonly status: number;
  /** As the service says it in its Date header, if it does. */
  readonly dateMs: number | null;
}

export interface Network {
  /** Rejects with an error that has a `code` where nothing answers. */
  readonly ask: (address: string) => Promise<Answer>;
  /** By the computer's own clock. */
  readonly nowMs: () => number;
}

const slowAnswerMs = 3_000;
/** Documents are dated to the day; sign-ins and certificates bear less. */
const noticeableS = 60;
const wrongS = 300;

/** Any status is an answer: without a sign-in the service refuses most of what it is asked. */
export async function service(address: string, { ask, nowMs }: Network): Promise<Finding[]> {
  const startedMs = nowMs();
  const origin = originOf(address);
  try {
    const { status, dateMs } = await ask(address);
    const tookMs = nowMs() - startedMs;
    const isWell = status < 500 && tookMs < slowAnswerMs;
    return [
      { item: 'service', verdict: isWell ? 'fine' : 'look_at', origin, answer: status, tookMs },
      // The service wrote its date at some time in between.
      judgeClock(dateMs === null ? null : (startedMs + tookMs / 2 - dateMs) / 1000),
    ];
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unexpected';
    const tookMs = nowMs() - startedMs;
    return [{ item: 'service', verdict: 'bad', origin, answer: code, tookMs }, judgeClock(null)];
  }
}

export function judgeClock(aheadS: number | null): Finding {
  if (aheadS === null) return { item: 'clock', verdict: 'unknown', aheadS };
  const off = Math.abs(aheadS);
  const verdict = off < noticeableS ? 'fine' : off < wrongS ? 'look_at' : 'bad';
  return { item: 'clock', verdict, aheadS: Math.round(aheadS) };
}

/** By what the environment says: what the system's settings say, only the till itself is told. */
export function proxy(env: Readonly<Record<string, string | undefined>>): Finding {
  const named = Object.entries(env).filter(
    ([name, value]) => /^(https?|all)_proxy$/i.test(name) && value,
  );
  const proxies = Object.fromEntries(named.map(([name, value = '']) => [name, originOf(value)]));
  return { item: 'proxy', verdict: named.length === 0 ? 'fine' : 'look_at', proxies };
}
