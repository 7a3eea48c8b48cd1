// Judges the way to the service: whether it answers, whose clock is wrong, and through which
// proxies.
import type { Finding } from '../contract/computer.ts';
import type { AppError } from '../contract/errors.ts';
import type { Route } from '../contract/route.ts';
import { codeOf, within } from './patience.ts';

export interface Answer {
  /** The status, or why there was none. */
  readonly answer: number | string;
  /** The time in the service's Date header, if it has one. */
  readonly dateMs: number | null;
  readonly trouble: AppError | null;
}

export interface Network {
  /** May also reject, with an error that has a `code`, if nothing answers. */
  readonly ask: (address: string) => Promise<Answer>;
  /** Returns the time of the computer's own clock. */
  readonly nowMs: () => number;
}

const longestMs = 15_000;
const slowAnswerMs = 3_000;
/** Documents are dated to the day; sign-ins and certificates bear a smaller difference. */
const noticeableS = 60;
const wrongS = 300;

/**
 * Judges the service's answer and its clock. Any status is an answer, as without a sign-in the
 * service refuses most requests.
 */
export async function service(address: string, { ask, nowMs }: Network): Promise<Finding[]> {
  const startedMs = nowMs();
  const { answer, dateMs, trouble } = await within(longestMs, ask(address)).catch(
    (error: unknown): Answer => ({ answer: codeOf(error), dateMs: null, trouble: null }),
  );
  const tookMs = nowMs() - startedMs;
  const isBad = typeof answer === 'string' || trouble?.code === 'not_the_service';
  const isWell = !isBad && trouble === null && answer < 500 && tookMs < slowAnswerMs;
  return [
    {
      ...{ item: 'service', verdict: isWell ? 'fine' : isBad ? 'bad' : 'look_at' },
      ...{ origin: originOf(address), answer, tookMs, trouble },
    },
    // The service wrote its date at some time between request and answer.
    judgeClock(dateMs === null ? null : (startedMs + tookMs / 2 - dateMs) / 1000),
  ];
}

export function judgeClock(aheadS: number | null): Finding {
  if (aheadS === null) return { item: 'clock', verdict: 'unknown', aheadS };
  const off = Math.abs(aheadS);
  const verdict = off < noticeableS ? 'fine' : off < wrongS ? 'look_at' : 'bad';
  return { item: 'clock', verdict, aheadS: Math.round(aheadS) };
}

/**
 * Judges the route that the till takes by the system's settings. Undefined if the till does not
 * understand the system's answer.
 */
export function judgeRoute(routes: readonly Route[] | undefined): Finding {
  if (!routes || routes.length === 0) return { item: 'route', verdict: 'bad', routes: null };
  const named = routes.map((route) =>
    route.kind === 'direct'
      ? null
      : `${route.secure ? 'https' : 'http'}://${route.host}:${route.port}`,
  );
  const verdict = named[0] === null ? 'fine' : 'look_at';
  return { item: 'route', verdict, routes: named.slice(0, 4) };
}

/**
 * Judges what the environment says. What the system's settings say, only the till itself is told.
 */
export function proxy(env: Readonly<Record<string, string | undefined>>): Finding {
  const named = Object.entries(env).filter(
    ([name, value]) => /^(https?|all)_proxy$/i.test(name) && value,
  );
  const proxies = Object.fromEntries(named.map(([name, value = '']) => [name, originOf(value)]));
  return { item: 'proxy', verdict: named.length === 0 ? 'fine' : 'look_at', proxies };
}

/** Returns an address without what may be secret in it; "not an address" if it is not valid. */
export function originOf(address: string): string {
  if (!URL.canParse(address)) return 'not an address';
  const { protocol, host } = new URL(address);
  // Without a scheme a user's name would be taken for one.
  if (!/^(https?|socks[45]?[ah]?):$/.test(protocol)) return 'not an address';
  return `${protocol}//${host}`;
}
