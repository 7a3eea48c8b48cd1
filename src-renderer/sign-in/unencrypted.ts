// Addresses whose traffic others can read.

/**
 * Returns whether it is plain http over a network. Between programs of this computer nobody reads
 * along.
 */
export function isUnencrypted(serviceAddress: string): boolean {
  const url = URL.parse(serviceAddress);
  return url?.protocol === 'http:' && !/^(localhost|\[::1\]|127(\.\d+){3})$/.test(url.hostname);
}
