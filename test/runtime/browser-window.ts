// BrowserWindow: a window around one page.
import type { CDPSession, Page } from 'playwright-core';
import { electronEvent, Emitter, refuseTheRest } from './contract.ts';
import { hasDefaultMenu } from './desktop.ts';
import { displayMatching } from './screen.ts';
import { appEvents, isReady, openWindows, windowHasGone, type OpenWindow } from './lifecycle.ts';
import { isHeadless } from './switches.ts';
import { WebContents } from './web-contents.ts';

type Parts =
  | 'loadURL'
  | 'show'
  | 'hide'
  | 'focus'
  | 'isMinimized'
  | 'restore'
  | 'maximize'
  | 'showInactive'
  | 'setBounds'
  | 'getBounds'
  | 'getNormalBounds'
  | 'setFullScreen'
  | 'isFullScreen'
  | 'setKiosk'
  | 'isKiosk'
  | 'isDestroyed'
  | 'isVisible'
  | 'close'
  | 'destroy'
  | 'setTitle'
  | 'isModal'
  | 'getParentWindow'
  | 'getChildWindows';

/**
 * Whether a window that was made hidden hears `ready-to-show` before it is shown. On Wayland the
 * till's did not. A test may say which (`STAND_IN_READY_TO_SHOW`), and is told what is shown then.
 */
const usualReadyToShow: 'comes' | 'never' = 'never';
const isReadyWhileHidden =
  (process.env.STAND_IN_READY_TO_SHOW ?? usualReadyToShow) !== ('never' as string);

const windowsByContents = new Map<Electron.WebContents, BrowserWindow>();

async function setWindowState(
  page: Page,
  cdp: CDPSession,
  windowState: 'normal' | 'minimized' | 'maximized' | 'fullscreen',
): Promise<void> {
  const { windowId } = await cdp.send('Browser.getWindowForTarget');
  await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState } });
  if (windowState !== 'minimized') await page.bringToFront();
}

/**
 * Of the constructor's options, the size and place, `show`, `parent`, `modal` and the preload
 * matter here. A window without a parent and a place stays hidden for good if it is made with
 * `show: false` while another one is open. All others stay hidden until they are shown, which the
 * focus does not do. A child closes with its parent. No desktop keeps input from a modal window's
 * parent.
 */
export class BrowserWindow
  extends Emitter
  implements Pick<Electron.BrowserWindow, Parts>, OpenWindow
{
  static #focused: BrowserWindow | undefined;
  readonly webContents: WebContents;
  readonly gone: Promise<void>;
  readonly #isHiddenForGood: boolean;
  readonly #parent: BrowserWindow | null;
  readonly #modal: boolean;
  #visible: boolean;
  #drawn = false;
  #isReadyToShow = false;
  #minimized = false;
  #fills: 'nothing' | 'screen' | 'kiosk' = 'nothing';
  #bounds: Electron.Rectangle;
  #destroyed = false;
  #refusedToClose = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super('BrowserWindow', [
      ...['close', 'closed', 'ready-to-show', 'show', 'hide', 'session-end'],
      ...['move', 'resize', 'restore', 'focus'],
    ]);
    if (!isReady()) throw new Error('Cannot create BrowserWindow before app is ready');
    if (hasDefaultMenu()) process.stderr.write("Electron's own menu is live.\n");
    const { width = 800, height = 600, show = true, modal = false, webPreferences } = options;
    const { x, y } = options;
    const place = x === undefined || y === undefined ? undefined : { left: x, top: y };
    this.#bounds = { x: x ?? 0, y: y ?? 0, width, height };
    this.#parent = (options.parent as BrowserWindow | null | undefined) ?? null;
    this.#modal = modal && this.#parent !== null;
    if (webPreferences?.nodeIntegration === true || webPreferences?.contextIsolation === false)
      throw new Error('The stand-in for Electron runs no page with access to Node');
    this.#visible = show;
    this.#isHiddenForGood = !show && openWindows.size > 0 && !this.#parent && !place;
    this.webContents = new WebContents(
      { width, height, place, hidden: this.#isHiddenForGood },
      webPreferences?.preload,
    );
    if (!show && !isHeadless()) this.#setState('minimized');
    this.webContents.once('did-finish-load', () => {
      this.#drawn = true;
      // On a slow machine it was shown before its page had an address.
      if (this.#visible) this.#tellVisibility();
      if (this.#visible || isReadyWhileHidden) this.#becomeReadyToShow();
    });
    this.gone = this.webContents.closed.then(() => {
      this.#forget();
    });
    openWindows.add(this);
    windowsByContents.set(this.webContents.electron, this);
    appEvents.emit('web-contents-created', electronEvent({}), this.webContents);
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windowsByContents.values()];
  }

  static fromWebContents(contents: Electron.WebContents): BrowserWindow | null {
    return windowsByContents.get(contents) ?? null;
  }

  static getFocusedWindow(): BrowserWindow | null {
    return BrowserWindow.#focused?.isVisible() === true ? BrowserWindow.#focused : null;
  }

  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }

  isVisible(): boolean {
    return this.#visible && !this.#minimized && !this.#destroyed;
  }

  isDestroyed(): boolean {
    return this.#destroyed;
  }

  isModal(): boolean {
    return this.#modal;
  }

  getParentWindow(): Electron.BrowserWindow | null {
    return this.#parent as Electron.BrowserWindow | null;
  }

  getChildWindows(): Electron.BrowserWindow[] {
    const children = BrowserWindow.getAllWindows().filter((window) => window.#parent === this);
    return children as object[] as Electron.BrowserWindow[];
  }

  isMinimized(): boolean {
    return this.#minimized;
  }

  show(): void {
    if (this.#isHiddenForGood)
      throw new Error('The stand-in for Electron cannot show a window that was made hidden');
    this.showInactive();
    this.focus();
  }

  /** Does not take the focus, which no page here has of the system anyway. */
  showInactive(): void {
    if (this.#visible) return;
    this.#visible = true;
    if (!isHeadless()) this.#setState(this.#fills === 'nothing' ? 'normal' : 'fullscreen');
    this.#tellVisibility();
    this.emit('show', electronEvent({}));
    if (this.#drawn) this.#becomeReadyToShow();
  }

  #becomeReadyToShow(): void {
    if (this.#isReadyToShow) return;
    this.#isReadyToShow = true;
    this.emit('ready-to-show', electronEvent({}));
  }

  hide(): void {
    if (!this.#visible) return;
    this.#visible = false;
    if (!isHeadless()) this.#setState('minimized');
    this.#tellVisibility();
    this.emit('hide', electronEvent({}));
  }

  /** Nobody sees it otherwise, and a page cannot tell: to a debugger it always is visible. */
  #tellVisibility(): void {
    if (!isHeadless()) return;
    const is = this.#visible ? 'visible' : 'hidden';
    process.stderr.write(`${this.webContents.getURL()} is ${is}\n`);
  }

  /** Neither shows nor restores a window. */
  focus(): void {
    if (!this.isVisible()) return;
    void this.webContents.withPage((page) => page.bringToFront());
    if (BrowserWindow.getFocusedWindow() === this) return;
    BrowserWindow.#focused = this;
    this.emit('focus', electronEvent({}));
  }

  minimize(): void {
    this.#minimized = true;
    this.#setState('minimized');
  }

  restore(): void {
    if (!this.#minimized) return;
    this.#minimized = false;
    if (this.#visible) this.#setState('normal');
    this.emit('restore', electronEvent({}));
  }

  maximize(): void {
    this.#setState('maximized');
  }

  #setState(state: Parameters<typeof setWindowState>[2]): void {
    void this.webContents.withPage((page, cdp) => setWindowState(page, cdp, state));
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    const { x: left, y: top, width, height } = bounds;
    const before = this.#bounds;
    this.#bounds = { ...before, ...bounds };
    const given = Object.entries({ left, top, width, height }).filter(([, side]) => side);
    void this.webContents.withPage(async (_page, cdp) => {
      const { windowId } = await cdp.send('Browser.getWindowForTarget');
      await cdp.send('Browser.setWindowBounds', { windowId, bounds: Object.fromEntries(given) });
    });
    const { x, y } = this.#bounds;
    if (x !== before.x || y !== before.y) this.emit('move', electronEvent({}));
    if (this.#bounds.width !== before.width || this.#bounds.height !== before.height)
      this.emit('resize', electronEvent({}));
  }

  /** As the app set them; what a person does to a window is not noticed here. */
  getBounds(): Electron.Rectangle {
    return this.isFullScreen() ? displayMatching(this.#bounds).bounds : this.#bounds;
  }

  getNormalBounds(): Electron.Rectangle {
    return this.#bounds;
  }

  setFullScreen(flag: boolean): void {
    this.#fill(flag ? 'screen' : 'nothing');
  }

  isFullScreen(): boolean {
    return this.#fills !== 'nothing';
  }

  /** No desktop keeps other windows behind it here. */
  setKiosk(flag: boolean): void {
    this.#fill(flag ? 'kiosk' : 'nothing');
  }

  isKiosk(): boolean {
    return this.#fills === 'kiosk';
  }

  #fill(fills: 'nothing' | 'screen' | 'kiosk'): void {
    this.#fills = fills;
    this.#setState(fills === 'nothing' ? 'normal' : 'fullscreen');
  }

  /** An app window bears the title of its document. */
  setTitle(title: string): void {
    void this.webContents.withPage((page) =>
      page.evaluate(`document.title = ${JSON.stringify(title)}`),
    );
  }

  close(): void {
    if (this.#destroyed) return;
    const event = electronEvent({});
    this.emit('close', event);
    this.#refusedToClose = event.defaultPrevented;
    if (!event.defaultPrevented) this.destroy();
  }

  refusedToClose(): boolean {
    return this.#refusedToClose;
  }

  destroy(): void {
    if (this.#destroyed) return;
    this.#destroyed = true;
    void this.webContents.withPage((page) => page.close());
  }

  #forget(): void {
    // A person or a debugger closed it from outside, so it is too late to refuse.
    if (!this.#destroyed) this.emit('close', electronEvent({}));
    this.#destroyed = true;
    windowsByContents.delete(this.webContents.electron);
    for (const child of this.getChildWindows()) child.destroy();
    this.emit('closed');
    windowHasGone(this);
  }
}

refuseTheRest('BrowserWindow', BrowserWindow.prototype);
