// Newer versions of the program, in English.
import type { UpdateHindrance, UpdatesOff } from '../../../src-main/contract/update.ts';
import { moments } from './formats.ts';

const off: Record<UpdatesOff, string> = {
  no_key:
    'This program was built without the key of its maker, so it takes no updates. Install newer versions by hand.',
  not_installed: 'This program runs from its sources. Update those.',
  other_system: 'On this system the program cannot replace itself. Install newer versions by hand.',
  no_address: 'No address is set, so nothing is looked for.',
};

export const enHindrances: Record<UpdateHindrance, string> = {
  sale: 'A sale is under way. Finish it or clear it first; the update waits.',
  unsent: 'Sales are still waiting for the service. The update waits until they are sent.',
  printing: 'Something is still being printed. The update waits.',
};

const moment = moments({ dateStyle: 'medium', timeStyle: 'short' });

export const enUpdates = {
  title: 'Updates',
  hint: 'Looked for at each start and after the day is closed. Nothing is installed unless you say so, and never with a sale under way. A backup is made first.',
  address: 'Address of the updates',
  addressHint: 'From whoever gave you the program. Leave it empty to look for none.',
  save: 'Save',
  saved: 'Saved.',
  off,
  neverLooked: 'Not looked for since the start.',
  newest: (version: string, atMs: number) =>
    `Version ${version} is the newest, as of ${moment(atMs)}.`,
  look: 'Look for updates',
  looking: 'Looking for updates…',
  found: (version: string) => `Version ${version} is available.`,
  fetch: 'Download it',
  fetching: (version: string, percent: number) => `Downloading version ${version}: ${percent} %`,
  fetched: (version: string) => `Version ${version} is downloaded and checked.`,
  install: 'Install and start again',
  installing: (version: string) =>
    `Installing version ${version}. The till starts again by itself.`,
  notes: 'What is new',
};
