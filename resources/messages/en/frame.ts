// The frame around the screens and what all of them share, in English.
import type { Connection } from '../../../src-main/contract/till-state.ts';
import { count, moments } from './formats.ts';

const connections: Record<Connection, string> = {
  online: 'Online',
  offline: 'Offline',
  sign_in_needed: 'Sign-in needed',
  paused: 'Paused',
};

export const enCommon = {
  cancel: 'Cancel',
  back: 'Back',
  retry: 'Try again',
  loadMore: 'Load more',
  loading: 'Loading…',
  shown: (shown: number, total: number) => `${shown} of ${total}`,
  none: '–',
};

export const enFrame = {
  productName: 'Counterfoil',
  starting: 'The till is being opened…',
  navigation: 'Screens',
  screens: {
    sell: 'Sell',
    day: 'Day',
    documents: 'Documents',
    outbox: 'Outbox',
    catalogue: 'Catalogue',
    figures: 'Figures',
    settings: 'Settings',
  },
  connection: 'Connection',
  connections,
  waiting: (sales: number) => `${count(sales, { one: 'sale', other: 'sales' })} waiting`,
  needPerson: (sales: number) => `${count(sales, { one: 'needs', other: 'need' })} a person`,
  practiceBand: 'Practice – nothing here is a real invoice',
  pullPlug: 'Pull the plug',
  plugIn: 'Plug back in',
  signInNeeded:
    'The service asks for the password again. Keep selling: every sale is saved here and will be sent once someone has signed in.',
  openSignIn: 'Enter password',
  paused: 'Sending is paused. Keep selling: every sale is saved here.',
  nextTry: (time: string) => `The next attempt is at ${time}.`,
  seeWhy: 'See why',
  notices: 'Notices',
  dismiss: 'Dismiss',
  screenFailed: 'This screen could not be shown. Finished sales are saved and not affected.',
  showAgain: 'Show it again',
};

const time = moments({ timeStyle: 'short' });

export const enMain = {
  closesTitle: 'Counterfoil has to close',
  openedFromOutside: (given: string) =>
    `It was started with “${given}”, which would let other programs read and change what it shows. Start it without.`,
  folderTakesNoFiles: (folder: string) =>
    `No files can be written into ${folder}, where the till keeps everything. Its disk may be write-protected, or the folder another user’s. Put that right, and start it again.`,
  pageHopeless: (file: string) =>
    `The till’s screen has stopped working several times, and is tried again. Every finished sale is saved and is being sent. Restart the computer; if that does not help, the details are in the log, ${file}`,
  plainHttpTitle: 'Not encrypted',
  plainHttp: (address: string) => `${address} is spoken to without encryption.`,
  plainHttpDetail:
    'Everybody on the network can read your password and change what is invoiced. Only go on if this address is within your own network, and you know why it has no https.',
  plainHttpRefuse: 'Do not connect',
  plainHttpAccept: 'Connect without encryption',
  written: 'It is written down',
  notWritten: 'Do not use it',
  stoppedOften: (times: number) =>
    `Counterfoil stopped by itself ${times} times within the hour. Every finished sale is saved.`,
  startsAgain: (at: Date, file: string) =>
    `It starts again by itself at ${time(at)}. If this does not end, restart the computer, and ask for help. The details are in the log, ${file}`,
  startNow: 'Start now',
  saveReport: 'Save a report',
  wait: 'Wait',
  reportSaved: (file: string) => `Saved as ${file}`,
};
