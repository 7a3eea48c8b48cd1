// The windows and what guards them: the till:// protocol with its content security policy,
// navigation, permissions, menu, and how the program may be started.
import { codeOf } from './contract/errors.ts';
import { readFile } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';
import {
  app,
  BrowserWindow,
  Menu,
  protocol,
  session,
  type MenuItemConstructorOptions,
  type Rectangle,
  type WebContents,
  type WebPreferences,
} from 'electron';
import {
  appAddress,
  appOrigin,
  displayAddress,
  displayOrigin,
  pinAddress,
  pinOrigin,
} from './address.ts';
import { after, type Clock } from './clock.ts';

/**
 * Allows nothing from outside, nothing inline and no connection: the page talks to main over IPC
 * and to nobody else. The sandbox keeps the page, and every frame in it, from opening the system's
 * windows for printing, which would print what no sale has, and from asking by any of its dialogs.
 */
const pagePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `font-src 'self'`,
  `frame-src 'self'`,
  `connect-src 'none'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
  'sandbox allow-scripts allow-same-origin allow-forms',
].join('; ');

/** Allows a receipt's text and style sheet, which are shown in a frame of the page. */
const receiptPolicy = [
  `default-src 'none'`,
  `style-src 'self'`,
  `img-src 'self' data:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'self'`,
].join('; ');

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/**
 * Switches that open the page or this process to other programs, or take a guard away, in each way
 * that Chromium and Node read their switches.
 */
const openingSwitch =
  /^(--?|\/)(remote-debugging-|inspect|no-sandbox|disable-[a-z-]*sandbox|disable-web-security|disable-site-isolation|load-extension|single-process|[a-z]+-cmd-prefix|gpu-launcher)/i;

/** Returns the first switch that a till at a counter must not be started with. */
export const findOpeningSwitch = (switches: readonly string[]): string | undefined =>
  switches.find((argument) => openingSwitch.test(argument));

/**
 * Replaces Electron's own menu, which reloads, closes and opens the developer tools. macOS needs
 * one to quit, to copy and to paste. Must first run before the application is ready.
 */
export function replaceMenu({ canQuit }: { readonly canQuit: boolean }): void {
  const appMenu: MenuItemConstructorOptions = canQuit
    ? { role: 'appMenu' }
    : { label: app.getName(), submenu: [{ role: 'about' }] };
  const isMac = process.platform === 'darwin';
  Menu.setApplicationMenu(isMac ? Menu.buildFromTemplate([appMenu, { role: 'editMenu' }]) : null);
}

/** Must run before the application is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: 'till', privileges: { standard: true, secure: true } },
  ]);
}

export function serveApp(options: {
  readonly folder: string;
  /** Returns the page of a receipt by its address, or undefined if there is none. */
  readonly receiptPage: (url: URL) => Promise<string | undefined>;
  /** Returns a picture of the customer display by its path, or undefined if there is none. */
  readonly picture: (
    pathname: string,
  ) => Promise<{ readonly file: string; readonly bytes: Uint8Array<ArrayBuffer> } | undefined>;
}): void {
  protocol.handle('till', async (request) => {
    const url = new URL(request.url);
    const ownPage = ownPages.get(url.host);
    if (ownPage === undefined || request.method !== 'GET') return respond(404);
    if (url.host === displayHost && url.pathname.startsWith('/pictures/')) {
      const picture = await options.picture(url.pathname);
      return picture ? respond(200, picture.bytes, extname(picture.file)) : respond(404);
    }
    if (url.host === appHost && url.pathname.startsWith('/receipt/')) {
      const page = await options.receiptPage(url);
      return page === undefined ? respond(404) : respond(200, page, '.html', receiptPolicy);
    }
    const file = fileAt(options.folder, url);
    if (file === undefined) return respond(404);
    const contentType = contentTypes[extname(file)];
    if (!file.startsWith(options.folder + sep) || !contentType) return respond(404);
    // Each page is served at its own origin only, however its address is written.
    const isPage = extname(file) === '.html';
    if (isPage && file !== join(options.folder, ownPage)) return respond(404);
    try {
      return respond(200, await readFile(file), extname(file));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return respond(404);
      throw error;
    }
  });
}

const { host: appHost } = new URL(appAddress);
const { host: displayHost } = new URL(displayAddress);
const ownPages: ReadonlyMap<string, string> = new Map(
  [appAddress, pinAddress, displayAddress].map((address) => {
    const { host, pathname } = new URL(address);
    return [host, pathname];
  }),
);

/** Returns undefined for an invalid path. */
function fileAt(folder: string, { pathname }: URL): string | undefined {
  try {
    return resolve(join(folder, decodeURIComponent(pathname)));
  } catch {
    return undefined;
  }
}

function respond(
  status: number,
  body: string | Uint8Array<ArrayBuffer> = '',
  extension = '.html',
  policy = pagePolicy,
): Response {
  return new Response(body, {
    status,
    headers: {
      'Content-Type': contentTypes[extension] ?? 'application/octet-stream',
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

/** Guards each page in each window: no other address, no new window, no permission, no download. */
export function guardAllContents(): void {
  // Connecting ahead and WebRTC obey no content security policy. Main sends, not Chromium.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  app.on('web-contents-created', (_event, contents: WebContents) => {
    // WebRTC's datagrams obey neither the policy nor the rule above.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
    contents.on('will-navigate', (event) => {
      // A receipt belongs in a frame: in place of the till, nothing would lead back from it. The
      // PIN window and the customer display go nowhere.
      const from = contents.getURL();
      const staysThere = from.startsWith(pinOrigin) || from.startsWith(displayOrigin);
      if (staysThere || event.url.split('#', 1)[0] !== appAddress) event.preventDefault();
    });
    contents.on('will-frame-navigate', (event) => {
      if (!event.url.startsWith(appOrigin)) event.preventDefault();
    });
    // A page that was taken over could move its window over another.
    contents.on('content-bounds-updated', (event) => event.preventDefault());
    contents.on('will-redirect', (event) => event.preventDefault());
    contents.on('will-attach-webview', (event) => event.preventDefault());
    // A page that asks to stay would keep the program from ending once its till is closed.
    contents.on('will-prevent-unload', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  });
}

/**
 * Must run once the application is ready. Electron approves every permission unless a handler says
 * no; a page may write to the clipboard, and cannot read it.
 */
export function restrictPermissions(): void {
  const isAllowed = (permission: string) => permission === 'clipboard-sanitized-write';
  session.defaultSession.setPermissionRequestHandler((_contents, permission, callback) => {
    callback(isAllowed(permission));
  });
  session.defaultSession.setPermissionCheckHandler((_contents, permission) =>
    isAllowed(permission),
  );
  session.defaultSession.on('will-download', (event) => event.preventDefault());
}

const pagePreferences = (): WebPreferences => ({
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  spellcheck: false,
  devTools: !app.isPackaged,
});

/** How long a window stays hidden at the most: an empty one is better than none. */
const longestHiddenMs = 3_000;

/**
 * Shows a window that was made hidden, once its page is drawn or loaded, or after three seconds.
 * On Wayland a hidden window is never drawn, and Electron never says `ready-to-show`.
 */
function showWhenReady(window: BrowserWindow, show: () => void, clock: Pick<Clock, 'sleep'>): void {
  const over = new AbortController();
  const end = () => over.abort();
  const showOnce = () => {
    if (over.signal.aborted) return;
    end();
    show();
  };
  window.once('closed', end);
  window.once('ready-to-show', showOnce);
  window.webContents.once('did-finish-load', showOnce);
  after(clock, longestHiddenMs, over.signal, showOnce);
}

/** Shows a window over others and gives it the keys. Focus alone does not show one. */
export function bringToFront(
  window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>,
): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

interface WindowOptions {
  readonly preload: string;
  readonly icon: string;
  readonly title: string;
  readonly clock: Pick<Clock, 'sleep'>;
}

/** What the page needs: what is left of 1366×768 at 125 %, less a frame and a task bar. */
const least = { width: 1000, height: 540 };

/**
 * The window is empty as yet: the page may ask as soon as it loads, so the code that answers must
 * know the window first. On a screen that has less room than the page needs, as 1920×1080 at 200 %,
 * the page is drawn smaller.
 */
export function createWindow(
  options: WindowOptions & { readonly workArea: Pick<Rectangle, 'width' | 'height'> },
): BrowserWindow {
  const { preload, icon, title, clock, workArea } = options;
  const share = Math.min(1, workArea.width / least.width, workArea.height / least.height);
  // A system may know no screen as yet.
  const zoomFactor = share || 1;
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: Math.floor(least.width * zoomFactor),
    minHeight: Math.floor(least.height * zoomFactor),
    ...{ show: false, title, icon },
    webPreferences: { ...pagePreferences(), preload, zoomFactor },
  });
  showWhenReady(window, () => window.show(), clock);
  return window;
}

/**
 * Opens over the till's window, which takes nothing until this one is closed. `onGone` is called
 * when it was closed, or its page has crashed.
 */
export function createPinWindow(
  options: WindowOptions & { readonly parent: BrowserWindow; readonly onGone: () => void },
) {
  const { parent, preload, icon, title, clock, onGone } = options;
  const window = new BrowserWindow({
    ...{ parent, icon, title, modal: true, show: false },
    width: 880,
    height: 520,
    useContentSize: true,
    resizable: false,
    minimizable: false,
    maximizable: false,
    fullscreenable: false,
    webPreferences: { ...pagePreferences(), preload },
  });
  const focus = () => bringToFront(window);
  showWhenReady(window, focus, clock);
  window.on('closed', onGone);
  const { webContents } = window;
  webContents.on('render-process-gone', onGone);
  return {
    webContents,
    load: () => window.loadURL(pinAddress),
    focus,
    destroy: () => window.destroy(),
  };
}

/**
 * Opens a window that fills a screen of the customer's, over whatever the system shows there. It
 * takes no keys and never the focus, which is the till's.
 */
export function createDisplayWindow(
  options: WindowOptions & { readonly bounds: Rectangle },
): BrowserWindow {
  const { bounds, preload, icon, title, clock } = options;
  const window = new BrowserWindow({
    ...{ ...bounds, icon, title, show: false, frame: false, focusable: false, skipTaskbar: true },
    ...{ resizable: false, movable: false, minimizable: false, maximizable: false },
    ...{ fullscreenable: false, alwaysOnTop: true, hasShadow: false, roundedCorners: false },
    enableLargerThanScreen: true,
    webPreferences: { ...pagePreferences(), preload },
  });
  showWhenReady(window, () => window.showInactive(), clock);
  return window;
}

/** Opens a window for a receipt on its way to paper or to a file. It can only be rendered. */
export const openHiddenWindow = (): BrowserWindow =>
  new BrowserWindow({
    show: false,
    webPreferences: pagePreferences(),
  });
