// Leaves personal data out of all that a report quotes.
import { pathToFileURL } from 'node:url';

const addressOf = (folder: string): string =>
  pathToFileURL(folder, { windows: /^[a-z]:\\/i.test(folder) }).href;

/**
 * Hides nine digits in a row, which may be a tax number, and the person's folder, whose name is
 * often theirs. The log has left out whatever else is secret.
 */
export function withoutPeople(text: string, home: string): string {
  // The folder as it stands in a line of JSON, in an address, and by itself.
  const homes = [JSON.stringify(home).slice(1, -1), addressOf(home), home];
  return homes
    .reduce((cleaned, one) => cleaned.replaceAll(one, '~'), text)
    .replace(/(?<![\d.])\d{9}(?!\d)/g, '*********');
}

/** Leaves out the folder's name, as somebody may have named a device after themselves. */
export function withoutOwner(name: string, home: string): string {
  const owner = home.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  // Shorter names are parts of other words.
  if (owner.length < 3) return name;
  return name.replaceAll(new RegExp(owner.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '~');
}
