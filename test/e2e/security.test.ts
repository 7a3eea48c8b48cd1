// What a script inside the page cannot do: reach anybody, lead the till away, or read what is not
// the page's.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { receiptPath } from '../../src-main/contract/receipt-source.ts';
import { attacks, endNavigation, inAttack, ways } from './attacks.ts';
import { practise, sell } from './cashier.ts';
import { launchTill, type Till } from './till.ts';
import { newUserData } from './user-data.ts';

let till: Till;
let page: Page;
let appUrl: string;
let receiptUrl: string;
let receipt: Frame;

/** A server that nobody should reach, and what reached it. */
const requests: string[] = [];
let connections = 0;
let outside: string;
const server = createServer(({ method, url }, response) => {
  requests.push(`${method ?? ''} ${url ?? ''}`);
  response.setHeader('Access-Control-Allow-Origin', '*').end('top.ran = true;');
})
  .on('upgrade', ({ url }, socket: Socket) => {
    requests.push(`upgrade ${url ?? ''}`);
    socket.destroy();
  })
  .on('connection', () => {
    connections += 1;
  });

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  outside = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // Chromium rewrites an escaped dot or leaves it, by its age: the stand-in leaves it here, and an
  // older Electron rewrites it.
  const env = { STAND_IN_ESCAPED_DOTS: 'stay' };
  till = await launchTill({ userDataDir: newUserData(), env });
  page = till.page;
  appUrl = page.url();
  await practise(page);
  const reference = await sell(page, ['CAFE']);
  receiptUrl = new URL(receiptPath({ kind: 'sale', reference }), appUrl).href;
  // As the till shows it, but without the sandbox of its frame: the receipt must be harmless
  // without it.
  await inPage(`add('iframe', { name: 'receipt', src: '${receiptUrl}' })`);
  await page.frameLocator('iframe[name=receipt]').getByRole('main').waitFor();
  const frame = page.frame('receipt');
  if (!frame) throw new Error('The receipt has no frame.');
  receipt = frame;
});
afterEach(() => {
  expect(requests).toEqual([]);
  expect(page.url()).toBe(appUrl);
});
afterAll(async () => {
  await till.kill9();
  server.closeAllConnections();
  server.close();
});

/** Long enough for a request to arrive on this computer, if it were made. */
const settle = () => page.waitForTimeout(400);

const inPage = (code: string, frame: Frame = page.mainFrame()): Promise<unknown> =>
  frame.evaluate(inAttack(outside, code));

describe('the bridge', () => {
  it('is all that the page has of Electron and Node', async () => {
    const names = [
      'require',
      'process',
      'Buffer',
      'global',
      'module',
      'exports',
      '__dirname',
      '__filename',
      'setImmediate',
      'electron',
      'electronAPI',
      'ipcRenderer',
      'contextBridge',
    ];
    for (const name of names) expect(await inPage(`typeof ${name}`), name).toBe('undefined');
    expect(await inPage('Object.keys(till)')).toEqual(['request', 'on']);
  });

  it('is frozen and cannot be replaced', async () => {
    const attempts = ['till.request = null', 'till.more = 1', 'window.till = {}', 'delete till.on'];
    for (const attempt of attempts) {
      const caught = `(() => { 'use strict'; try { ${attempt}; } catch (error) { return error.name; } })()`;
      expect(await inPage(caught), attempt).toBe('TypeError');
    }
  });

  it('passes on what happened, and no event of Electron’s', async () => {
    const told = `new Promise((resolve) => {
      const stop = till.on('app.stateChanged', (...all) => { stop(); resolve(all.map(Object.keys)); });
      till.request('settings.update', { theme: 'dark' });
    })`;
    expect(await inPage(told)).toEqual([expect.arrayContaining(['language', 'theme'])]);
  });

  it('is not in a frame', async () => {
    expect(await inPage('typeof till', receipt)).toBe('undefined');
    expect(await inPage("typeof add('iframe', {}).contentWindow.till")).toBe('undefined');
  });
});

describe('the content security policy', () => {
  it.each(['/', '/receipt/sale/none', '/none'])('comes with every answer: %s', async (path) => {
    const arriving = page.waitForResponse((response) => new URL(response.url()).pathname === path);
    await inPage(`add('img', { src: '${path}' })`);
    const headers = (await arriving).headers();
    expect(directivesOf(headers)).toMatchObject({ 'default-src': ["'none'"] });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
  });

  it('allows what comes with the till, and no connection', async () => {
    const self = ["'self'"];
    const none = ["'none'"];
    expect(await policyOf(appUrl)).toEqual({
      'default-src': none,
      'script-src': self,
      'style-src': self,
      'font-src': self,
      'img-src': ["'self'", 'data:'],
      'frame-src': self,
      'connect-src': none,
      'base-uri': none,
      'form-action': none,
      'frame-ancestors': none,
      sandbox: ['allow-scripts', 'allow-same-origin', 'allow-forms'],
    });
  });

  it('allows a receipt its style sheet and no script', async () => {
    const none = ["'none'"];
    expect(await policyOf(receiptUrl)).toEqual({
      'default-src': none,
      'style-src': ["'self'"],
      'img-src': ["'self'", 'data:'],
      'base-uri': none,
      'form-action': none,
      'frame-ancestors': ["'self'"],
    });
  });

  async function policyOf(url: string): Promise<Record<string, string[]>> {
    const arriving = page.waitForResponse(url);
    await inPage(`add('img', { src: '${url}' })`);
    return directivesOf((await arriving).headers());
  }

  function directivesOf(headers: Record<string, string>): Record<string, string[]> {
    const directives = (headers['content-security-policy'] ?? '').split('; ');
    return Object.fromEntries(
      directives.map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
  }

  describe.each(['till', 'receipt'] as const)('of the %s', (where) => {
    const frame = () => (where === 'till' ? page.mainFrame() : receipt);

    it.each(attacks)('blocks %s (%s)', async (_name, directive, code) => {
      // Runs a little later, since code that a debugger runs itself may do more than the page's
      // scripts.
      const violated = `new Promise((resolve) => {
        document.addEventListener('securitypolicyviolation',
          ({ effectiveDirective }) => resolve(effectiveDirective), { once: true });
        setTimeout(() => { ${code}; });
        setTimeout(resolve, 3000, 'nothing');
      })`;
      expect(await inPage(violated, frame())).toBe(directive);
    });

    it('has let no script run, nor anything out', async () => {
      await settle();
      expect(await inPage('typeof globalThis.ran')).toBe('undefined');
    });
  });

  it('is helped by the window for what no directive covers: connecting ahead, and WebRTC', async () => {
    const before = connections;
    await inPage(`add('link', { rel: 'preconnect', href: outside })`);
    await inPage(`(async () => {
      const urls = outside.replace('http://', 'turn:') + '?transport=tcp';
      const peer = new RTCPeerConnection({ iceServers: [{ urls, username: 'a', credential: 'b' }] });
      peer.createDataChannel('c');
      await peer.setLocalDescription(await peer.createOffer());
    })()`);
    await page.waitForTimeout(2000);
    expect(connections).toBe(before);
  });

  it('is helped by the window against WebRTC’s datagrams too', async () => {
    const socket = createSocket('udp4');
    let datagrams = 0;
    socket.on('message', () => (datagrams += 1));
    await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound));
    const { port } = socket.address();
    await inPage(`(async () => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] });
      peer.createDataChannel('c');
      await peer.setLocalDescription(await peer.createOffer());
      const candidate = 'candidate:1 1 udp 2122260223 127.0.0.1 ${port} typ host';
      await peer.addIceCandidate({ candidate, sdpMid: '0' }).catch(() => undefined);
    })()`);
    await page.waitForTimeout(2000);
    socket.close();
    expect(datagrams).toBe(0);
  });

  it('is inherited by a frame of text', async () => {
    const text = '<script>top.ran = true</script>';
    await inPage(`new Promise((loaded) => {
      add('iframe', { srcdoc: '${text}' }).addEventListener('load', loaded) })`);
    expect(await inPage('typeof globalThis.ran')).toBe('undefined');
  });

  it('lets no page frame the till, not even its own', async () => {
    await inPage(`new Promise((loaded) => {
      add('iframe', { name: 'till', src: '${appUrl}' }).addEventListener('load', loaded) })`);
    expect(page.frame('till')?.url()).toMatch(/^chrome-error:/);
  });
});

describe('permissions', () => {
  const stateOf = (name: string) =>
    inPage(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`);

  it.each(['camera', 'microphone', 'geolocation', 'notifications', 'midi', 'clipboard-read'])(
    'are denied: %s',
    async (name) => {
      expect(await stateOf(name)).toBe('denied');
    },
  );

  it('are denied to a page that asks', async () => {
    expect(await inPage('Notification.requestPermission()')).toBe('denied');
    const position = `new Promise((resolve) => {
      navigator.geolocation.getCurrentPosition(resolve, ({ code }) => resolve(code)) })`;
    expect(await inPage(position)).toBe(1);
    const refused = (call: string) => inPage(`${call}.catch((error) => error.name)`);
    expect(await refused('navigator.clipboard.readText()')).toBe('NotAllowedError');
    expect(await refused('navigator.requestMIDIAccess()')).toBe('NotAllowedError');
  });

  it('allow writing to the clipboard', async () => {
    await page.bringToFront();
    expect(await stateOf('clipboard-write')).toBe('granted');
    expect(await inPage(`navigator.clipboard.writeText('x').then(() => 'done')`)).toBe('done');
  });
});

describe('the till’s own protocol', () => {
  /** Returns the status of an address; an image may be requested from anywhere in the page. */
  async function statusOf(path: string): Promise<number> {
    const address = await inPage(`new URL('${path}', location).href`);
    const before = page.waitForResponse((response) => response.url() === address);
    await inPage(`add('img', { src: '${path}' })`);
    return (await before).status();
  }

  it('serves what came with the till', async () => {
    const script = (await inPage('document.scripts[0].src')) as string;
    expect(await statusOf(new URL(script).pathname)).toBe(200);
  });

  it.each([
    '/..%2fmain%2findex.js',
    '/assets/..%2f..%2fmain%2findex.js',
    '/%2e%2e%2fmain%2findex.js',
    '/%2e%2e%2fpreload%2fpreload.cjs',
    '/..%2f..%2fresources%2ficon.png',
    '/..%2f..%2fpackage.json',
    '/%2fetc%2fpasswd',
    '/pin-window%2ehtml',
    '/customer-display%2Ehtml',
    '/assets',
    '/%',
    '/%e0%a4%a',
  ])('serves nothing else: %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });

  it('answers nothing but GET, and no other host', async () => {
    const debug = await page.context().newCDPSession(page);
    await debug.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    const other = appUrl.replace('app', 'other');
    const answering = page.waitForResponse(other);
    await inPage(`add('img', { src: '${other}' })`);
    expect((await answering).status()).toBe(404);

    const status = `new Promise((ended) => {
      const request = new XMLHttpRequest();
      request.open('POST', '/index.html');
      request.addEventListener('loadend', () => { ended(request.status); });
      request.send();
    })`;
    expect(await inPage(status.replace('POST', 'GET'))).toBe(200);
    expect(await inPage(status)).toBe(404);
  });
});

describe('the window', () => {
  it('has no menu that reloads it or opens the developer tools', () => {
    expect(till.output()).not.toContain("Electron's own menu");
  });

  // The system's window for printing prints what no sale has, and leads to files behind a kiosk.
  it('lets no page print, nor ask by a window of the system’s own', async () => {
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.message());
      void dialog.dismiss();
    });
    const printed = (where: string) =>
      inPage(`new Promise((resolve) => {
        ${where}.addEventListener('beforeprint', () => resolve('printed'), { once: true });
        setTimeout(() => { ${where}.print(); resolve('nothing'); });
      })`);
    expect(await printed('window')).toBe('nothing');
    await inPage(`new Promise((loaded) => {
      add('iframe', { name: 'paper', src: '${receiptUrl}' }).addEventListener('load', loaded) })`);
    expect(await printed('frames.paper')).toBe('nothing');
    await inPage(`[alert, confirm].forEach((ask) => ask('The manager’s PIN, please'))`);
    // Electron has none, and says so.
    await inPage(`(() => { try { prompt('The manager’s PIN, please') } catch {} })()`);
    expect(asked).toEqual([]);
  });

  it.each(ways)('stays where it is, and alone: %s', async (_name, code) => {
    await inPage(`setTimeout(() => { ${code}; })`);
    await settle();
    await inPage(endNavigation);
    expect(await inPage('Object.keys(till)')).toEqual(['request', 'on']);
    // The stand-in's browser may show one for a moment.
    await expect.poll(() => page.context().pages().length).toBe(1);
    // The stand-in opens no window either, but says so if the till would have.
    expect(till.output()).not.toContain('opens no window');
  });
});

it('lets the till go on selling', async () => {
  // The debugger goes on waiting for where a refused navigation would have led.
  await page.reload();
  expect(await sell(page, ['CAFE'])).toMatch(/^CF-/);
});
