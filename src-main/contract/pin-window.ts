// What the PIN window asks, and what is typed there: the till's own page sees none of it.
import * as v from 'valibot';
import type { Result } from './errors.ts';
import { cashierIdSchema, pinSchema, type Cashier, type Role } from './lock.ts';
import type { Profile } from './profiles.ts';
import { proofSchema, recoverySchema, type ProofWay } from './recovery.ts';
import type { ScannerSettings } from './selling.ts';
import type { Language } from './languages.ts';
import type { Theme } from './settings.ts';

export type PinQuestion =
  | { readonly kind: 'unlock'; readonly cashier: Cashier }
  /** A manager approves what main keeps until then. */
  | {
      readonly kind: 'approve';
      /** The requests to approve, in main's words. */
      readonly asks: readonly string[];
      readonly managers: readonly Cashier[];
    }
  /** The new PIN is typed twice. */
  | { readonly kind: 'new_pin'; readonly name: string; readonly role: Role }
  /** A PIN was forgotten. `way` is null in practice, which asks for no proof. */
  | {
      readonly kind: 'recover';
      readonly managers: readonly Cashier[];
      readonly way: ProofWay | null;
      readonly username: string;
    }
  /** Somebody who may recover a PIN shows who they are. */
  | { readonly kind: 'recovery_user'; readonly way: ProofWay }
  /** Asks for the key that opens an encrypted backup, as it is on paper. */
  | { readonly kind: 'recovery_key'; readonly name: string };
export type PinQuestionKind = PinQuestion['kind'];

export interface ShownQuestion {
  readonly question: PinQuestion;
  readonly profile: Pick<Profile, 'kind' | 'companyName' | 'tillName'>;
  readonly language: Language;
  readonly theme: Theme;
  readonly scanner: ScannerSettings;
  readonly sounds: boolean;
}

export const pinAnswerSchema = v.variant('kind', [
  v.strictObject({ kind: v.literal('unlock'), pin: pinSchema }),
  v.strictObject({ kind: v.literal('approve'), cashierId: cashierIdSchema, pin: pinSchema }),
  v.strictObject({ kind: v.literal('new_pin'), pin: pinSchema }),
  v.strictObject({ kind: v.literal('recover'), ...recoverySchema.entries }),
  v.strictObject({ kind: v.literal('recovery_user'), proof: proofSchema }),
  v.strictObject({ kind: v.literal('recovery_key'), key: v.pipe(v.string(), v.maxLength(500)) }),
]);
export type PinAnswer = v.InferOutput<typeof pinAnswerSchema>;
export type PinAnswerOf<Kind extends PinQuestionKind> = Extract<PinAnswer, { kind: Kind }>;

/** Requests for the PIN window only: the till's own page has none of them. */
export const pinRequests = {
  'pin.question': v.undefined(),
  'pin.answer': pinAnswerSchema,
  /** Closes the window; nothing is approved. */
  'pin.cancel': v.undefined(),
  /** Tells that somebody is busy at the till. */
  'pin.touch': v.undefined(),
} as const;
export type PinRequestName = keyof typeof pinRequests;
export type PinArgument<Name extends PinRequestName> = v.InferOutput<(typeof pinRequests)[Name]>;

/** What the PIN window's preload script puts on `window.pin`. */
export interface PinBridge {
  question(): Promise<Result<ShownQuestion>>;
  /** Closes the window if the answer is right. */
  answer(answer: PinAnswer): Promise<Result<null>>;
  cancel(): Promise<Result<null>>;
  touch(): Promise<Result<null>>;
}
