// The display that faces the customer, in English: what it says, and its settings.
import type { AppError } from '../../../src-main/contract/errors.ts';
import type { DisplayScreen } from '../../../src-main/contract/display.ts';
import { count } from './formats.ts';

type PictureError = Extract<AppError, { code: 'picture_unusable' }>;

export const unusablePictures: Record<PictureError['reason'], string> = {
  unreadable: 'This file cannot be read. Choose another picture.',
  no_picture: 'This file is no picture that the display can show. Choose a PNG, JPEG or WebP.',
  too_large: 'This picture is too large. It may have 8 MB and 16 million pixels.',
  too_many: 'The display shows twelve pictures at most. Remove one first.',
};

export const enDisplay = {
  title: 'Customer display',
  hint: 'Shows each sale to the customer on another screen. It never covers the screen that the till is on.',
  screen: 'Show it on',
  off: 'No screen',
  screenName: ({ name, width, height }: DisplayScreen, number: number) =>
    `${name === '' ? `Screen ${number}` : name} (${width} × ${height})`,
  tillsScreen: (screen: string) => `${screen}, the till’s own`,
  missingScreen: 'A screen that is not connected now',
  noScreen: 'This computer has one screen only. Connect another one for the customer.',
  shown: 'The customer sees it now.',
  notShown: 'It is not shown now: its screen is not there, or the till is on it.',
  cannotPlace:
    'The till runs on Wayland here, where no program can place its windows, so the customer display is not shown. Ask whoever looks after this computer to start the till with X11 (--ozone-platform=x11).',
  language: 'Language of the display',
  greeting: 'While nobody buys',
  notice: 'Below it',
  pictures: 'Pictures',
  picturesHint:
    'They take turns while nobody buys, in place of the words. PNG, JPEG or WebP, 8 MB at most.',
  addPicture: 'Add a picture…',
  removePicture: (name: string) => `Remove ${name}`,
  choosePicture: 'Choose a picture for the customer display',
  pictureFiles: 'Pictures',
  save: 'Save',
  saved: 'Saved.',
  /** The texts on the display itself. */
  says: {
    welcome: 'Welcome',
    taxNumberFirst: 'Please give us your tax number before you pay.',
    closed: 'This till is closed',
    closedHint: 'Please wait a moment, or go to another till.',
    above: (lines: number) => `${count(lines, { one: 'more line', other: 'more lines' })} above`,
    lowered: (percent: string, price: string) => `Discount ${percent} (was ${price})`,
    items: (lines: number, pieces: number) =>
      `${count(lines, { one: 'line', other: 'lines' })}, ${count(pieces, { one: 'piece', other: 'pieces' })}`,
    lines: 'Your purchase',
    taxNumber: 'Tax number',
    discount: (percent: string) => `Discount ${percent}`,
    total: 'Total',
    toPay: 'To pay',
    change: 'Change',
    paid: 'Paid',
    thanks: 'Thank you, see you soon!',
  },
};
