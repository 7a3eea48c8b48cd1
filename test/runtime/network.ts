// Every request of every page: navigation guards, webRequest, and the app's own protocol.
import type { BrowserContext, Page, Request as PageRequest, Route } from 'playwright-core';
import { isGone, partOf } from './contract.ts';
import { isReady } from './lifecycle.ts';
import { fromServedUrl, isRegistered, registerScheme, toServedPolicy } from './scheme.ts';

/** What a request needs to know of its web contents. */
export interface RequestOwner {
  id: number;
  electron: Electron.WebContents;
  /** Asks the app's guards about a navigation that the page began. */
  mayNavigate: (url: string, isMainFrame: boolean) => boolean;
}

type Handler = Parameters<Electron.Protocol['handle']>[1];
type BeforeRequest = (
  details: Electron.OnBeforeRequestListenerDetails,
  callback: (response: Electron.CallbackResponse) => void,
) => void;
type ResourceType = Electron.OnBeforeRequestListenerDetails['resourceType'];

const owners = new WeakMap<Page, RequestOwner>();
const handlers = new Map<string, Handler>();
let beforeRequest: BeforeRequest | null = null;
let lastRequestId = 0;

/** Chromium follows a redirect without asking, and would look for the app on the network. */
const noRedirects = 'The stand-in for Electron follows no redirect';

export function ownRequestsOf(page: Page, owner: RequestOwner): void {
  owners.set(page, owner);
}

export const protocol = partOf<Electron.Protocol>('protocol', {
  registerSchemesAsPrivileged: (schemes) => {
    if (isReady())
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of schemes) {
      if (privileges?.standard !== true || privileges.secure !== true)
        throw new Error('The stand-in for Electron knows only standard and secure schemes');
      registerScheme(scheme);
    }
  },
  handle: (scheme, handler) => {
    if (!isRegistered(scheme))
      throw new Error(`The stand-in for Electron needs ${scheme} to be registered as privileged`);
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    handlers.set(scheme, handler);
  },
  unhandle: (scheme) => {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unregister protocol: ${scheme}`);
  },
  isProtocolHandled: (scheme) => handlers.has(scheme),
});

export const webRequest = partOf<Electron.WebRequest>('webRequest', {
  onBeforeRequest: (...args: unknown[]) => {
    if (args.length > 1)
      throw new Error('The stand-in for Electron has no webRequest.onBeforeRequest with a filter');
    beforeRequest = args[0] as BeforeRequest | null;
  },
});

const resourceTypes: Record<string, ResourceType> = {
  stylesheet: 'stylesheet',
  script: 'script',
  image: 'image',
  font: 'font',
  media: 'media',
  xhr: 'xhr',
  fetch: 'xhr',
  ping: 'ping',
  cspreport: 'cspReport',
};

function resourceTypeOf(request: PageRequest, isMainFrame: boolean): ResourceType {
  if (request.isNavigationRequest()) return isMainFrame ? 'mainFrame' : 'subFrame';
  return resourceTypes[request.resourceType()] ?? 'other';
}

async function askBeforeRequest(
  request: PageRequest,
  owner: RequestOwner,
  isMainFrame: boolean,
): Promise<Electron.CallbackResponse> {
  const listener = beforeRequest;
  if (!listener) return {};
  const details: Electron.OnBeforeRequestListenerDetails = {
    id: ++lastRequestId,
    url: fromServedUrl(request.url()),
    method: request.method(),
    webContentsId: owner.id,
    webContents: owner.electron,
    resourceType: resourceTypeOf(request, isMainFrame),
    referrer: fromServedUrl(request.headers().referer ?? ''),
    timestamp: Date.now(),
    uploadData: [],
  };
  return new Promise((resolve) => {
    listener(details, resolve);
  });
}

async function fulfilByHandler(route: Route, url: string, handler: Handler): Promise<void> {
  const request = route.request();
  const headers = new Headers();
  for (const [key, value] of Object.entries(request.headers()))
    headers.set(key, key === 'referer' || key === 'origin' ? fromServedUrl(value) : value);
  const body = request.postDataBuffer();
  const response = await handler(
    new Request(url, { method: request.method(), headers, body: body && new Uint8Array(body) }),
  );
  if (response.headers.has('location')) throw new Error(noRedirects);
  const served: Record<string, string> = {};
  for (const [key, value] of response.headers)
    served[key] = key.startsWith('content-security-policy') ? toServedPolicy(value) : value;
  await route.fulfill({
    status: response.status,
    headers: served,
    body: Buffer.from(await response.arrayBuffer()),
  });
}

async function answer(route: Route): Promise<void> {
  const request = route.request();
  const page = request.serviceWorker() ? undefined : pageOf(request);
  const owner = page && owners.get(page);
  // Without an owner it is a window that the page tries to open by a link. web-contents.ts asks
  // about it, and it is never shown.
  if (!page || !owner) return route.abort('aborted');

  const url = fromServedUrl(request.url());
  const isMainFrame = request.frame() === page.mainFrame();
  if (request.isNavigationRequest() && !owner.mayNavigate(url, isMainFrame))
    return route.abort('aborted');
  const { cancel, redirectURL } = await askBeforeRequest(request, owner, isMainFrame);
  if (cancel === true) return route.abort('blockedbyclient');
  if (redirectURL !== undefined) throw new Error(noRedirects);

  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  if (handler) return fulfilByHandler(route, url, handler);
  return route.continue();
}

/** Returns the page of a request, unless its window does not exist yet. */
function pageOf(request: PageRequest): Page | undefined {
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

export async function answerRequests(context: BrowserContext): Promise<void> {
  await context.route(/.*/, async (route) => {
    try {
      await answer(route);
    } catch (error) {
      // The requests of a page that goes away go with it.
      if (isGone(error)) return;
      process.stderr.write(`${fromServedUrl(route.request().url())}: ${String(error)}\n`);
      await route.abort('failed');
    }
  });
}
