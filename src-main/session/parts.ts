// What a session is made with, and what opening a till takes of it.
import type { Profiles } from '../account/profiles.ts';
import type { ServiceAccess, ServiceAccessOptions } from '../account/service-access.ts';
import type { Tokens, TokensOptions } from '../account/tokens.ts';
import type { OutboxTiming } from '../outbox/timing.ts';
import type { PractisingOptions } from '../practice/practice-session.ts';
import type { CurrentTill } from '../till/current-till.ts';
import type { OpeningOptions } from '../till/open-till.ts';
import type { TillChanges } from '../till/till-changes.ts';

export interface SessionOptions
  extends
    Omit<OpeningOptions, 'seeding'>,
    PractisingOptions,
    TokensOptions,
    Omit<ServiceAccessOptions, 'hide'> {
  /** The waits of practice's outbox, if they differ from a real till's. */
  readonly practiceTiming?: OutboxTiming;
  /** Tells that another till is open, or none. */
  readonly onTillChanged: () => void;
}

/** What it takes to open a till. */
export interface OpeningParts {
  readonly options: SessionOptions & OpeningOptions;
  readonly profiles: Profiles;
  readonly access: ServiceAccess;
  readonly tokens: Tokens;
  readonly current: CurrentTill;
  readonly changes: TillChanges;
}
