// How an answer comes over the wire: its headers, encoding, pieces and end, and how that changes
// what it says.
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Seeded } from '../seeded.ts';
import { encode } from './json-text.ts';
import { worst, type Effect } from './said.ts';

export interface Delivery {
  readonly pieces: readonly Buffer[];
  readonly ending: 'kept' | 'closed' | 'reset' | 'stalled' | 'endless';
  /** The answer spoils the connection for whatever would come over it next. */
  readonly needsOwnConnection: boolean;
  readonly effect: Effect;
}

const hundredMegabytes = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '));
const tooLarge = Buffer.alloc(9 * 1024 * 1024, ' ');

/** Draws how the answer is spoilt, if at all. */
export function deliver(random: Seeded, status: number, text: string, oddShare: number): Delivery {
  // These end with their headers: the client would take a body for the next answer.
  if (status === 204 || status === 304) return kept(head(random, status));
  const isOdd = random.chance(oddShare);
  const encoded = isOdd && random.chance(0.4) ? oddlyEncoded(random, text) : plain(encode(text));
  const framed =
    isOdd && random.chance(0.7)
      ? oddlyFramed(random, status, encoded)
      : kept(head(random, status, encoded.headers, lengthOf(encoded.bytes)), encoded.bytes);
  return { ...framed, effect: worst([encoded.effect, framed.effect]) };
}

interface Encoded {
  readonly bytes: Buffer;
  readonly headers: readonly string[];
  readonly effect: Effect;
}

const plain = (bytes: Buffer, effect: Effect = 'harmless'): Encoded => ({
  bytes,
  headers: ['Content-Type: application/json'],
  effect,
});

function oddlyEncoded(random: Seeded, text: string): Encoded {
  const bytes = encode(text);
  const mark = Buffer.of(0xef, 0xbb, 0xbf);
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const compressed = (packed: Buffer, encoding: string): Encoded => ({
    bytes: packed,
    headers: ['Content-Type: application/json', `Content-Encoding: ${encoding}`],
    effect: 'unsaying',
  });
  // Without a body all of this makes no difference.
  if (bytes.length === 0) return plain(bytes);
  if (random.chance(0.02)) return plain(Buffer.concat([tooLarge, bytes]), 'muddling');
  return random.pick([
    () => plain(Buffer.concat([mark, bytes])),
    () => plain(Buffer.concat([mark, mark, bytes]), 'unsaying'),
    () => plain(utf16, 'unsaying'),
    () => plain(Buffer.from(utf16).swap16(), 'unsaying'),
    () => plain(utf16.subarray(2), 'unsaying'),
    () => plain(gzipSync(bytes, { level: 1 }), 'unsaying'),
    () => compressed(gzipSync(bytes, { level: 1 }), 'gzip'),
    () => compressed(hundredMegabytes, 'gzip'),
    () => compressed(brotliCompressSync(bytes.subarray(0, 2000)), 'br'),
    (): Encoded => ({ ...compressed(bytes, 'gzip'), effect: 'muddling' }),
    (): Encoded => ({ bytes, headers: [], effect: 'harmless' }),
    (): Encoded => ({ bytes, headers: ['content-type: text/html'], effect: 'muddling' }),
  ])();
}

const lengthOf = (bytes: Buffer): string => `Content-Length: ${bytes.length}`;

const oddHeaders = [
  'Retry-After: soon',
  'Retry-After: 99999999999999999999',
  'Set-Cookie: a=b; HttpOnly',
  'X-Odd: \u00e3\u00e9',
  'Location: /documents/new/',
  'Vary: *',
  `X-Long: ${'x'.repeat(4000)}`,
] as const;

function head(random: Seeded, status: number, ...headers: readonly (string | readonly string[])[]) {
  const reason = random.pick(['Whatever', 'OK', '', 'Created']);
  const odd = random.chance(0.1) ? [random.pick(oddHeaders)] : [];
  const lines = [`HTTP/1.1 ${status} ${reason}`, ...headers.flat(), ...odd, '', ''];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}

const kept = (...pieces: readonly Buffer[]): Delivery => ({
  pieces,
  ending: 'kept',
  needsOwnConnection: false,
  effect: 'harmless',
});

const broken = (
  ending: Delivery['ending'],
  effect: Effect,
  ...pieces: readonly Buffer[]
): Delivery => ({ pieces, ending, needsOwnConnection: true, effect });

function chunked(random: Seeded, bytes: Buffer): Buffer[] {
  const size = Math.max(random.between(1, 2000), bytes.length >> 6);
  const chunks: Buffer[] = [];
  for (let from = 0; from < bytes.length; from += size) {
    const chunk = bytes.subarray(from, from + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return chunks;
}

function torn(random: Seeded, bytes: Buffer): Buffer[] {
  const cuts = Array.from({ length: 3 }, () => random.between(0, bytes.length));
  const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
}

function oddlyFramed(random: Seeded, status: number, { bytes, headers }: Encoded): Delivery {
  const withHead = (...more: readonly string[]) => head(random, status, headers, more);
  const whole = withHead(lengthOf(bytes));
  const inChunks = withHead('Transfer-Encoding: chunked');
  const lastChunk = Buffer.from('0\r\n\r\n');
  const interim = Buffer.from('HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n');
  // Missing white space at the end would not show, so the cut comes before the last bracket.
  const cutAt = random.between(0, Math.max(0, bytes.lastIndexOf('}') - 1));
  const some = bytes.subarray(0, cutAt);
  if (random.chance(0.005)) return broken('stalled', 'unsaying', whole, some);
  if (random.chance(0.005)) return broken('endless', 'unsaying', inChunks);
  const harmless = [
    () => kept(inChunks, ...chunked(random, bytes), lastChunk),
    () => kept(interim, whole, bytes),
    () => kept(...torn(random, whole), ...torn(random, bytes)),
    () => broken('closed', 'harmless', withHead(), bytes),
    () => broken('closed', 'harmless', withHead('Connection: close', lengthOf(bytes)), bytes),
  ] as const;
  if (bytes.length === 0) return broken('closed', 'harmless', whole);
  if (random.chance(0.4)) return random.pick(harmless)();
  const before = Buffer.from('HTTP/1.1 100 Continue\r\n\r\n');
  const longer = withHead(`Content-Length: ${bytes.length + random.between(1, 1000)}`);
  const shorter = withHead(`Content-Length: ${cutAt}`);
  return random.pick([
    () => broken('closed', 'unsaying'),
    () => broken('reset', 'unsaying'),
    () => broken('reset', 'unsaying', whole.subarray(0, random.between(1, whole.length - 1))),
    () => broken('closed', 'unsaying', before),
    () => broken('closed', 'unsaying', whole, some),
    () => broken('reset', 'unsaying', whole, some),
    () => broken('closed', 'unsaying', withHead(), some),
    () => broken('closed', 'unsaying', longer, bytes),
    () => broken('closed', 'unsaying', shorter, bytes),
    () => broken('closed', 'unsaying', inChunks, ...chunked(random, bytes)),
    () => broken('closed', 'unsaying', inChunks, Buffer.from('zz\r\n'), bytes),
    () => broken('closed', 'unsaying', inChunks, Buffer.from('ffffffffffffffff1\r\n'), bytes),
    () => broken('closed', 'unsaying', withHead('Content-Length: -1'), bytes),
    () => broken('closed', 'unsaying', withHead('Content-Length: 1', 'Content-Length: 2'), bytes),
    () => broken('closed', 'unsaying', withHead(`X-Overflow: ${'x'.repeat(70_000)}`), bytes),
    () => broken('closed', 'unsaying', bytes),
    () => broken('closed', 'unsaying', Buffer.from('SSH-2.0-OpenSSH_9.9\r\n')),
    () => broken('closed', 'muddling', whole, bytes, whole, bytes),
  ])();
}
