// Rules that are each worse than the outbox's own in one way: the model must catch every one of
// them.
import {
  Rules,
  type Failure,
  type Sighting,
  type Verdict,
} from '../../../src-main/outbox/rules.ts';
import type { FaultKind } from './judge.ts';
import { modelTiming, own, type Tried } from './play.ts';
import type { ServiceKind } from './service-kinds.ts';

/** `among`: the kinds of service that show the mistake. */
export interface BadRules {
  readonly name: string;
  readonly tried: Tried;
  readonly shows: FaultKind;
  readonly among: readonly ServiceKind[];
}

class BelievesLooksThatShowNothing extends Rules {
  override looked(sighting: Sighting, nowMs: number): Verdict {
    return super.looked({ ...sighting, control: 'after' }, nowMs);
  }
}

class SendsWhatWasNamed extends Rules {
  override failed(failure: Failure, nowMs: number) {
    const proof = failure.proof === 'never' ? 'absence' : failure.proof;
    return super.failed({ ...failure, proof }, nowMs);
  }
}

class LooksThroughNothing extends Rules {
  override closeGate(): void {
    this.openGate();
  }
}

class TellsNobody extends Rules {
  override doubtBoundMs(): number {
    return Infinity;
  }
}

class NeverEndsAPause extends Rules {
  override nextCreation(hasQueued: boolean, nowMs: number) {
    const creation = super.nextCreation(hasQueued, nowMs);
    return this.isPaused ? ({ do: 'wait', untilMs: Infinity } as const) : creation;
  }
}

const of = (rules: typeof Rules): Tried => ({
  ...own,
  rulesOf: (timing, random) => new rules(timing, random),
});

export const badRules: readonly BadRules[] = [
  {
    name: 'settle after a minute',
    tried: { ...own, timing: { ...modelTiming, settlingMs: 60_000 } },
    shows: 'sent_twice',
    among: ['stalls'],
  },
  {
    name: 'believe looks that show nothing at all',
    tried: of(BelievesLooksThatShowNothing),
    shows: 'sent_twice',
    among: ['lags_long'],
  },
  {
    name: 'send again what the service has named',
    tried: of(SendsWhatWasNamed),
    shows: 'sent_twice',
    among: ['alters_references'],
  },
  {
    name: 'look through nothing before the first creation',
    tried: of(LooksThroughNothing),
    shows: 'sent_twice',
    among: ['flaps', 'works_off_a_queue', 'refuses_the_token'],
  },
  {
    name: 'tell nobody',
    tried: of(TellsNobody),
    shows: 'waiting_unseen',
    among: ['fails_in_lists'],
  },
  { name: 'never end a pause', tried: of(NeverEndsAPause), shows: 'stuck', among: ['poison'] },
];
