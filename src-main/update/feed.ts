// Fetches files from the address of the updates, over the till's own connections, since Chromium
// resolves no name here. Nothing that comes is believed before it has been checked.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Agent } from 'undici';
import { deadline, systemClock } from '../clock.ts';
import { err, ok, type Result } from '../contract/errors.ts';
import { boundedText } from '../service/bounded-download.ts';
import { connectorOf, type Network } from '../service/connect.ts';
import type { Manifest } from './manifest.ts';

const mostManifestBytes = 64 * 1024;

const timeouts = { connectMs: 10_000, headersMs: 30_000, bodyMs: 30_000 };
/** The longest time of a whole transfer, however slowly it comes. */
const longestMs = { manifest: 60_000, file: 3_600_000 };

export interface FeedOptions {
  /** The address as `parseServiceAddress` returns it. */
  readonly address: string;
  readonly network: Network;
}

/** Errors of both functions below: `update_not_fetched`. */
async function fetching<Value>(
  { address, network }: FeedOptions,
  name: string,
  longest: number,
  take: (body: AsyncIterable<Buffer>) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  const agent = new Agent({
    allowH2: false,
    headersTimeout: timeouts.headersMs,
    bodyTimeout: timeouts.bodyMs,
    connect: connectorOf(timeouts.connectMs, network),
  });
  const { origin, pathname } = new URL(address);
  const path = `${pathname.replace(/\/$/, '')}/${name}`;
  const url = origin + path;
  const over = new AbortController();
  try {
    // No redirect is followed.
    const answer = await agent.request({
      ...{ origin, path, method: 'GET' },
      signal: deadline(systemClock, longest, over.signal),
      headers: { 'accept-encoding': 'identity', 'cache-control': 'no-cache' },
    });
    if (answer.statusCode !== 200) return notFetched(`${url} answered ${answer.statusCode}`);
    return await take(answer.body);
  } catch (error) {
    return notFetched(`${url}: ${String(error)}`);
  } finally {
    over.abort();
    await agent.destroy();
  }
}

const notFetched = (detail: string) => err({ code: 'update_not_fetched', detail });

export const fetchManifest = (options: FeedOptions, name: string): Promise<Result<string>> =>
  fetching(options, name, longestMs.manifest, async (body) =>
    ok(await boundedText(body, mostManifestBytes)),
  );

/**
 * Writes the file and compares it with what was signed. Error: `update_not_signed` if it is
 * another. @param onProgress is given the percentage, as often as it changes.
 */
export const fetchFile = (
  options: FeedOptions,
  { name, bytes, sha512 }: Manifest['files'][number],
  target: string,
  onProgress: (percent: number) => void,
): Promise<Result<null>> =>
  fetching(options, name, longestMs.file, async (body) => {
    const hash = createHash('sha512');
    let takenBytes = 0;
    let percent = 0;
    const checked = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        takenBytes += chunk.length;
        // More bytes than were signed could fill the disk.
        if (takenBytes > bytes) {
          done(new TooMuch());
          return;
        }
        hash.update(chunk);
        const now = Math.floor((100 * takenBytes) / bytes);
        if (now !== percent) onProgress((percent = now));
        done(null, chunk);
      },
    });
    try {
      await pipeline(body, checked, createWriteStream(target, { mode: 0o600, flush: true }));
    } catch (error) {
      if (error instanceof TooMuch) return err({ code: 'update_not_signed' });
      throw error;
    }
    const isWhole = takenBytes === bytes && hash.digest('base64') === sha512;
    return isWhole ? ok(null) : err({ code: 'update_not_signed' });
  });

class TooMuch extends Error {}
