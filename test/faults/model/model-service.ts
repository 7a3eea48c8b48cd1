// The service in the model: creations, which are carried out or not, and lists that show what is,
// or was, true.
import { counterSale } from '../../../src-main/contract/new-document.ts';
import { cents } from '../../../src-main/contract/money.ts';
import type { AppError } from '../../../src-main/contract/errors.ts';
import type { LookUpRow } from '../../../src-main/service/responses.ts';
import { seeded } from '../seeded.ts';
import type { Schedule } from './schedule.ts';
import {
  kindOf,
  listPlanOf,
  planOf,
  type Answer,
  type ListPlan,
  type Moment,
  type Trouble,
} from './service-kinds.ts';
import type { World } from './world.ts';

/** A creation request, and what became of it. */
export interface CreateRequest {
  readonly reference: string;
  readonly sale: number;
  readonly totalCents: number;
  readonly sentAtMs: number;
  /** When the look-up began that let the till send it; null before a first attempt. */
  readonly lookedAtMs: number | null;
  /** Whether a person had let sales go. */
  readonly isReleased: boolean;
  /** What the till was told; null if nothing yet. */
  answered: CreateReply | null;
  answeredAtMs: number;
  readonly documents: ModelDocument[];
}

export interface ModelDocument {
  readonly id: number;
  readonly madeAtMs: number;
  readonly finalizedAtMs: number;
  readonly isOtherKind: boolean;
  readonly reference: string;
  readonly draft: LookUpRow;
  readonly final: LookUpRow;
  readonly request: CreateRequest;
  /** The service has forgotten the document. */
  isGone: boolean;
}

export type CreateReply =
  | { readonly kind: 'not_sent' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'created'; readonly row: LookUpRow }
  | { readonly kind: 'unclear'; readonly documentId: number | null }
  | { readonly kind: 'status'; readonly status: number; readonly retryAfterMs: number | null };

export type ListReply =
  | { readonly ok: true; readonly rows: readonly LookUpRow[] }
  | { readonly ok: false; readonly error: AppError };

const patienceMs = 15_000;
const soonMs = 9 * 60_000;
const unreachable = (reason: 'refused' | 'timeout'): AppError => ({
  code: 'service_unreachable',
  reason,
});

export class ModelService {
  readonly documents: ModelDocument[] = [];
  forgot = false;
  readonly requests: CreateRequest[] = [];
  readonly #world: World;
  #schedule: Schedule;
  #unpluggedUntilMs = 0;
  #lastId = 1000;
  #listed = 0;
  #isHealed = false;
  #signedInAtMs = 0;
  readonly #attempts = new Map<number, number>();

  constructor(world: World, schedule: Schedule) {
    this.#world = world;
    this.#schedule = schedule;
    for (const { fromMs, toMs } of schedule.troubles) {
      if (!schedule.kinds.some((kind) => kindOf(kind).forgetsTrouble)) continue;
      world.at(toMs, () => {
        this.#forgetSince(fromMs);
      });
    }
  }

  /** From now on nothing goes wrong any more. */
  heal(): void {
    this.#isHealed = true;
    this.#unpluggedUntilMs = 0;
  }

  unplug(ms: number): void {
    this.#unpluggedUntilMs = Math.max(this.#unpluggedUntilMs, this.#world.nowMs + ms);
  }

  signIn(): void {
    this.#signedInAtMs = this.#world.nowMs;
  }

  troubleAt(nowMs: number): Trouble | undefined {
    return this.#schedule.troubles.find(({ fromMs, toMs }) => fromMs <= nowMs && nowMs < toMs);
  }

  #moment(sale: number, attempt: number): Moment {
    const { seed, troubles } = this.#schedule;
    const { nowMs } = this.#world;
    return {
      random: seeded(Math.imul(seed + 1, 1_000_003) ^ (sale * 7_919 + attempt * 104_729)),
      ...{ nowMs, sale, attempt },
      trouble: this.#isHealed ? undefined : this.troubleAt(nowMs),
      nextTrouble: troubles.find(({ fromMs }) => fromMs > nowMs && fromMs < nowMs + soonMs),
    };
  }

  get #isUnreachable(): boolean {
    const { nowMs } = this.#world;
    if (nowMs < this.#unpluggedUntilMs) return true;
    return this.#isTroubled((kind) => kind.isDownInTrouble === true);
  }

  #is(is: (kind: ReturnType<typeof kindOf>) => boolean): boolean {
    return this.#schedule.kinds.some((kind) => is(kindOf(kind)));
  }

  #isTroubled(is: (kind: ReturnType<typeof kindOf>) => boolean): boolean {
    if (this.#isHealed || !this.troubleAt(this.#world.nowMs)) return false;
    return this.#schedule.kinds.some((kind) => is(kindOf(kind)));
  }

  /** Refused since the last time of trouble, unless somebody signed in. */
  get #isTokenRefused(): boolean {
    const { kinds, troubles } = this.#schedule;
    if (this.#isHealed || !kinds.some((kind) => kindOf(kind).refusesToken)) return false;
    const { nowMs } = this.#world;
    const last = Math.max(-1, ...troubles.map(({ fromMs }) => fromMs).filter((at) => at <= nowMs));
    return this.#signedInAtMs < last;
  }

  create(
    request: Omit<CreateRequest, 'answered' | 'answeredAtMs' | 'documents' | 'sentAtMs'>,
    reply: (reply: CreateReply) => void,
  ): void {
    const { nowMs } = this.#world;
    const kept: CreateRequest = {
      ...request,
      ...{ sentAtMs: nowMs, answered: null, answeredAtMs: Infinity, documents: [] },
    };
    const answer = (afterMs: number, with_: () => CreateReply) => {
      this.#world.at(nowMs + afterMs, () => {
        kept.answered = with_();
        kept.answeredAtMs = this.#world.nowMs;
        reply(kept.answered);
      });
    };
    if (this.#isUnreachable) {
      answer(50, () => ({ kind: 'not_sent' }));
      return;
    }
    this.requests.push(kept);
    if (this.#isTokenRefused) {
      answer(100, () => ({ kind: 'status', status: 401, retryAfterMs: null }));
      return;
    }
    const attempt = (this.#attempts.get(request.sale) ?? 0) + 1;
    this.#attempts.set(request.sale, attempt);
    const moment = this.#moment(request.sale, attempt);
    const plan = planOf(this.#isHealed ? [] : this.#schedule.kinds, moment);
    for (const afterMs of plan.madeAfterMs) {
      this.#world.at(nowMs + afterMs, () => {
        this.#make(kept, plan);
      });
    }
    answer(plan.answerAfterMs, () => this.#answerOf(plan.answer, kept));
  }

  #answerOf(answer: Answer, { documents, reference }: CreateRequest): CreateReply {
    const [document = this.documents.find((one) => one.reference === reference)] = documents;
    switch (answer.kind) {
      case 'lost':
        return answer;
      case 'status':
        return { ...answer, retryAfterMs: answer.retryAfterMs ?? null };
      case 'unclear':
        return { kind: 'unclear', documentId: answer.namesIt && document ? document.id : null };
      case 'created':
        if (!document) return { kind: 'lost' };
        return { kind: 'created', row: document.final };
    }
  }

  #make(
    request: CreateRequest,
    plan: {
      readonly isOtherKind: boolean;
      readonly isReferenceAltered: boolean;
      readonly addedCents: number;
      readonly finalizedAfterMs: number | null;
    },
  ): void {
    const { nowMs } = this.#world;
    this.#lastId += 2;
    const id = this.#lastId;
    const { isOtherKind, isReferenceAltered, addedCents, finalizedAfterMs } = plan;
    const reference = isReferenceAltered ? request.reference.slice(0, 12) : request.reference;
    const row = (isFinal: boolean) =>
      rowOf(id, reference, request.totalCents + addedCents, isOtherKind, isFinal);
    const document: ModelDocument = {
      ...{ id, madeAtMs: nowMs, isOtherKind, reference, request, isGone: false },
      finalizedAtMs: nowMs + (finalizedAfterMs ?? 0),
      ...{ draft: row(false), final: row(true) },
    };
    request.documents.push(document);
    this.documents.push(document);
    if (this.#is((kind) => kind.sharesIds === true)) this.documents.push(ofAnotherKind(document));
  }

  /** Puts the service back to what it was; it gives the same ids again. */
  #forgetSince(sinceMs: number): void {
    this.forgot = true;
    const kept = this.documents.filter(({ madeAtMs }) => madeAtMs <= sinceMs);
    for (const document of this.documents) document.isGone ||= !kept.includes(document);
    this.documents.splice(0, this.documents.length, ...kept);
    this.#lastId = Math.max(1000, ...kept.map(({ id }) => id));
  }

  listPlan(): ListPlan {
    this.#listed += 1;
    const kinds = this.#isHealed ? [] : this.#schedule.kinds;
    return listPlanOf(kinds, this.#moment(999, this.#listed));
  }

  /** Returns whether the lists could have shown the document when they were requested. */
  static isShown({ madeAtMs }: ModelDocument, isSearch: boolean, plan: ListPlan, atMs: number) {
    const lagMs = isSearch ? plan.searchLagMs : plan.listLagMs;
    return madeAtMs <= Math.min(atMs - lagMs, plan.stalledAtMs ?? Infinity);
  }

  /**
   * `pageSize`, `downTo`: returns whole pages from the newest on, up to the one with an id as low
   * as `downTo`.
   */
  list(
    { search, downTo }: { readonly search: string; readonly downTo: number },
    reply: (reply: ListReply) => void,
  ): void {
    const { nowMs } = this.#world;
    const answer = (afterMs: number, with_: ListReply) => {
      this.#world.at(nowMs + afterMs, () => {
        reply(with_);
      });
    };
    const fail = (afterMs: number, error: AppError) => {
      answer(afterMs, { ok: false, error });
    };
    if (this.#isUnreachable) {
      fail(50, unreachable('refused'));
      return;
    }
    if (this.#isTokenRefused) {
      fail(50, { code: 'token_refused' });
      return;
    }
    const plan = this.listPlan();
    const failing = plan.failing ?? (search === '' ? null : plan.searchFailing);
    if (failing === 'hang') fail(patienceMs, unreachable('timeout'));
    else if (failing === 503) fail(100, { code: 'service_busy', retryAfterMs: null });
    else if (failing !== null) fail(100, { code: 'service_failed', status: failing });
    else answer(120, { ok: true, rows: this.#rows(search, downTo, plan) });
  }

  #rows(search: string, downTo: number, plan: ListPlan): readonly LookUpRow[] {
    const { nowMs } = this.#world;
    const rows = this.documents
      .filter(
        (document) =>
          ModelService.isShown(document, search !== '', plan, nowMs) &&
          document.reference.includes(search),
      )
      .toSorted((one, other) => this.#order(search, other) - this.#order(search, one))
      .map(({ finalizedAtMs, final, draft }) => (finalizedAtMs <= nowMs ? final : draft));
    const isOrdered = rows.every(({ id }, index) => id <= (rows[index - 1]?.id ?? Infinity));
    const end = isOrdered ? rows.findIndex(({ id }) => id <= downTo) : -1;
    // A newest id below the mark: the service has begun anew, so everything is read.
    return end < 1 ? rows : rows.slice(0, end + 1);
  }

  #order(search: string, { id }: ModelDocument): number {
    const isByRelevance = search !== '' && this.#is((kind) => kind.ordersByRelevance === true);
    return isByRelevance ? (id * 7_919) % 101 : id;
  }
}

/** A document of nobody's sale, with the same id. */
const ofAnotherKind = (document: ModelDocument): ModelDocument => {
  const row = rowOf(document.id, '', 100, true, true);
  const request = { ...document.request, sale: -1, reference: '', documents: [] };
  return { ...document, isOtherKind: true, reference: '', draft: row, final: row, request };
};

function rowOf(
  id: number,
  reference: string,
  totalCents: number,
  isOtherKind: boolean,
  isFinal: boolean,
): LookUpRow {
  const { kind } = counterSale;
  const own = kind.by === 'natureCode' ? kind.code : '';
  const summary = {
    ...{ id, docKey: `D/${id}`, date: '2026-01-05', time: '10:00:00', ourReference: reference },
    ...{ totalCents: cents(totalCents), documentName: '', typeId: null, party: null },
    nature: { id: 302, code: isOtherKind ? 'OR' : own, description: '' },
    status: { id: 1202, code: isFinal ? 'F' : 'P', description: '' },
  };
  return { id, ourReference: reference, summary };
}
