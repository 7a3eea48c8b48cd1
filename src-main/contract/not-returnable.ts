// Why nothing of a document can be returned, or only without having asked for other returns of it.

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
  /** The service's search does not find it, and so no return of it either. */
  | 'not_searchable'
  /** A return of another till cannot be read, so that nobody knows what is left. */
  | 'return_unread';

/**
 * Why the service was not asked for the returns of other tills: it does not answer, or its search
 * does not find the original either.
 */
export type NotAsked = 'away' | 'not_searchable';
