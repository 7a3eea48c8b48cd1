// The texts of the connections of this computer, in English.
import type { ProfileColour } from '../../../src-main/contract/profiles.ts';
import { count, numeral, plural } from './formats.ts';

const colours: Record<ProfileColour, string> = {
  green: 'Green',
  blue: 'Blue',
  red: 'Red',
  orange: 'Orange',
  teal: 'Teal',
  pink: 'Pink',
  brown: 'Brown',
  grey: 'Grey',
};

export const enProfiles = {
  title: 'Profiles',
  hint: 'Each company and till on this computer has its own sales, catalogue and sign-in. Its name and colour show on every screen.',
  switchFrom: (name: string) => `Profile ${name}. Switch profile`,
  switchTitle: 'Switch profile',
  known: 'On this computer',
  open: 'Open now',
  signedOut: 'Signed out',
  waiting: (sales: number) => `${count(sales, { one: 'sale', other: 'sales' })} waiting`,
  another: 'Another company or till…',
  opening: 'Opening…',
  waitTitle: 'Leave sales waiting?',
  leave: (sales: number) =>
    plural(sales, {
      one: 'One sale has not reached the service yet. It stays on this computer, and the till goes on with it when this profile is open again.',
      other: `${numeral(sales)} sales have not reached the service yet. They stay on this computer, and the till goes on with them when this profile is open again.`,
    }),
  leaveAnyway: 'Switch all the same',
  stay: 'Stay here',
  change: (name: string) => `Change ${name}`,
  changeTitle: 'Change profile',
  name: 'Name',
  nameWrong: 'Give a name of at most 60 characters.',
  colour: 'Colour',
  colours,
  save: 'Save',
  remove: (name: string) => `Remove ${name}`,
  removals: 'Remove profiles',
  removalsHint:
    'A removed profile disappears from the list, and its sign-in is forgotten. Its sales stay on this computer.',
  removeTitle: 'Remove profile?',
  removeText: (name: string) =>
    `${name} disappears from this list, and its sign-in is forgotten. Its sales stay on this computer: they are kept for ever, and are there again when someone signs in to the same company and till.`,
  removeIt: 'Remove profile',
  signInTitle: 'Sign in to this profile',
};
