// Who works at the till: cashiers, what only a manager may do, and when the till locks itself.
import * as v from 'valibot';

export const roles = ['cashier', 'manager'] as const;
export type Role = (typeof roles)[number];

/** What a shop may reserve for managers. */
export const managerActions = [
  'lower_price',
  'decide_sale',
  'create_document',
  'change_catalogue',
  'change_settings',
  'export',
  'back_up',
  'change_connection',
  'reset_practice',
  'open_drawer',
  'see_exceptions',
] as const;
/** Who works at the till is always a manager's business. */
export type ManagerAction = (typeof managerActions)[number] | 'manage_cashiers';

/** From four digits on, so that the tries that are limited do not find it. */
export const pinSchema = v.pipe(v.string(), v.regex(/^\d{4,12}$/));

/** As it is kept: `scrypt:N:r:p:SALT:HASH`, salt and hash in hexadecimal. */
export const pinHashSchema = v.pipe(
  v.string(),
  v.regex(/^scrypt:\d{1,6}:\d:\d:[0-9a-f]{32}:[0-9a-f]{64}$/),
);

export const cashierIdSchema = v.pipe(v.string(), v.uuid());
export const cashierNameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(40),
  v.regex(/^\P{Cc}*$/u),
);

export const cashierSchema = v.strictObject({
  cashierId: cashierIdSchema,
  name: cashierNameSchema,
  role: v.picklist(roles),
});
export type Cashier = v.InferOutput<typeof cashierSchema>;

export const newCashierSchema = v.strictObject({
  ...v.omit(cashierSchema, ['cashierId']).entries,
  pin: pinSchema,
});

export const changedCashierSchema = v.strictObject({
  ...cashierSchema.entries,
  /** Null keeps the former one. */
  pin: v.nullable(pinSchema),
});

/** As somebody says who they are. */
export const pinEntrySchema = v.strictObject({ cashierId: cashierIdSchema, pin: pinSchema });
export type PinEntry = v.InferOutput<typeof pinEntrySchema>;

export const approvalSchema = v.strictObject({
  ...pinEntrySchema.entries,
  action: v.picklist([...managerActions, 'manage_cashiers']),
});

export const lockRulesSchema = v.strictObject({
  /** How long nobody touches the till before it locks itself; null for never. */
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

/** Everything is a manager's until the shop says otherwise. */
export const defaultLockRules: LockRules = {
  idleSeconds: 5 * 60,
  managerActions: [...managerActions],
};

/** Who did something, as it is kept in the history. */
export const doneBySchema = v.strictObject({
  name: v.string(),
  /** The manager who allowed it. */
  approvedBy: v.exactOptional(v.string()),
});
export type DoneBy = v.InferOutput<typeof doneBySchema>;

/** Of a till that has cashiers. */
export interface LockState {
  /** By name. */
  readonly cashiers: readonly Cashier[];
  /** Who is at the till; null while it is locked. */
  readonly atTill: Cashier | null;
  readonly rules: LockRules;
}
