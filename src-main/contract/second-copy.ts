// The second copy: a journal of what a replacement computer needs, on another medium.
import * as v from 'valibot';
import type { Cents } from './money.ts';
import type { Profile } from './profiles.ts';

/** Why a medium cannot take or give a copy. */
export const mediumProblems = [
  /** The folder, or the stick that it was on, is not there. */
  'not_there',
  'full',
  'read_only',
  /** It does not answer, as a share whose computer is off. */
  'silent',
  /** It reads back otherwise than it was written. */
  'spoilt',
  /** Another stick lies in its place, or an older state of this one. */
  'other_contents',
  /** Another computer writes this till's copy there. */
  'other_computer',
  /** It holds no second copy. */
  'no_copy',
  /** Nothing of the copy can be read. */
  'unreadable',
  /** A newer version of the till wrote it. */
  'newer',
  /** It is another company's or till's than the one that is signed in to. */
  'other_till',
  /** The system refuses it otherwise. */
  'failed',
] as const;
export type MediumProblem = (typeof mediumProblems)[number];

export const secondCopyStates = [
  /** No medium is chosen. */
  'off',
  /** Nothing has been written since the till was opened. */
  'starting',
  'up_to_date',
  /** `behind` sales are not on the medium yet. */
  'behind',
  /** Nothing reaches the medium, since `sinceMs`: `problem` says why. */
  'missing',
  /** Another computer has started again from it: this one sends nothing more. */
  'taken_over',
] as const;
export type SecondCopyState = (typeof secondCopyStates)[number];

/** Who took a till over from its copy. */
export interface TakenOver {
  readonly atMs: number;
  readonly computer: string;
}

/** How the second copy of the open till is doing. */
export interface SecondCopyStatus {
  readonly state: SecondCopyState;
  /** The folder that somebody has chosen; null if none is. */
  readonly folder: string | null;
  /** Why nothing reaches the medium; null if something does. */
  readonly problem: MediumProblem | null;
  /** How many sales are on this computer's disk alone. */
  readonly behind: number;
  /** Since when nothing reaches the medium; null if something does. */
  readonly sinceMs: number | null;
  /** When everything was on the medium last; null if that was not since the till was opened. */
  readonly copiedAtMs: number | null;
  /** When the newest backup beside the copy was made; null if none is known. */
  readonly backedUpAtMs: number | null;
  /** Why the newest backup could not be kept there; null if it could. */
  readonly backupProblem: MediumProblem | null;
  /** Whether a person should be told, as of a sale that waits for too long. */
  readonly isOverdue: boolean;
  /** The owner's choice. Without a recovery key nothing is encrypted all the same. */
  readonly encrypts: boolean;
  readonly isEncrypted: boolean;
  /** Whether the medium is on the disk of the till itself, with which it would be lost. */
  readonly isOnSameDisk: boolean;
  /** Null unless another computer has taken the till over. */
  readonly takenOver: TakenOver | null;
}

export const noSecondCopy: SecondCopyStatus = {
  state: 'off',
  folder: null,
  problem: null,
  behind: 0,
  sinceMs: null,
  copiedAtMs: null,
  backedUpAtMs: null,
  backupProblem: null,
  isOverdue: false,
  encrypts: true,
  isEncrypted: false,
  isOnSameDisk: false,
  takenOver: null,
};

/** What a person has changed about the second copy, for whoever looks through the exceptions. */
export const copyChangeSchema = v.variant('act', [
  v.object({ act: v.literal('chosen'), folder: v.string() }),
  v.object({
    act: v.picklist(['stopped', 'encrypted', 'not_encrypted', 'gone_on', 'started_again']),
  }),
]);
export type CopyChange = v.InferOutput<typeof copyChangeSchema>;

export const secondCopySettingsSchema = v.strictObject({
  /** Whether what is written is encrypted for the recovery key. */
  encrypts: v.boolean(),
});

/** A copy on a medium, as far as it says without its key whose it is. */
export interface FoundCopy extends Pick<
  Profile,
  'kind' | 'serviceAddress' | 'companyCode' | 'companyName' | 'tillCode' | 'tillName'
> {
  /** Names the copy to main, which opens no path that the page names. */
  readonly copyId: number;
  /** The computer that writes it, and since when. */
  readonly writtenBy: TakenOver;
  readonly isEncrypted: boolean;
}

export interface HeldCopy {
  readonly copyId: number;
  /** Different at each look, so that what is put in place is what was looked at. */
  readonly lookId: number;
  readonly sales: number;
  /** The days on which they were made, as `yyyy-mm-dd`; null if there are none. */
  readonly days: { readonly first: string; readonly last: string } | null;
  readonly newestAtMs: number | null;
  /** The date of the day that is open; null if none is. */
  readonly openDay: string | null;
  /** Sales that had not been settled: they are looked for before they are sent. */
  readonly unsettled: number;
  readonly unsettledCents: Cents;
  /** Until when it was written. */
  readonly writtenAtMs: number;
  /** Whether something at its end cannot be read, as after a stick was pulled. */
  readonly isCutOff: boolean;
  /** When the backup was made that it begins with; null if there is none. */
  readonly backupAtMs: number | null;
}

export const copyIdSchema = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
