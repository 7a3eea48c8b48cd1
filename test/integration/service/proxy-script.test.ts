// A network's proxy script is fetched until it is there, used as it was fetched, and replaced only
// by another script.
import { createServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  parseScriptAddress,
  ProxyScript,
  scriptAsAddress,
} from '../../../src-main/service/proxy-script.ts';
import { eventually } from '../../eventually.ts';
import { listen } from './probe.ts';
import { selfSigned } from './self-signed.ts';

const script = `function FindProxyForURL(url, host) { return 'PROXY proxy.example:8080'; }`;

/** Gives each answer once, and the last one for ever. */
async function rig(...answers: readonly (string | number | RequestListener)[]) {
  let requestCount = 0;
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requestCount, answers.length - 1)] ?? 404;
    requestCount += 1;
    if (typeof answer === 'function') answer(request, response);
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.end(answer);
  });
  const address = `http://127.0.0.1:${await listen(server)}/proxy.pac`;
  const used: (string | null)[] = [];
  const failures: string[] = [];
  const waits: number[] = [];
  const wakes: (() => void)[] = [];
  const followed = new ProxyScript({
    use: (newScript) => {
      used.push(newScript);
      return Promise.resolve();
    },
    trust: () => createSecureContext({ ca: selfSigned.cert }),
    sleep: (ms, signal) => {
      waits.push(ms);
      return new Promise((resolve) => {
        wakes.push(resolve);
        signal.addEventListener('abort', () => {
          resolve();
        });
      });
    },
    waitMs: (count) => count,
    onFailure: (what) => failures.push(what),
  });
  onTestFinished(() => {
    followed.close();
  });
  const slept = (times: number) =>
    eventually(() => {
      expect(waits).toHaveLength(times);
    });
  const wake = () => wakes.at(-1)?.();
  return {
    address,
    followed,
    used,
    failures,
    waits,
    slept,
    wake,
    requestCount: () => requestCount,
  };
}

it('is used as it was fetched, and fetched again once it may have changed', async () => {
  const other = script.replace('8080', '3128');
  const { address, followed, used, slept, wake, waits } = await rig(script, other);
  followed.follow(address);
  await slept(1);
  expect(used).toEqual([script]);
  wake();
  await slept(2);
  expect(used).toEqual([script, other]);
  expect(waits[0]).toBeGreaterThan(3_600_000);
});

it.each<[string, string | number | RequestListener]>([
  ['a page to sign in on', '<html>Sign in</html>'],
  ['an error', 503],
  ['a redirect', (_, response) => response.writeHead(302, { location: '/other' }).end(script)],
  ['a broken connection', (_, response) => response.destroy()],
  ['more than anybody writes', `${script}${' '.repeat(1024 * 1024)}`],
])('%s in its place is not used, and it is tried again', async (_what, answer) => {
  const { address, followed, used, failures, slept, wake, waits } = await rig(
    answer,
    answer,
    script,
  );
  followed.follow(address);
  await slept(1);
  wake();
  await slept(2);
  expect([used, waits, failures.length]).toEqual([[], [1, 2], 2]);
  wake();
  await slept(3);
  expect(used).toEqual([script]);
});

it('that can no longer be fetched leaves the last one in use', async () => {
  const { address, followed, used, slept, wake } = await rig(script, 500);
  followed.follow(address);
  await slept(1);
  wake();
  await slept(2);
  expect(used).toEqual([script]);
});

it('gives way to the system’s own settings, and is no longer fetched', async () => {
  const { address, followed, used, slept, requestCount } = await rig(script);
  followed.follow(null);
  expect(used).toEqual([]);
  followed.follow(address);
  await slept(1);
  followed.follow(address);
  followed.follow(null);
  await eventually(() => {
    expect(used).toEqual([script, null]);
  });
  expect(requestCount()).toBe(1);
});

it('of an address that has changed meanwhile is not used', async () => {
  let answer: () => void = () => undefined;
  const { address, followed, used, requestCount } = await rig((_, response) => {
    answer = () => response.end(script);
  });
  followed.follow(address);
  await eventually(() => {
    expect(requestCount()).toBe(1);
  });
  followed.follow(null);
  answer();
  await eventually(() => {
    expect(used).toEqual([null]);
  });
});

describe('an address', () => {
  it.each([
    ['http://wpad/wpad.dat', 'http://wpad/wpad.dat'],
    [' https://proxy.example/a.pac?x=1 ', 'https://proxy.example/a.pac?x=1'],
    ['file:///etc/proxy.pac', null],
    ['data:text/plain,function FindProxyForURL(){}', null],
    ['http://ana:secret@proxy.example/a.pac', null],
    ['wpad', null],
    ['', null],
  ])('%o is kept as %o', (typed, kept) => {
    const read = parseScriptAddress(typed);
    expect(read.ok ? read.value : null).toBe(kept);
    if (!read.ok) expect(read.error).toEqual({ code: 'invalid_value', field: 'proxyScript' });
  });
});

it('is passed on whole, whatever is in it', () => {
  const odd = `// “ação”, 100 %\n${script}`;
  const [, encoded = ''] = scriptAsAddress(odd).split('base64,');
  expect(Buffer.from(encoded, 'base64').toString('utf8')).toBe(odd);
});

it('from an untrusted server is not used, whatever the environment says', async () => {
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED;
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  onTestFinished(() => {
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before;
  });
  const { followed, used, failures, slept } = await rig(script);
  const server = createHttpsServer(selfSigned, (_, response) => response.end(script));
  const port = await listen(server);
  // The certificate is for another name.
  followed.follow(`https://127.0.0.1:${port}/proxy.pac?secret=1`);
  await slept(1);
  expect(used).toEqual([]);
  expect(failures.join()).toContain('/proxy.pac');
  expect(failures.join()).not.toContain('secret');
  followed.follow(`https://localhost:${port}/proxy.pac`);
  await eventually(() => {
    expect(used).toEqual([script]);
  });
});
