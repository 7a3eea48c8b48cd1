// The texts on who works at the till, in English: the lock screen, what a manager approves, and
// managing cashiers.
import {
  shortestPin,
  type ManagerAction,
  type Role,
  type Unproven,
} from '../../../src-main/contract/lock.ts';
import { enApprovals } from './approvals.ts';
import { count, moments } from './formats.ts';
import { enRecovery } from './recovery.ts';
import type { ErrorSentences } from '../sentences.ts';

const actions: Record<ManagerAction, string> = {
  lower_price: 'Lower a price, or give a discount',
  sell_free_line: 'Sell what is not in the catalogue',
  sell_fraction: 'Sell a part of what is sold by the piece',
  decide_sale: 'Cancel, settle, correct or send again a sale',
  create_document: 'Make documents other than sales',
  return_goods: 'Take goods back',
  change_catalogue: 'Change the catalogue',
  change_settings: 'Change settings and quick keys',
  export: 'Export the catalogue or documents',
  back_up: 'Make a backup',
  change_connection: 'Sign out, or sign in to another till',
  reset_practice: 'Start practice over',
  open_drawer: 'Open the drawer without a sale',
  see_exceptions: 'See the list of exceptions',
  see_figures: 'See the figures',
  move_cash: 'Put cash into the drawer or take it out',
  see_drawer: 'See X and Z reports, and what should be in the drawer',
  close_day: 'Close the day',
  manage_cashiers: 'Manage cashiers',
  make_recovery_key: 'Make a recovery key for backups',
  restore_backup: 'Restore a backup',
  set_second_copy: 'Set up the second copy',
  close_with_difference: 'Open or close the day with a difference above the limit',
  return_unasked: 'Take goods back without asking the service for other returns',
};

const roles: Record<Role, string> = { cashier: 'Cashier', manager: 'Manager' };

const moment = moments({ dateStyle: 'medium', timeStyle: 'short' });

const duration = (seconds: number): string =>
  seconds < 60
    ? count(seconds, { one: 'second', other: 'seconds' })
    : count(Math.ceil(seconds / 60), { one: 'minute', other: 'minutes' });

export const enLock = {
  title: 'Locked',
  whoAreYou: 'Who is at the till?',
  pinOf: (name: string) => `PIN of ${name}`,
  unlock: 'Unlock',
  stays: 'The sale under way is kept, and sending goes on.',
  lock: 'Lock',
  atTill: 'At the till:',
  approval: enApprovals,
  window: {
    unlockTitle: (name: string) => `Unlock as ${name}`,
    newPinTitle: (name: string) => `PIN of ${name}`,
    newPin: 'Set the PIN',
    scanned: 'A scan is no PIN: it was thrown away and does not count as an attempt.',
    cancel: 'Cancel',
  },
  recovery: enRecovery,
  actions,
  roles,
  manage: {
    title: 'Cashiers',
    none: 'Nobody is set up, so the till is never locked and the history names nobody. The first one must be a manager.',
    list: 'Who works at this till',
    oneManager:
      'A PIN cannot be looked up. Let two people be managers, so that one can give the other a new one.',
    name: 'Name',
    role: 'Role',
    pin: 'PIN',
    newPin: 'New PIN',
    pinHint: (role: Role) => `From ${shortestPin[role]} to 12 digits.`,
    newPinToo: 'Give a new PIN',
    newPinHint: 'The PIN is typed in a window of its own, twice.',
    pinAgain: 'The same PIN again',
    pinWrong: (role: Role) =>
      role === 'manager'
        ? `A manager’s PIN has from ${shortestPin[role]} to 12 digits.`
        : `A PIN has from ${shortestPin[role]} to 12 digits.`,
    pinDiffers: 'The two are not the same.',
    nameNeeded: 'Please give a name of at most 40 characters.',
    add: 'Add',
    addTitle: 'Add somebody',
    firstTitle: 'Add the first manager',
    change: 'Change',
    changeName: (name: string) => `Change ${name}`,
    changeTitle: (name: string) => `Change ${name}`,
    remove: 'Remove',
    removeName: (name: string) => `Remove ${name}`,
    removeTitle: (name: string) => `Remove ${name}?`,
    removeHint: 'What they have done stays in the history under their name.',
    removeLast: 'Nobody is left then: the till is never locked, and the history names nobody.',
    save: 'Save',
    saved: 'Saved.',
    added: (name: string) => `${name} was added.`,
    removed: (name: string) => `${name} was removed.`,
    rules: 'Lock and approvals',
    idle: 'Lock when nobody has touched the till for',
    idleHint:
      'It also locks when the computer goes to sleep, and on Windows and macOS when the screen is locked. Linux tells no program of that.',
    never: 'Never',
    duration,
    managers: 'Only with a manager’s PIN',
    managersHint: 'Managing cashiers always needs a manager.',
    weak: 'This computer keeps no keys for programs. The lock keeps people from the screen; whoever can change the till’s files can make themselves a manager.',
    salesmen: {
      title: 'Salesman at the service',
      hint: 'What a cashier sells bears this salesman. Offered are those whom documents of the service have named.',
      none: 'No document has named a salesman yet. Get the till ready, in the settings, reads the documents.',
      nobody: 'None',
    },
    users: {
      title: 'Who may recover a PIN',
      hint: 'These users of the service may give a manager who forgot the PIN a new one. Every manager is told.',
      none: 'Nobody yet: a forgotten PIN can only be replaced by another manager.',
      first: 'Signed the till in first, or recovered a PIN',
      addedBy: (name: string) => `Added by ${name}`,
      add: 'Add a user',
      addTitle: 'A user who may recover a PIN',
      addHint:
        'The user signs in here once. The till’s own sign-in stays as it is, and nothing of this is kept but who it is.',
      remove: (name: string) => `Remove ${name} from those who may recover a PIN`,
      added: 'The user was added.',
      removed: 'The user was removed.',
    },
  },
};

const unproven: Record<Unproven | 'old_pin', string> = {
  key_silent:
    'This computer’s key store has not answered yet, so the till cannot tell who is a manager. Selling goes on; unlock the key store for the rest.',
  key_lost:
    'The key that this till’s managers were set up with is not on this computer. Selling goes on; for the rest a manager recovers the PIN with “Forgotten PIN”.',
  people_changed:
    'The till’s cashiers or their rights were changed outside the till, so nobody counts as a manager. Selling goes on; for the rest a manager recovers the PIN with “Forgotten PIN”. Then look through the cashiers.',
  people_gone: `The till’s cashiers were removed outside the till, so it stays locked. Put back a backup, or set up a new manager with “${enRecovery.title}”.`,
  old_pin:
    'This PIN is of a key that the till no longer has. Another manager can give a new one, or it is recovered with “Forgotten PIN”.',
};

export const enLockErrors = {
  locked: () => 'The till was locked in between, so this was not done. Please do it again.',
  manager_needed: ({ action }) => `Only with a manager’s PIN: “${actions[action]}”.`,
  pin_not_given: () => 'No PIN was typed, so nothing was done.',
  pin_window_open: () => 'The window for a PIN is open. Answer it first, or close it.',
  pin_window_failed: () =>
    'The window for the PIN could not be opened, so nothing was approved or done. Restart the till if this goes on.',
  pin_wrong: () => 'This PIN is wrong.',
  pin_wait: ({ waitMs }) =>
    `Too many wrong attempts. Try again in ${duration(Math.ceil(waitMs / 1000))}.`,
  pin_recovered: ({ name, atMs, way, by }) =>
    `The PIN of ${name} was reset by ${by} with ${way === 'token' ? 'a token of the service' : 'the service’s password'} on ${moment(atMs)}.`,
  recovery_not_allowed: ({ user }) =>
    `${user} is not among those who may recover a PIN here. It takes the user who first signed the till in, or one whom a manager has added.`,
  recovery_user_unknown: () =>
    'The service does not say which user this is in a way that can be compared, so no PIN can be recovered so. Another manager can give a new one.',
  recovery_users_changed: () =>
    'The list of who may recover a PIN was changed outside the till. Those who were added so do not count; look through the list.',
  manager_unproven: ({ why }) => unproven[why],
  key_store_silent: () =>
    'This computer’s key store did not take the till’s key. Unlock the key store, and try again.',
  cashier_name_taken: () => 'Somebody else has this name, or one that looks like it.',
  manager_first: () => 'The first one must be a manager, who can then add others.',
  last_manager: () => 'One manager must stay as long as there are others.',
} satisfies Partial<ErrorSentences>;
