// The second copy as its screens show it, and starting again from one, in English.
import { localDay } from '../../../src-main/contract/calendar.ts';
import { count, moments, numeral, plural } from './formats.ts';

const moment = moments({ dateStyle: 'long', timeStyle: 'short' });
const shortDay = moments({ dateStyle: 'short' });
const time = moments({ timeStyle: 'short' });
const isToday = (atMs: number): boolean => localDay(atMs) === localDay(Date.now());
const day = moments({ dateStyle: 'medium' });
const fact = moments({ dateStyle: 'medium', timeStyle: 'short' });
const dayOf = (date: string): string => day(new Date(`${date}T12:00`));
const sales = (number: number): string => count(number, { one: 'sale', other: 'sales' });

export const enSecondCopyScreen = {
  title: 'Second copy',
  intro:
    'Whatever a new computer needs to go on is also written to another disk, a stick or a shared folder: every sale that the service does not have yet, the day, the cash, the settings. It is written after each sale, and no sale waits for it.',
  off: 'Nothing is written: if this computer’s disk dies, the sales that the service does not have yet die with it.',
  starting: 'The second copy is being begun…',
  upToDate: 'The second copy is up to date.',
  behind: (behind: number) =>
    `${sales(behind)} ${plural(behind, { one: 'is', other: 'are' })} not on it yet.`,
  missing: (atMs: number) => `The second copy has been missing since ${moment(atMs)}.`,
  missingHint:
    'Go on selling: every sale is saved on this computer, and is written there as soon as it is back.',
  folder: 'Folder',
  copied: 'Last up to date',
  notCopied: 'Not since the till was opened',
  encryption: 'Encryption',
  encrypted: 'Only the recovery key opens it',
  readable: 'None: whoever has it can read it',
  backup: 'Newest backup there',
  noBackup: 'None yet',
  at: (atMs: number) => fact(atMs),
  sameDisk:
    'This folder lies on the disk of the till itself, and would be lost with it. Choose another disk, a stick or a shared folder.',
  encrypts: 'Encrypt it for the recovery key',
  encryptsHint:
    'Without encryption, whoever finds the stick can read the sales and customers on it.',
  noKey:
    'No recovery key has been made yet, so that nothing is encrypted: whoever finds the stick can read it.',
  choose: 'Choose a disk, a stick or a folder',
  chooseAnother: 'Choose another folder',
  stop: 'Stop the second copy',
  status: {
    name: 'Second copy',
    upToDate: 'up to date',
    behind: (behind: number) => `${numeral(behind)} behind`,
    missing: (atMs: number) => `missing since ${isToday(atMs) ? time(atMs) : shortDay(atMs)}`,
    takenOver: 'Replaced by another computer',
    shortMissing: 'copy missing',
    shortTakenOver: 'replaced',
  },
  replaced: (computer: string, atMs: number) =>
    `Another computer (${computer}) has started again from this till’s second copy, on ${moment(atMs)}. This one sends nothing more: two computers must not send for one till.`,
  replacedHint:
    'If that computer is in use, sell there and switch this one off. If it was a mistake, this one can go on: it asks the service for every unsettled sale before it sends, and the other one stops.',
  resume: 'Go on at this computer',
  seeWhy: 'Look at the second copy',
};

export const enStartAgain = {
  title: 'Start again from a second copy',
  open: 'Start again from a second copy',
  intro:
    'For a new computer in the place of one that died, was lost or was stolen. The second copy is put in place of this till’s file. Sales that the service has not confirmed are looked up there before they are sent, and the open day goes on.',
  never: 'Never use both computers for one till: the old one stops once it sees this.',
  notHeld:
    'Not in it: the catalogue, and what belongs to the computer, such as the printer. Import the catalogue again, or take it from the set-up file of another till.',
  choose: 'Choose the stick or the folder',
  found: 'Second copies there',
  till: (company: string, till: string) => `${company} · ${till}`,
  writtenBy: (computer: string, atMs: number) => `Written by ${computer}, since ${fact(atMs)}`,
  isEncrypted: 'Encrypted: the recovery key is asked for in a window of its own',
  look: 'Look at it',
  looking: 'Looking at the second copy…',
  sales: 'Sales',
  salesIn: (number: number) => numeral(number),
  days: 'Days',
  daysIn: (first: string, last: string) =>
    first === last ? dayOf(first) : `${dayOf(first)} to ${dayOf(last)}`,
  noDays: 'None',
  newest: 'Newest sale',
  openDay: 'Open day',
  openDayOf: (date: string) => dayOf(date),
  noOpenDay: 'None',
  unsettled: 'Not settled yet',
  unsettledFor: (number: number, total: string) =>
    number === 0 ? 'None' : `${sales(number)}, ${total} in all`,
  written: 'Written until',
  backup: 'Backup with it',
  at: (atMs: number) => fact(atMs),
  cutOff:
    'The end of it cannot be read, as after a stick was pulled. Everything before is whole: compare today’s last sales with your paper.',
  use: 'Start again from it',
  using: 'Starting again…',
  signIn: 'Sign in to go on',
  signInLine: (company: string, till: string) =>
    `Sign in to ${company} · ${till}. Then the till starts again from its second copy.`,
  ready: (company: string, till: string) =>
    `You are signed in to ${company} · ${till}. The till can start again from its second copy now; nothing was sold here yet.`,
  without: 'Go on without the second copy',
};
