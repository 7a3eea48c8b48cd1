// Why nothing of a document can be returned.

export type NotReturnable =
  /** The sale has not been sent: cancelling it takes it back. */
  | 'queued'
  /** The sale is under way, or a person must look after it first. */
  | 'unsettled'
  | 'cancelled'
  /** It was cancelled or corrected too late, and its money has moved. */
  | 'money_moved'
  /** It was sold on account, and the till does not know whether it was paid since. */
  | 'on_account'
  | 'not_finalized'
  /** It is no invoice. */
  | 'kind'
  /** The service does not show its lines with code, quantity and price. */
  | 'lines_unknown'
  /** Its lines do not come to its total, so that nobody can say what a line was paid with. */
  | 'prices_unknown'
  /** The service's search does not find it, and so no return of it either. */
  | 'not_searchable'
  /** A return of another till cannot be read, so that nobody knows what is left. */
  | 'return_unread';
