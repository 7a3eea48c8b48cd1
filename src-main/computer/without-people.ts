// What a report leaves out of all that it quotes.
import { pathToFileURL } from 'node:url';

const addressOf = (folder: string): string =>
  pathToFileURL(folder, { windows: /^[a-z]:\\/i.test(folder) }).href;

/**
 * Nine digits in a row may be a tax number, and the name of the person's folder is often theirs.
 * Whatever else is secret the log has left out.
 */
export function withoutPeople(text: string, home: string): string {
  // As a path stands in a line of JSON, in an address, and by itself.
  const homes = [JSON.stringify(home).slice(1, -1), addressOf(home), home];
  return homes
    .reduce((shown, one) => shown.replaceAll(one, '~'), text)
    .replace(/(?<![\d.])\d{9}(?!\d)/g, '*********');
}

/** A name that somebody gave to a device may be the person's: the folder's name is left out. */
export function withoutOwner(name: string, home: string): string {
  const owner = home.split(/[/\\]/).findLast((part) => part !== '') ?? '';
  // Shorter ones are parts of other words.
  if (owner.length < 3) return name;
  return name.replaceAll(new RegExp(owner.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'), '~');
}
