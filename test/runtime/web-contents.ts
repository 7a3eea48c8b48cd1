// webContents: one page of Chromium, with its preload and the guards around it.
import type { CDPSession, Page } from 'playwright-core';
import { openPage, type PageRequest } from './chromium.ts';
import { electronEvent, Emitter, isGone, partOf, refuseTheRest } from './contract.ts';
import { desktopColorScheme, onColorScheme } from './desktop.ts';
import { receive, toSend } from './ipc-main.ts';
import { ownRequestsOf } from './network.ts';
import { hostPreload, type PreloadHost } from './preload-host.ts';
import { listPrinters, printWithCups, renderPdf } from './printing.ts';
import { fromServedUrl, toServedUrl } from './scheme.ts';
import { offerDownload, session, settlePermissions } from './session.ts';
import { commandLine } from './switches.ts';

type Parts =
  | 'id'
  | 'session'
  | 'send'
  | 'getURL'
  | 'isDestroyed'
  | 'setWindowOpenHandler'
  | 'executeJavaScript'
  | 'printToPDF'
  | 'print'
  | 'getPrintersAsync'
  | 'setWebRTCIPHandlingPolicy'
  | 'mainFrame';
type OpenHandler = Parameters<Electron.WebContents['setWindowOpenHandler']>[0];
interface OpenedPage {
  page: Page;
  cdp: CDPSession;
  preload: PreloadHost;
}

const consoleLevels: Record<string, Electron.WebContentsConsoleMessageEventParams['level']> = {
  debug: 'debug',
  warning: 'warning',
  error: 'error',
  assert: 'error',
};

let lastId = 0;

export class WebContents extends Emitter implements Pick<Electron.WebContents, Parts> {
  readonly id = ++lastId;
  readonly session = session.defaultSession;
  readonly mainFrame: Electron.WebFrameMain;
  /** Resolves once the page is closed, by anybody. */
  readonly closed: Promise<void>;
  readonly #opened: Promise<OpenedPage>;
  readonly #markClosed: () => void;
  #page: Page | undefined;
  #preload: PreloadHost | undefined;
  #destroyed = false;
  #openHandler: OpenHandler | undefined;
  /** A navigation that the app itself began, about which the guards are not asked. */
  #appNavigation: string | undefined;

  constructor(request: PageRequest, preloadPath: string | undefined) {
    super('webContents', [
      'console-message',
      'did-finish-load',
      'dom-ready',
      'render-process-gone',
      'will-frame-navigate',
      'will-navigate',
      // Electron knows them, and they never happen here: no redirect is followed, and no page has a
      // guest.
      'will-redirect',
      'will-attach-webview',
      'content-bounds-updated',
      // Pages close here without being asked whether they want to stay.
      'will-prevent-unload',
      // Keys from a debugger bypass it, so the app is asked about none.
      'before-input-event',
    ]);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.closed = promise;
    this.#markClosed = () => {
      resolve(undefined);
    };
    const getUrl = () => this.getURL();
    this.mainFrame = partOf<Electron.WebFrameMain>('WebFrameMain', {
      get url() {
        return getUrl();
      },
      get origin() {
        return /^[^:]+:\/\/[^/]*/.exec(getUrl())?.[0] ?? 'null';
      },
      parent: null,
    });
    this.#opened = this.#open(request, preloadPath);
    // A window that is closed before its page is there has also closed.
    this.#opened.catch(this.#markClosed);
  }

  get electron(): Electron.WebContents {
    return this as unknown as Electron.WebContents;
  }

  async #open(request: PageRequest, preloadPath: string | undefined): Promise<OpenedPage> {
    const page = await openPage(request);
    this.#page = page;
    page.on('close', () => {
      this.#destroyed = true;
      this.#markClosed();
    });
    const cdp = await page.context().newCDPSession(page);
    const preload = await hostPreload(cdp, preloadPath, (message) => {
      if (message.kind === 'open') this.#askToOpen(message.url, message.name, message.features);
      else receive({ electron: this.electron, frame: this.mainFrame, post: preload.post }, message);
    });
    cdp.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      this.#askToOpen(url, windowName, windowFeatures.join(','));
    });
    ownRequestsOf(page, {
      id: this.id,
      electron: this.electron,
      mayNavigate: (url, isMainFrame) => this.#mayNavigate(url, isMainFrame),
    });
    this.#relayEvents(page);
    const followColorScheme = async (): Promise<void> => {
      const colorScheme = desktopColorScheme();
      await page.emulateMedia({ colorScheme: colorScheme === 'system' ? null : colorScheme });
    };
    const stopFollowing = onColorScheme(() => void followColorScheme());
    page.on('close', stopFollowing);
    await followColorScheme();
    this.#preload = preload;
    return { page, cdp, preload };
  }

  #relayEvents(page: Page): void {
    page.on('popup', (popup) => void popup.close());
    page.on('download', (download) => void offerDownload(download, this.electron));
    page.on('crash', () => {
      const details: Electron.RenderProcessGoneDetails = { reason: 'crashed', exitCode: 1 };
      this.emit('render-process-gone', electronEvent({}), details);
    });
    page.on('domcontentloaded', () => this.emit('dom-ready', electronEvent({})));
    page.on('load', () => {
      if (page.url() !== 'about:blank') this.emit('did-finish-load', electronEvent({}));
    });
    page.on('console', (message) => {
      const params: Electron.WebContentsConsoleMessageEventParams = {
        message: message.text(),
        level: consoleLevels[message.type()] ?? 'info',
        lineNumber: message.location().lineNumber,
        sourceId: fromServedUrl(message.location().url),
        frame: this.mainFrame,
      };
      this.emit('console-message', electronEvent(params));
    });
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && this.#appNavigation === url) {
      this.#appNavigation = undefined;
      return true;
    }
    const event = electronEvent({
      url,
      isSameDocument: false,
      isMainFrame,
      frame: isMainFrame ? this.mainFrame : null,
    });
    this.emit('will-frame-navigate', event);
    if (isMainFrame && !event.defaultPrevented) this.emit('will-navigate', event);
    return !event.defaultPrevented;
  }

  #askToOpen(servedUrl: string, frameName: string, features: string): void {
    const base = this.#page?.url() ?? 'about:blank';
    const url = URL.canParse(servedUrl, base) ? new URL(servedUrl, base).href : servedUrl;
    const response = this.#openHandler?.({
      url: fromServedUrl(url),
      frameName,
      features,
      disposition: features === '' ? 'foreground-tab' : 'new-window',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
    });
    if (response?.action !== 'deny')
      process.stderr.write('The stand-in for Electron opens no window for a page: refused.\n');
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#openHandler = handler;
  }

  /** Chromium has one policy for all its pages, from its start on. */
  setWebRTCIPHandlingPolicy(
    policy: Parameters<Electron.WebContents['setWebRTCIPHandlingPolicy']>[0],
  ): void {
    commandLine.appendSwitch('webrtc-ip-handling-policy', policy);
    commandLine.appendSwitch('force-webrtc-ip-handling-policy', policy);
  }

  getURL(): string {
    const url = this.#page?.url() ?? '';
    return url.startsWith('data:') ? '' : fromServedUrl(url);
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  /** Loads a page for the app, and resolves once it has loaded. */
  async loadURL(url: string): Promise<void> {
    const { page } = await this.#opened;
    await settlePermissions(page.context(), this.electron, url);
    this.#appNavigation = new URL(url).href;
    try {
      await page.goto(toServedUrl(url));
    } catch (error) {
      const reason = /net::(ERR_[A-Z_]+)/.exec(String(error))?.[1] ?? String(error);
      throw new Error(`${reason} loading '${url}'`, { cause: error });
    }
  }

  send(channel: string, ...args: unknown[]): void {
    const message = toSend(channel, args);
    if (this.#preload) this.#preload.post(message);
    else
      void this.#opened.then(({ preload }) => {
        preload.post(message);
      });
  }

  async executeJavaScript(code: string): Promise<unknown> {
    const { page } = await this.#opened;
    return page.evaluate(code);
  }

  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    return renderPdf((await this.#opened).cdp, options);
  }

  print(
    options: Electron.WebContentsPrintOptions = {},
    callback?: (success: boolean, failureReason: string) => void,
  ): void {
    void this.#opened.then(async ({ cdp }) => {
      const failureReason = await printWithCups(cdp, options);
      callback?.(failureReason === '', failureReason);
    });
  }

  getPrintersAsync(): Promise<Electron.PrinterInfo[]> {
    return listPrinters();
  }

  /** Does something to the page for its window, unless the page is gone. */
  async withPage(action: (page: Page, cdp: CDPSession) => Promise<unknown>): Promise<void> {
    try {
      const { page, cdp } = await this.#opened;
      await action(page, cdp);
    } catch (error) {
      if (!isGone(error)) throw error;
    }
  }
}

refuseTheRest('webContents', WebContents.prototype);
