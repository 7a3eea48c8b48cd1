// The steps of a history: what happens to a till and around it, and what people do.
import type { CountPurpose } from '../../src-main/contract/day.ts';
import type { Fault } from './fault.ts';
import type { Down, Hiding } from './fault-proxy.ts';
import type { Poison } from './poison.ts';
import type { ListTroubles } from './proxied-lists.ts';

/**
 * Natures that the lists are known to show: a sale at the counter (FS), and documents that go the
 * same way.
 */
export const soldNatures = ['FS', 'FS', 'FS', 'FS', 'FS', 'FS', 'GR', 'OR', 'EST'] as const;

export interface ToSell {
  readonly nature: (typeof soldNatures)[number];
  readonly lines: number;
  /** A product that the service does not know, so that it refuses the sale. */
  readonly unknownProduct: boolean;
  /** What makes the sale fail every time. */
  readonly poison: Poison | null;
  /** Paid in cash into the drawer; a document is not. */
  readonly isCash?: boolean;
}

/** Whether a decision about a sale gives its money back, or takes it. */
interface OfMoney {
  readonly moneyMoved?: boolean;
}

/** What a person does at the drawer; nothing happens if it cannot be done. */
export type DayStep =
  | { readonly do: 'open_day'; readonly floatCents: number }
  | {
      readonly do: 'move_cash';
      readonly direction: 'in' | 'out';
      readonly amountCents: number;
    }
  /** The newest movement that nobody took back. */
  | { readonly do: 'take_back' }
  /** `offCents`: how much more than there should be. */
  | { readonly do: 'count_drawer'; readonly purpose: CountPurpose; readonly offCents: number }
  /** Closes with the last count if that holds, otherwise with a new one. */
  | { readonly do: 'close_day'; readonly leftCents: number };

/** Goods of an earlier sale come back; nothing happens if there is none. */
export interface ToGiveBack {
  /** Whose sale it is; the one that goods came back of last may be chosen once more. */
  readonly of: 'own' | 'another_till' | 'the_same';
  /** How much of what is left: `too_much` is more of one line than that. */
  readonly wish: 'all' | 'part' | 'too_much';
  /**
   * `twice`: as by two presses of a key; `as_two`: two returns of the same lines at once; `again`:
   * the last one once more, as a page does that had no answer.
   */
  readonly asks: 'once' | 'twice' | 'as_two' | 'again';
  readonly isCash: boolean;
  /** A manager lets it go if the service cannot be asked. */
  readonly withoutAsking: boolean;
  /** Decides which lines come back. */
  readonly seed: number;
}

export type ReturnStep =
  | ({ readonly do: 'give_back' } & ToGiveBack)
  /** A manager sets the till up; `needsTrial`: nobody knows yet what the service makes of it. */
  | {
      readonly do: 'set_up_returns';
      readonly needsTrial: boolean;
      readonly sendsPayment: boolean;
    };

/** What happens to one till, or what a person does at it. */
export type TillStep =
  | DayStep
  | ReturnStep
  | ({ readonly do: 'sell' } & ToSell)
  | { readonly do: 'try_now' }
  | { readonly do: 'kill'; readonly afterMs: number }
  | { readonly do: 'restart' }
  /**
   * The till's folder is copied, and the copy goes on as the till; the original is no longer used.
   */
  | { readonly do: 'move_to_copy'; readonly how: 'kill' | 'stop' }
  /**
   * The folder is copied while the till is stopped; later that copy replaces what the folder has
   * become.
   */
  | { readonly do: 'keep_folder' }
  | { readonly do: 'put_back' }
  /** Waits until the first few sales have ended; others may be sold meanwhile. */
  | {
      readonly do: 'until_settled';
      readonly first: number;
      readonly limitMs: number;
      readonly sellsOn: boolean;
    }
  /** Sets the computer's clock to this distance from the true time. */
  | { readonly do: 'set_clock'; readonly offsetMs: number }
  /** A refused sale gets another body. */
  | ({ readonly do: 'correct'; readonly lines: number } & OfMoney)
  /** A refused sale is sent as it is. */
  | { readonly do: 'send_again' }
  /**
   * Cancels a queued or refused sale, or one in doubt once the service is proven not to hold it.
   */
  | ({ readonly do: 'cancel' } & OfMoney)
  /** Settles a sale that has been in doubt for the settling time, by the service's own records. */
  | { readonly do: 'settle' };

export type WorldStep =
  | { readonly do: 'wait'; readonly ms: number }
  /** The share of creations to which something happens. */
  | { readonly do: 'set_faults'; readonly share: number }
  | { readonly do: 'unplug' }
  | { readonly do: 'plug_in' }
  | { readonly do: 'revoke_token' }
  | { readonly do: 'renew_token' }
  | { readonly do: 'hide_new'; readonly hiding: Hiding }
  | { readonly do: 'hide_no_more' }
  | { readonly do: 'break_lists'; readonly status: number; readonly body: string }
  | { readonly do: 'mend_lists' }
  | { readonly do: 'refuse_all'; readonly status: number; readonly body: string }
  | { readonly do: 'refuse_no_more' }
  | { readonly do: 'trouble_lists'; readonly troubles: ListTrouble }
  | { readonly do: 'untrouble_lists'; readonly troubles: ListTrouble }
  | { readonly do: 'set_date'; readonly aheadMs: number }
  | { readonly do: 'service_down'; readonly down: Omit<Down, 'carriesOutAfterMs'> }
  | { readonly do: 'service_up' }
  /** Waits until that many creations have been requested. */
  | { readonly do: 'until_delivered'; readonly count: number; readonly limitMs: number }
  /** Waits until that many searches for a single sale have been answered. */
  | { readonly do: 'until_looked'; readonly count: number; readonly limitMs: number }
  /** For the next creations, in order. */
  | { readonly do: 'plan_faults'; readonly faults: readonly (Fault | null)[] }
  /** The service loses a document that it confirmed. */
  | { readonly do: 'drop_document' }
  /** The service gives a document that it confirmed another total. */
  | { readonly do: 'change_total' };

export type ListTrouble = Partial<Omit<ListTroubles, 'answer' | 'distort'>>;

export type HistoryStep = WorldStep | (TillStep & { readonly till: number });
