// session.defaultSession: permissions, downloads, web requests and the proxy.
import { matchesGlob } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type { BrowserContext, Download } from 'playwright-core';
import { electronEvent, Emitter, emittingPartOf, partOf } from './contract.ts';
import { webRequest } from './network.ts';
import { fromServedUrl } from './scheme.ts';
import { commandLine } from './switches.ts';

type RequestHandler = NonNullable<Parameters<Electron.Session['setPermissionRequestHandler']>[0]>;
type CheckHandler = NonNullable<Parameters<Electron.Session['setPermissionCheckHandler']>[0]>;
type Permission = Parameters<RequestHandler>[1];

/**
 * The permissions that Chromium can be given from outside, by Electron's and by Chromium's names.
 */
const grantable: readonly (readonly [Permission, readonly string[]])[] = [
  ['clipboard-read', ['clipboard-read']],
  ['clipboard-sanitized-write', ['clipboard-write']],
  ['geolocation', ['geolocation']],
  ['media', ['camera', 'microphone']],
  ['midi', ['midi']],
  ['midiSysex', ['midi-sysex']],
  ['notifications', ['notifications']],
  ['storage-access', ['storage-access']],
];

let requestHandler: RequestHandler | null = null;
let checkHandler: CheckHandler | null = null;

async function isGranted(
  contents: Electron.WebContents,
  permission: Permission,
  requestingUrl: string,
): Promise<boolean> {
  const details = { isMainFrame: true, requestingUrl };
  const origin = /^[^:]+:\/\/[^/]*/.exec(requestingUrl)?.[0] ?? requestingUrl;
  if (checkHandler?.(contents, permission, `${origin}/`, details) === false) return false;
  const handler = requestHandler;
  // Electron approves if no handler says otherwise.
  if (!handler) return true;
  return new Promise((resolve) => {
    handler(contents, permission, resolve, details);
  });
}

/**
 * Asks the app about every permission before a page loads, and not when the page requests one,
 * which Chromium cannot ask about from outside. What the app refuses, the page finds denied.
 */
export async function settlePermissions(
  context: BrowserContext,
  contents: Electron.WebContents,
  url: string,
): Promise<void> {
  const granted: string[] = [];
  for (const [permission, names] of grantable)
    if (await isGranted(contents, permission, url)) granted.push(...names);
  await context.grantPermissions(granted);
}

const events = new Emitter('session', ['will-download']);

/** A download that the app does not prevent goes where `setSavePath` says, or is cancelled. */
export async function offerDownload(
  download: Download,
  contents: Electron.WebContents,
): Promise<void> {
  let savePath = '';
  const item = partOf<Electron.DownloadItem>('DownloadItem', {
    getURL: () => fromServedUrl(download.url()),
    getFilename: () => download.suggestedFilename(),
    getSavePath: () => savePath,
    setSavePath: (path) => {
      savePath = path;
    },
    cancel: () => {
      savePath = '';
    },
  });
  const event = electronEvent({});
  events.emit('will-download', event, item, contents);
  if (!event.defaultPrevented && savePath !== '') await download.saveAs(savePath);
  else await download.cancel();
}

let proxyConfig: Electron.ProxyConfig = { mode: 'system' };

/** The setting on the command line stands for all of the system's settings. */
function findProxy(url: string): string {
  const { mode, pacScript = '' } = proxyConfig;
  if (mode === 'pac_script') {
    const [, script] = /^data:[^,]*;base64,(.*)$/s.exec(pacScript) ?? [];
    // Chromium would fetch it, and cannot if no name resolves: Electron knows no way then.
    if (script === undefined) {
      if (commandLine.getSwitchValue('host-resolver-rules') === 'MAP * ~NOTFOUND') return '';
      throw new Error('The stand-in for Electron fetches no proxy script');
    }
    return runScript(Buffer.from(script, 'base64').toString('utf8'), url);
  }
  if (mode !== 'system')
    throw new Error(`The stand-in for Electron has no proxy mode ${String(mode)}`);
  const proxy = commandLine.getSwitchValue('proxy-server');
  return proxy === '' ? 'DIRECT' : `PROXY ${proxy}`;
}

/**
 * Knows no way by a script that fails, not even a direct one. Offers those functions for scripts
 * that work without resolving names.
 */
function runScript(script: string, url: string): string {
  const known = {
    isPlainHostName: (host: string) => !host.includes('.'),
    dnsDomainIs: (host: string, domain: string) => host.endsWith(domain),
    dnsResolve: () => null,
    isResolvable: () => false,
    shExpMatch: (text: string, pattern: string) => matchesGlob(text, pattern),
  };
  try {
    const context = createContext({ ...known, url, host: new URL(url).hostname });
    return String(
      runInContext(`${script}; FindProxyForURL(url, host)`, context, { timeout: 1000 }),
    );
  } catch {
    return '';
  }
}

export const session = partOf<{ defaultSession: Electron.Session }>('session', {
  defaultSession: emittingPartOf<Electron.Session>('session.defaultSession', events, {
    webRequest,
    resolveProxy: (url) => Promise.resolve(findProxy(url)),
    setProxy: (config) => {
      proxyConfig = config;
      return Promise.resolve();
    },
    setPermissionRequestHandler: (handler: RequestHandler | null) => {
      requestHandler = handler;
    },
    setPermissionCheckHandler: (handler: CheckHandler | null) => {
      checkHandler = handler;
    },
  }),
});
