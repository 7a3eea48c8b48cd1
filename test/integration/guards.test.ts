// What the till decides before it does anything: who may ask it, where a page may go, what may be
// saved. Asked at the stand-in's own border, since no page could bring these cases about.
import { EventEmitter } from 'node:events';
import type { Download } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DisplayShown } from '../../src-main/contract/display.ts';
import { ok } from '../../src-main/contract/errors.ts';
import {
  handle,
  handlePinWindow,
  pushToDisplay,
  type Act,
  type PinDoor,
} from '../../src-main/ipc.ts';
import { guardAllContents, restrictPermissions } from '../../src-main/window.ts';
import { electronEvent } from '../runtime/contract.ts';
import { receive } from '../runtime/ipc-main.ts';
import { appEvents } from '../runtime/lifecycle.ts';
import type { ToPage } from '../runtime/preload-modules.ts';
import { offerDownload, session } from '../runtime/session.ts';
import { structuredCodec } from '../runtime/structured-codec.ts';

vi.mock('electron', () => import('../runtime/electron.ts'));

const home = 'till://app/index.html';
const displayPage = { url: 'till://display/customer-display.html', parent: null };

describe('a request', () => {
  const codec = structuredCodec();
  const ownContents = {};
  const ownPage = { url: `${home}#/outbox`, parent: null };
  let window: object | undefined = ownContents;
  let requestCount = 0;

  beforeAll(() => {
    const answer = () => {
      requestCount += 1;
      return Promise.resolve(ok(null));
    };
    handle(answer as Act, {
      contents: () => window as Electron.WebContents | undefined,
      log: { file: '', info: vi.fn(), error: vi.fn(), failure: () => '', hide: vi.fn() },
      translate: () => undefined,
    });
  });

  const ask = (electron: object | undefined, frame: object | null): Promise<ToPage> =>
    new Promise((post) => {
      const args = codec.encode([undefined]);
      receive({ electron, frame, post } as Parameters<typeof receive>[0], {
        kind: 'invoke',
        channel: 'app.state',
        id: 1,
        args,
      });
    });

  it('is answered for the till’s own page', async () => {
    expect(await ask(ownContents, ownPage)).toMatchObject({ ok: true });
    expect(requestCount).toBe(1);
  });

  it.each([
    ['a frame in the page', ownContents, { ...ownPage, parent: ownPage }],
    ['a frame that is gone', ownContents, null],
    ['another window with the same page', {}, ownPage],
    ['a page from elsewhere', ownContents, { ...ownPage, url: 'https://app/index.html' }],
    ['another host of the scheme', ownContents, { ...ownPage, url: 'till://app.other/' }],
    ['a page without an address', ownContents, { ...ownPage, url: '' }],
    ['the customer display', {}, displayPage],
    ['the customer display, at the till’s address', {}, ownPage],
    ['the customer display’s page in the till’s window', ownContents, displayPage],
  ])('is refused for %s', async (_who, electron, frame) => {
    requestCount = 0;
    expect(await ask(electron, frame)).toMatchObject({ ok: false, message: 'Error: refused' });
    expect(requestCount).toBe(0);
  });

  it('is refused for everybody while there is no window', async () => {
    window = undefined;
    expect(await ask(undefined, ownPage)).toMatchObject({ ok: false });
    expect(await ask(ownContents, ownPage)).toMatchObject({ ok: false });
  });
});

describe('a request of the PIN window', () => {
  const codec = structuredCodec();
  const ownContents = {};
  const ownPage = { url: 'till://pin/pin-window.html', parent: null };
  const tillsPage = { url: home, parent: null };
  let window: object | undefined = ownContents;
  const requests: unknown[] = [];

  beforeAll(() => {
    const answer = (argument: unknown) => {
      requests.push(argument);
      return ok(null);
    };
    const door = {
      ...{ 'pin.question': answer, 'pin.answer': answer },
      ...{ 'pin.cancel': answer, 'pin.touch': answer },
    };
    handlePinWindow(door as unknown as PinDoor, {
      contents: () => window as Electron.WebContents | undefined,
      log: { file: '', info: vi.fn(), error: vi.fn(), failure: () => '', hide: vi.fn() },
      translate: () => undefined,
    });
  });

  const unlock = { kind: 'unlock', pin: '1234' };
  const ask = (
    electron: object | undefined,
    frame: object | null,
    channel = 'pin.answer',
    argument: unknown = unlock,
  ): Promise<ToPage> =>
    new Promise((post) => {
      requests.length = 0;
      const args = codec.encode([argument]);
      receive({ electron, frame, post } as Parameters<typeof receive>[0], {
        ...{ kind: 'invoke', channel, id: 1, args },
      });
    });

  it('is parsed, and answered for that window’s own page', async () => {
    expect(await ask(ownContents, ownPage)).toMatchObject({ ok: true });
    expect(requests).toEqual([unlock]);
    for (const argument of [{ ...unlock, pin: 1234 }, { ...unlock, more: 1 }, null, '1234']) {
      expect(await ask(ownContents, ownPage, 'pin.answer', argument)).toMatchObject({ ok: true });
      expect(requests).toEqual([]);
    }
  });

  it.each([
    ['the till’s page', {}, tillsPage],
    ['the till’s page, at the window’s address', {}, ownPage],
    ['the till’s page in that window', ownContents, tillsPage],
    ['a frame in it', ownContents, { ...ownPage, parent: ownPage }],
    ['a frame that is gone', ownContents, null],
    ['another host of the scheme', ownContents, { ...ownPage, url: 'till://pin.other/' }],
    ['the customer display', {}, displayPage],
    ['the customer display’s page in that window', ownContents, displayPage],
  ])('is refused for %s', async (_who, electron, frame) => {
    for (const channel of ['pin.question', 'pin.answer', 'pin.cancel', 'pin.touch']) {
      const refused = { ok: false, message: 'Error: refused' };
      expect(await ask(electron, frame, channel)).toMatchObject(refused);
      expect(requests).toEqual([]);
    }
  });

  it('is refused for everybody while there is no such window', async () => {
    window = undefined;
    expect(await ask(undefined, ownPage)).toMatchObject({ ok: false });
    expect(await ask(ownContents, ownPage)).toMatchObject({ ok: false });
  });
});

describe('a page', () => {
  let address = home;
  const contents = Object.assign(new EventEmitter(), {
    setWindowOpenHandler: vi.fn(),
    setWebRTCIPHandlingPolicy: vi.fn(),
    getURL: () => address,
  });
  beforeAll(() => {
    guardAllContents();
    appEvents.emit('web-contents-created', electronEvent({}), contents);
  });

  function mayGo(how: string, url: string): boolean {
    const event = electronEvent({ url });
    expect(contents.emit(how, event)).toBe(true);
    return !event.defaultPrevented;
  }

  it.each([
    ['will-navigate', home],
    ['will-navigate', `${home}#/outbox`],
    ['will-frame-navigate', home],
    ['will-frame-navigate', 'till://app/receipt/document/1'],
  ])('may be led by %s to %s', (how, url) => {
    expect(mayGo(how, url)).toBe(true);
  });

  it.each([
    ['will-navigate', 'till://app/receipt/document/1'],
    ...['will-navigate', 'will-frame-navigate'].flatMap((how) =>
      [
        'https://example.com/',
        'till://app.example.com/',
        'till://other/index.html',
        'till://pin/pin-window.html',
        'till://display/customer-display.html',
        'file:///index.html',
        'data:text/html,',
        'blob:till://app/1',
        'javascript:1',
      ].map((url) => [how, url]),
    ),
    ['will-redirect', home],
    ['will-attach-webview', home],
  ] as [string, string][])('may not be led by %s to %s', (how, url) => {
    expect(mayGo(how, url)).toBe(false);
  });

  it('cannot keep its window from closing', () => {
    // Electron lets it close if the event is prevented.
    expect(mayGo('will-prevent-unload', home)).toBe(false);
  });

  it.each([
    ['the PIN window', 'will-navigate', 'till://pin/pin-window.html'],
    ['the PIN window', 'will-frame-navigate', 'till://pin/pin-window.html'],
    ['the customer display', 'will-navigate', displayPage.url],
    ['the customer display', 'will-frame-navigate', displayPage.url],
  ])('may go nowhere from %s at %s', (_from, how, own) => {
    address = own;
    if (how === 'will-navigate') expect(mayGo(how, home)).toBe(false);
    expect(mayGo(how, address)).toBe(false);
    address = home;
  });

  it('is told what the customer sees only if it is the display’s own page', () => {
    const sent: unknown[] = [];
    let url = displayPage.url;
    let isDestroyed = false;
    const contents = {
      send: (...all: unknown[]) => sent.push(all),
      getURL: () => url,
      isDestroyed: () => isDestroyed,
    } as unknown as Electron.WebContents;
    const displayView = { view: { kind: 'idle' } } as DisplayShown;
    const tell = () => {
      sent.length = 0;
      pushToDisplay(contents, displayView);
      return sent.length;
    };
    expect(tell()).toBe(1);
    for (url of [home, 'till://pin/pin-window.html', 'till://display.other/', '', 'about:blank'])
      expect(tell(), url).toBe(0);
    url = displayPage.url;
    isDestroyed = true;
    expect(tell()).toBe(0);
    pushToDisplay(undefined, displayView);
  });
});

describe('a download', () => {
  it('is saved nowhere, even if something named a place', async () => {
    const saveAs = vi.fn();
    const cancel = vi.fn();
    session.defaultSession.on('will-download', (_event, item) => {
      item.setSavePath('/anywhere');
    });
    const offer = () =>
      offerDownload(
        { saveAs, cancel } as unknown as Download,
        {} as unknown as Electron.WebContents,
      );
    await offer();
    expect(saveAs).toHaveBeenCalledOnce();

    restrictPermissions();
    await offer();
    expect(saveAs).toHaveBeenCalledOnce();
    expect(cancel).toHaveBeenCalledOnce();
  });
});
