// Who is at the till, and what was asked and approved while they are.
import type { ManagerAction } from '../contract/lock.ts';
import type { Store } from '../store/open.ts';
import type { LoweredSale } from './price-approvals.ts';

/** Somebody at the till, until it is locked. */
export interface Presence {
  /** The till that they are at: another one knows nothing of them. */
  readonly db: Store;
  readonly cashierId: string;
  /** Their PIN has shown who they are. A manager whose PIN has not is a cashier. */
  readonly isProven: boolean;
  /** What was last asked for and needs a manager, by the action. */
  readonly asked: Map<ManagerAction, Asked>;
  readonly approvals: Map<ManagerAction, Approval>;
  touchedAtMs: number;
}

/** What is to be approved: a whole request, or prices of a sale. */
export type Asked = { readonly what: string } | { readonly lowered: LoweredSale };

interface Approval {
  readonly manager: string;
  readonly what: string;
  readonly untilMs: number;
}
