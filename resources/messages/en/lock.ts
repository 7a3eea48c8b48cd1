// Who works at the till, in English: the lock screen, what a manager approves, and managing
// cashiers.
import type { ManagerAction, Role } from '../../../src-main/contract/lock.ts';
import { count } from './count.ts';
import { enRecovery } from './recovery.ts';
import type { ErrorSentences } from '../sentences.ts';

const actions: Record<ManagerAction, string> = {
  lower_price: 'Lower a price, or give a discount',
  decide_sale: 'Cancel, settle, correct or send again a sale',
  create_document: 'Make documents other than sales',
  change_catalogue: 'Change the catalogue',
  change_settings: 'Change settings and quick keys',
  export: 'Export the catalogue or documents',
  back_up: 'Make a backup',
  change_connection: 'Sign out, or sign in to another till',
  reset_practice: 'Start practice over',
  open_drawer: 'Open the drawer without a sale',
  see_exceptions: 'See the list of exceptions',
  manage_cashiers: 'Manage cashiers',
};

const roles: Record<Role, string> = { cashier: 'Cashier', manager: 'Manager' };

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const duration = (seconds: number): string =>
  seconds < 60
    ? count(seconds, 'second', 'seconds')
    : count(Math.ceil(seconds / 60), 'minute', 'minutes');

export const enLock = {
  title: 'Locked',
  whoAreYou: 'Who is at the till?',
  pinOf: (name: string) => `PIN of ${name}`,
  unlock: 'Unlock',
  stays: 'The sale under way is kept, and sending goes on.',
  lock: 'Lock',
  atTill: 'At the till:',
  approval: {
    title: 'A manager is needed',
    explanation: 'The shop leaves this to managers.',
    whoApproves: 'Who approves it?',
    approve: 'Approve once',
    prices: 'Prices to approve',
    ownPrice: 'in place of',
    loweredPrice: 'now',
    discount: 'Discount on the whole sale',
    approvePrices: 'Approve',
  },
  recovery: enRecovery,
  actions,
  roles,
  manage: {
    title: 'Cashiers',
    none: 'Nobody is set up, so the till is never locked and the history names nobody. The first one must be a manager.',
    people: (cashiers: number) => count(cashiers, 'person', 'people'),
    open: 'Open cashiers',
    list: 'Who works at this till',
    oneManager:
      'A PIN cannot be looked up. Let two people be managers, so that one can give the other a new one.',
    name: 'Name',
    role: 'Role',
    pin: 'PIN',
    newPin: 'New PIN',
    pinHint: 'From 4 to 12 digits.',
    newPinHint: 'Leave it empty to keep the former one.',
    pinAgain: 'The same PIN again',
    pinWrong: 'A PIN has from 4 to 12 digits.',
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
    never: 'Never',
    duration,
    managers: 'Only with a manager’s PIN',
    managersHint: 'Managing cashiers always needs a manager.',
  },
};

export const enLockErrors = {
  locked: () => 'The till was locked in between, so this was not done. Please do it again.',
  manager_needed: ({ action }) => `Only with a manager’s PIN: “${actions[action]}”.`,
  pin_wrong: () => 'This PIN is wrong.',
  pin_wait: ({ waitMs }) =>
    `Too many wrong tries. Try again in ${duration(Math.ceil(waitMs / 1000))}.`,
  pin_recovered: ({ name, atMs, way }) =>
    `The PIN of ${name} was set anew with ${way === 'token' ? 'a token of the service' : 'the service’s password'} on ${moment.format(atMs)}.`,
  cashier_name_taken: () => 'Somebody else has this name, or one that looks like it.',
  manager_first: () => 'The first one must be a manager, who can then add others.',
  last_manager: () => 'One manager must stay as long as there are others.',
} satisfies Partial<ErrorSentences>;
