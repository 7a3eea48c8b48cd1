// Every expected failure, as data. A code travels; its sentence comes from the message catalogues.
import type { DocumentRule } from './document-rules.ts';
import type { ManagerAction, Unproven } from './lock.ts';
import type { Cents } from './money.ts';
import type { NotAsked, NotReturnable } from './not-returnable.ts';
import type { PrintingError } from './print-jobs.ts';
import type { ProofWay } from './recovery.ts';
import type { MediumProblem } from './second-copy.ts';
import type { SetupFileProblem } from './setup-file.ts';
import type { SpreadsheetError } from './spreadsheet.ts';
import type { UpdateHindrance } from './update.ts';

/** One element of the service's error body (service-api, Error body). */
export interface ServiceFieldError {
  readonly field: string;
  readonly message: string;
  readonly code: string;
}

/** Why no answer came from the service's address. */
export type UnreachableReason =
  | 'refused'
  | 'no_such_host'
  | 'no_network'
  | 'timeout'
  | 'insecure'
  | 'broken_off'
  | 'proxy_unreachable'
  /** The proxy wants a password, or does not let the till through. */
  | 'proxy_refused'
  /** The system's settings only name proxies of a kind that the till cannot use. */
  | 'proxy_unsupported';

export type AppError =
  /** A value that the screen, a file or a row gave is not what it must be. */
  | { readonly code: 'invalid_value'; readonly field: string }
  | { readonly code: 'not_signed_in' }
  | { readonly code: 'sign_in_refused'; readonly errors: readonly ServiceFieldError[] }
  | { readonly code: 'wrong_company'; readonly expected: string; readonly actual: string }
  | { readonly code: 'wrong_till'; readonly expected: string; readonly actual: string }
  /** Neither the service nor anybody else has said which till the token is bound to. */
  | { readonly code: 'till_unknown' }
  | { readonly code: 'service_unreachable'; readonly reason: UnreachableReason }
  /** Something else answered at the address: a web page, a redirect, a captive portal. */
  | { readonly code: 'not_the_service'; readonly status: number }
  /** `isPage`: what came is no answer of the service's form, so something else may have sent it. */
  | { readonly code: 'service_failed'; readonly status: number; readonly isPage?: true }
  | {
      readonly code: 'service_busy';
      readonly retryAfterMs: number | null;
      readonly isPage?: true;
    }
  /** The service's answer lacks a documented field, or holds one of the wrong type. */
  | { readonly code: 'answer_invalid'; readonly field: string }
  | { readonly code: 'answer_too_large' }
  | { readonly code: 'service_refused'; readonly errors: readonly ServiceFieldError[] }
  | { readonly code: 'token_refused' }
  /** Rehearsals and beginning anew are for practice only. */
  | { readonly code: 'not_practice' }
  | { readonly code: 'not_permitted' }
  | { readonly code: 'not_found' }
  | { readonly code: 'method_not_allowed' }
  | { readonly code: 'cart_empty' }
  | { readonly code: 'total_not_positive' }
  | { readonly code: 'payment_method_unknown' }
  | { readonly code: 'tendered_too_little' }
  /** More than the total by a method that does not go into the drawer. */
  | { readonly code: 'change_without_cash' }
  /** The document breaks a rule of the service, so that it was not sent. */
  | { readonly code: 'document_rule'; readonly rule: DocumentRule }
  /** The total is more than a simplified invoice for this buyer may have. */
  | { readonly code: 'over_simplified_limit'; readonly limitCents: number }
  /** Nobody has chosen the kind of document that a sale becomes if it is no simplified invoice. */
  | { readonly code: 'invoice_kind_unknown' }
  /** Nobody has chosen the kind of document that takes goods back. */
  | { readonly code: 'return_not_set_up' }
  /** The first return shows what the service makes of returns, and is not confirmed yet. */
  | { readonly code: 'return_trial_open'; readonly reference: string }
  | { readonly code: 'not_returnable'; readonly why: NotReturnable }
  /** Less of the line is left than is to come back. */
  | { readonly code: 'returned_too_much'; readonly what: string }
  /** Two tills have taken back more of the document than was sold with it. */
  | { readonly code: 'returned_beyond'; readonly docKey: string }
  /** Other tills' returns are unknown. A manager allows up to the limit; null for never. */
  | {
      readonly code: 'return_not_asked';
      readonly why: NotAsked;
      readonly limitCents: Cents | null;
    }
  /** An invoice names its customer. */
  | { readonly code: 'customer_needed' }
  /** What was asked for needs a customer whom the service knows. */
  | { readonly code: 'known_customer_needed' }
  /** The same goods were sold within the last minute: a person says whether it is another. */
  | { readonly code: 'same_sale_again'; readonly reference: string }
  /** Another sale is under way. */
  | { readonly code: 'cart_not_empty' }
  /** Another product, `owner`, has the code or the barcode. */
  | {
      readonly code: 'product_taken';
      readonly field: 'code' | 'barcodes';
      readonly value: string;
      readonly owner: { readonly code: string; readonly description: string };
    }
  /** Something else was changed since, or the change was undone already. */
  | { readonly code: 'nothing_to_undo' }
  /** Products were changed by hand since the file was read, so it must be read again. */
  | { readonly code: 'catalogue_changed' }
  /** Products were changed since they were looked at, so they must be looked at again. */
  | { readonly code: 'products_changed' }
  /** A change of many products is under way. */
  | { readonly code: 'change_under_way' }
  | { readonly code: 'change_stopped' }
  /** The disk has no room for a copy of the catalogue and for the till to go on selling. */
  | { readonly code: 'change_no_room'; readonly neededBytes: number }
  /** No row of the catalogue file can be read in this way. */
  | { readonly code: 'catalogue_unreadable' }
  | SpreadsheetError
  /** Another import is under way. */
  | { readonly code: 'import_under_way' }
  | { readonly code: 'import_cancelled' }
  /** A newer view of the documents has taken the place of the one that asked. */
  | { readonly code: 'overtaken' }
  /** More labels than are printed at a time. */
  | { readonly code: 'too_many_labels'; readonly labels: number; readonly most: number }
  /** No product is chosen, or the catalogue has none of the chosen ones. */
  | { readonly code: 'no_labels' }
  | { readonly code: 'export_under_way' }
  | { readonly code: 'export_cancelled' }
  | { readonly code: 'unsent_sales'; readonly count: number }
  /** No other company or till is opened in the middle of a sale. */
  | { readonly code: 'sale_open' }
  /** Sales would stay behind: a person says whether they may. */
  | { readonly code: 'sales_wait'; readonly count: number }
  /** The sale has moved on since the screen was drawn, and cannot do what was asked any more. */
  | { readonly code: 'sale_moved_on' }
  /** The till is still finding out by itself what became of the sale. */
  | { readonly code: 'still_looking'; readonly untilMs: number }
  /** The last look before signing out found sales with a document too many. */
  | { readonly code: 'second_documents'; readonly count: number }
  /** The shop keeps no days. */
  | { readonly code: 'day_is_off' }
  | { readonly code: 'day_is_open' }
  /** No day is open, and the request needs one. */
  | { readonly code: 'day_not_open' }
  /** Nothing was counted, or cash has moved since. */
  | { readonly code: 'count_void' }
  /** The amount to leave in the drawer is more than was counted. */
  | { readonly code: 'left_too_much' }
  /** The settings of the day cannot be read; what stands in their place keeps the till selling. */
  | { readonly code: 'day_settings_damaged' }
  /** See the exceptions of the same names. Money out of the drawer is negative. */
  | { readonly code: 'money_given_back'; readonly reference: string; readonly movedCents: Cents }
  | { readonly code: 'money_not_booked'; readonly reference: string; readonly movedCents: Cents }
  | { readonly code: 'not_finalized' }
  /** The service has sent no fiscal marks, without which this company prints no receipt. */
  | { readonly code: 'no_fiscal_marks' }
  | { readonly code: 'disk_full' }
  /** The till's disk still works, and has failed: SQLite's code says how. */
  | { readonly code: 'disk_failing'; readonly detail: string }
  /** The till's disk still works, and has less room than a month may need. */
  | { readonly code: 'disk_nearly_full'; readonly freeBytes: number; readonly neededBytes: number }
  /** The till's disk has for some time taken this long to save what usually takes moments. */
  | { readonly code: 'disk_slow'; readonly tookMs: number }
  | { readonly code: 'store_damaged'; readonly file: string }
  | { readonly code: 'store_newer'; readonly file: string }
  /** Another process has this till open. */
  | { readonly code: 'store_in_use' }
  /** The file is bound to another company or till. */
  | { readonly code: 'store_other_till'; readonly file: string }
  | { readonly code: 'store_failed'; readonly detail: string }
  /** Nothing is left of a till that was open here before: it has begun again. */
  | { readonly code: 'store_gone'; readonly file: string }
  /**
   * The damaged file was set aside; so many sales were brought over from it and its backups. Null
   * where it was gone.
   */
  | { readonly code: 'store_salvaged'; readonly file: string | null; readonly sales: number }
  /** A part of the data file can no longer be read; it is rebuilt once nobody sells. */
  | { readonly code: 'store_decayed' }
  /** The data file is a copy; these sales are looked up before they are sent. */
  | { readonly code: 'store_restored'; readonly sales: number }
  /** The file does not know all documents; these sales are looked up before they are sent. */
  | { readonly code: 'store_older'; readonly sales: number }
  /** The service has given another sale the id of this sale's document. */
  | { readonly code: 'document_id_used_again'; readonly reference: string }
  /** The newest document that the service shows is older than one that it has shown. */
  | { readonly code: 'documents_fewer' }
  /** The computer's clock would date documents wrongly. */
  | { readonly code: 'clock_differs'; readonly aheadMs: number }
  /** It is another day here than at the service, `yyyy-mm-dd`: perhaps by the time zone. */
  | { readonly code: 'day_differs'; readonly here: string; readonly there: string }
  /** The copy holds carts that were put aside or under way: they may have been sold since. */
  | { readonly code: 'carts_restored'; readonly carts: number }
  /** The catalogue's file was damaged; an empty one is in use. */
  | { readonly code: 'catalogue_set_aside'; readonly file: string }
  /** The till had products, and has none though nobody took them out. */
  | { readonly code: 'catalogue_gone'; readonly file: string }
  /** A part of the catalogue cannot be read; the rest of it still serves. */
  | { readonly code: 'catalogue_damaged' }
  | { readonly code: 'settings_set_aside'; readonly file: string }
  /** A newer version of the program is there. */
  | { readonly code: 'update_found'; readonly version: string }
  /** The program cannot fetch what is at the updates' address; `detail` is for whoever helps. */
  | { readonly code: 'update_not_fetched'; readonly detail: string }
  /** The disk has no room for the update and for the till to go on selling. */
  | { readonly code: 'update_no_room'; readonly neededBytes: number }
  /** The file is not signed by the program's maker. */
  | { readonly code: 'update_not_signed' }
  | { readonly code: 'update_not_now'; readonly why: UpdateHindrance }
  /** The system refused the update: the program is the one it was. */
  | { readonly code: 'update_not_installed' }
  /** The program ended by itself, and has started again. */
  | { readonly code: 'started_again' }
  /** Another backup is being looked at. */
  | { readonly code: 'restore_under_way' }
  /** The backup, or what it would replace, has changed since it was looked at. */
  | { readonly code: 'backup_not_looked_at' }
  | { readonly code: 'second_copy_unusable'; readonly problem: MediumProblem }
  /** The newest daily backup was not kept beside the second copy. It is tried again. */
  | { readonly code: 'medium_backup_failed'; readonly problem: MediumProblem }
  /** A value of the copy is not what it must be: somebody or something has changed it. */
  | { readonly code: 'second_copy_value'; readonly field: string }
  /** Another computer has started again from this till's second copy. */
  | { readonly code: 'till_replaced'; readonly atMs: number; readonly computer: string }
  /** Whether the second copy was taken elsewhere is not known yet: nothing is sent until then. */
  | { readonly code: 'second_copy_asked' }
  /** `field` names a field of ours whose value is not what it must be; null for other problems. */
  | {
      readonly code: 'setup_file_unusable';
      readonly problem: SetupFileProblem;
      readonly field: string | null;
    }
  /** What was typed is no recovery key (`isKey` false), or it is the key of other backups. */
  | { readonly code: 'recovery_key_wrong'; readonly isKey: boolean }
  | { readonly code: 'token_not_kept' }
  /** Nobody has confirmed that the recovery key is on paper. */
  | { readonly code: 'recovery_key_not_written' }
  | { readonly code: 'file_not_written'; readonly file: string }
  /** The file that was chosen for the customer display cannot be used. */
  | {
      readonly code: 'picture_unusable';
      readonly reason: 'unreadable' | 'no_picture' | 'too_large' | 'too_many';
    }
  | { readonly code: 'print_failed'; readonly detail: string }
  | { readonly code: 'no_printer' }
  /** Nobody has said who they are. */
  | { readonly code: 'locked' }
  /** All tills of this computer share the setting, and another till's managers decide about it. */
  | { readonly code: 'guarded_by_till'; readonly name: string }
  /** The shop has reserved this for managers, and no manager has approved it. */
  | { readonly code: 'manager_needed'; readonly action: ManagerAction }
  /** Somebody closed the PIN window without a PIN. */
  | { readonly code: 'pin_not_given' }
  /** A PIN window is open: that is answered first. */
  | { readonly code: 'pin_window_open' }
  /** The PIN window could not be opened, so nothing was approved. */
  | { readonly code: 'pin_window_failed' }
  | { readonly code: 'pin_wrong' }
  /** Too many PINs were wrong: the next is looked at after this time. */
  | { readonly code: 'pin_wait'; readonly waitMs: number }
  /** A manager's PIN was set anew without the former one. */
  | {
      readonly code: 'pin_recovered';
      readonly name: string;
      readonly atMs: number;
      readonly way: ProofWay;
      /** The service's user who proved who they are. */
      readonly by: string;
    }
  /** The service's user is not among those who may give a manager a new PIN. */
  | { readonly code: 'recovery_not_allowed'; readonly user: string }
  /** The service does not say which user signed in. */
  | { readonly code: 'recovery_user_unknown' }
  /** Something other than the till changed the list of users who may give a manager a new PIN. */
  | { readonly code: 'recovery_users_changed' }
  /** Nobody, or (`old_pin`) not this person, is a proven manager: they may do as cashiers. */
  | { readonly code: 'manager_unproven'; readonly why: Unproven | 'old_pin' }
  /** The key store does not answer, and without it no manager can be set up. */
  | { readonly code: 'key_store_silent' }
  | { readonly code: 'cashier_name_taken' }
  /** The first cashier must be one who can manage the others. */
  | { readonly code: 'manager_first' }
  | { readonly code: 'last_manager' }
  | PrintingError
  /** A bug. The log tells what happened, under this identifier. */
  | { readonly code: 'unexpected'; readonly id: string };

export type Result<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: AppError };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const err = (error: AppError): { readonly ok: false; readonly error: AppError } => ({
  ok: false,
  error,
});

/** Closes a union: an unhandled case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`unhandled case: ${JSON.stringify(value)}`);
}

/** Returns whether a call of the system has failed: one about a file or a connection. */
export const isOfSystem = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

/** A quota that is used up has no name in Node: its numbers on Linux and on macOS. */
const quotaNumbers: readonly unknown[] = [-122, -69];

/** Returns the code that Node, SQLite and others give an error; undefined if it has none. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error && typeof error.code === 'string'))
    return undefined;
  const isQuota =
    error.code === 'UNKNOWN' && 'errno' in error && quotaNumbers.includes(error.errno);
  return isQuota ? 'EDQUOT' : error.code;
}
