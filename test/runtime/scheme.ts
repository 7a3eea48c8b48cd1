// The app's own schemes. Chromium cannot be taught one from outside, so `till://app/x` is served as
// `http://app.till.localhost/x`, which is also a secure context; product code sees only the former.

const standardSchemes = new Set<string>();

export function registerScheme(scheme: string): void {
  standardSchemes.add(scheme);
}

export function isRegistered(scheme: string): boolean {
  return standardSchemes.has(scheme);
}

/** Returns the URL that Chromium loads for a product's URL. */
export function toServedUrl(url: string): string {
  const { scheme, host, rest } =
    /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?<host>[^/?#]*)(?<rest>.*)$/is.exec(url)?.groups ?? {};
  if (scheme === undefined || !standardSchemes.has(scheme)) return url;
  return `http://${host ?? ''}.${scheme}.localhost${rest ?? ''}`;
}

/**
 * Chromium up to 130, as in Electron 33, writes an escaped dot as a dot, and 156 leaves it where it
 * is no step of a path. A test has it left (`STAND_IN_ESCAPED_DOTS=stay`).
 */
const withDots = (rest: string): string =>
  process.env.STAND_IN_ESCAPED_DOTS === 'stay'
    ? rest
    : rest.replace(/^[^?#]*/, (path) => path.replaceAll(/%2e/gi, '.'));

/** Returns the product's URL for a URL that Chromium loads. */
export function fromServedUrl(url: string): string {
  const { host, scheme, rest } =
    /^http:\/\/(?<host>[^/?#]*)\.(?<scheme>[a-z][a-z0-9+-]*)\.localhost(?<rest>[/?#].*|)$/is.exec(
      url,
    )?.groups ?? {};
  if (scheme === undefined || !standardSchemes.has(scheme)) return url;
  return `${scheme}://${host ?? ''}${withDots(rest ?? '')}`;
}

/** Returns a Content-Security-Policy with the served schemes instead of the product's. */
export function toServedPolicy(policy: string): string {
  let served = policy;
  for (const scheme of standardSchemes)
    served = served
      .replaceAll(new RegExp(`\\b${scheme}://([^\\s;,/]+)`, 'g'), `http://$1.${scheme}.localhost`)
      .replaceAll(new RegExp(`\\b${scheme}:(?=[\\s;,]|$)`, 'g'), `http://*.${scheme}.localhost`);
  return served;
}
