// Who works at the till: cashiers, what only a manager may do, and when the till locks itself.
import * as v from 'valibot';
import { filledLineSchema } from './one-line.ts';

export const roles = ['cashier', 'manager'] as const;
export type Role = (typeof roles)[number];

/** The actions that a shop may reserve for managers. */
export const managerActions = [
  'lower_price',
  'sell_free_line',
  'sell_fraction',
  'decide_sale',
  'create_document',
  'return_goods',
  'change_catalogue',
  'change_settings',
  'export',
  'back_up',
  'change_connection',
  'reset_practice',
  'open_drawer',
  'see_exceptions',
  'see_figures',
  'move_cash',
  'see_drawer',
  'close_day',
] as const;
/** The actions that are for managers in every shop. */
export const alwaysManagers = [
  'manage_cashiers',
  'make_recovery_key',
  'restore_backup',
  'set_second_copy',
  'close_with_difference',
  'return_unasked',
] as const;
export const allManagerActions = [...managerActions, ...alwaysManagers] as const;
export type ManagerAction = (typeof allManagerActions)[number];

/** Four digits are enough, because wrong PINs are limited. */
export const pinSchema = v.pipe(v.string(), v.regex(/^\d{4,12}$/));

/** A manager's PIN opens more, and is worth more guesses. */
export const shortestPin: Readonly<Record<Role, number>> = { cashier: 4, manager: 6 };

export const isPinFor = (role: Role, pin: string): boolean =>
  v.is(pinSchema, pin) && pin.length >= shortestPin[role];

export const managerPinSchema = v.pipe(
  pinSchema,
  v.check((pin) => isPinFor('manager', pin)),
);

/**
 * The form in which a PIN is kept: `scrypt:N:r:p:SALT:HASH`, salt and hash in hexadecimal. A hash
 * made with the till's key goes on with `:KEY:CHECK`: the key's name, and the first byte of what
 * the hash would be without the key.
 */
export const pinHashSchema = v.pipe(
  v.string(),
  v.regex(/^scrypt:\d{1,6}:\d:\d:[0-9a-f]{32}:[0-9a-f]{64}(:[0-9a-f]{16}:[0-9a-f]{2})?$/),
);

export const cashierIdSchema = v.pipe(v.string(), v.uuid());
export const cashierNameSchema = filledLineSchema(40);

export const cashierSchema = v.strictObject({
  cashierId: cashierIdSchema,
  name: cashierNameSchema,
  role: v.picklist(roles),
});
export type Cashier = v.InferOutput<typeof cashierSchema>;

/** A cashier to add; the PIN is typed in the PIN window. */
export const newCashierSchema = v.omit(cashierSchema, ['cashierId']);
export type NewCashier = v.InferOutput<typeof newCashierSchema>;

export const changedCashierSchema = v.strictObject({
  ...cashierSchema.entries,
  /** If false, the former PIN is kept; whoever becomes a manager needs a new one. */
  hasNewPin: v.boolean(),
});

/** A salesman of the service, as a document has named them (`salesman_id`). */
const salesmanSchema = v.strictObject({
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: filledLineSchema(200),
});
export type Salesman = v.InferOutput<typeof salesmanSchema>;
export const salesmenSchema = v.record(cashierIdSchema, salesmanSchema);
export const cashiersSalesmanSchema = v.strictObject({
  cashierId: cashierIdSchema,
  /** Null for none. */
  salesman: v.nullable(salesmanSchema),
});

/** How somebody says who they are. */
export interface PinEntry {
  readonly cashierId: string;
  readonly pin: string;
}

export const lockRulesSchema = v.strictObject({
  /** After how long without a touch the till locks itself; null for never. */
  idleSeconds: v.nullable(
    v.pipe(v.number(), v.safeInteger(), v.minValue(15), v.maxValue(8 * 60 * 60)),
  ),
  managerActions: v.pipe(
    v.array(v.picklist(managerActions)),
    v.maxLength(managerActions.length),
    v.check((actions) => new Set(actions).size === actions.length),
  ),
});
export type LockRules = v.InferOutput<typeof lockRulesSchema>;

/** Every action is a manager's until the shop decides otherwise. */
export const defaultLockRules: LockRules = {
  idleSeconds: 5 * 60,
  managerActions: [...managerActions],
};

/** Who did something, as the history keeps it. */
export const doneBySchema = v.strictObject({
  name: v.string(),
  /** The manager who allowed it. */
  approvedBy: v.exactOptional(v.string()),
});
export type DoneBy = v.InferOutput<typeof doneBySchema>;

/** Why nobody can be shown to be a manager. */
export const unprovenReasons = [
  /** The system's key store has not answered. */
  'key_silent',
  /** The till's key is not on this computer, or can no longer be read. */
  'key_lost',
  /** The till has not written these cashiers or rules. */
  'people_changed',
  /** There were cashiers, and something other than the till has removed them all. */
  'people_gone',
] as const;
export type Unproven = (typeof unprovenReasons)[number];

/**
 * How far the till believes the file about who is a manager. `unsealed`: this computer keeps no
 * key, and the file is taken as it is.
 */
export type Standing = 'unsealed' | 'proven' | 'asking' | Unproven;

export const isUnproven = (standing: Standing): standing is Unproven =>
  unprovenReasons.some((reason) => reason === standing);

/** The lock of a till that has cashiers, or had them when they were last sealed. */
export interface LockState {
  /** Sorted by name. */
  readonly cashiers: readonly Cashier[];
  /** Who is at the till; null while it is locked. An unproven manager appears as a cashier. */
  readonly atTill: Cashier | null;
  readonly standing: Standing;
  readonly rules: LockRules;
}
