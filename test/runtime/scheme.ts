// The app's own schemes. Chromium cannot be taught one from outside, so `till://app/x` is served
// as `http://app.till.localhost/x`, a secure context too; product code only ever sees the former.

const standardSchemes = new Set<string>();

export function registerScheme(scheme: string): void {
  standardSchemes.add(scheme);
}

export function isRegistered(scheme: string): boolean {
  return standardSchemes.has(scheme);
}

/** From the product's URL to the one that Chromium loads. */
export function toServedUrl(url: string): string {
  const { scheme, host, rest } =
    /^(?<scheme>[a-z][a-z0-9+.-]*):\/\/(?<host>[^/?#]*)(?<rest>.*)$/is.exec(url)?.groups ?? {};
  if (scheme === undefined || !standardSchemes.has(scheme)) return url;
  return `http://${host ?? ''}.${scheme}.localhost${rest ?? ''}`;
}

/** From the URL that Chromium loads to the product's. */
export function fromServedUrl(url: string): string {
  const { host, scheme, rest } =
    /^http:\/\/(?<host>[^/?#]*)\.(?<scheme>[a-z][a-z0-9+-]*)\.localhost(?<rest>[/?#].*|)$/is.exec(
      url,
    )?.groups ?? {};
  if (scheme === undefined || !standardSchemes.has(scheme)) return url;
  return `${scheme}://${host ?? ''}${rest ?? ''}`;
}

/** A Content-Security-Policy that names the product's schemes, naming the served ones instead. */
export function toServedPolicy(policy: string): string {
  let served = policy;
  for (const scheme of standardSchemes)
    served = served
      .replaceAll(new RegExp(`\\b${scheme}://([^\\s;,/]+)`, 'g'), `http://$1.${scheme}.localhost`)
      .replaceAll(new RegExp(`\\b${scheme}:(?=[\\s;,]|$)`, 'g'), `http://*.${scheme}.localhost`);
  return served;
}
