// Tills with one mistake each, to show that the checker catches it: the real outbox with one part
// spoilt.
import * as v from 'valibot';
import { ok, type Result } from '../../src-main/contract/errors.ts';
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import type { SaleSummary } from '../../src-main/contract/sales.ts';
import type { OutboxService, OutboxOptions } from '../../src-main/outbox/outbox.ts';
import type { Exchange } from '../../src-main/service/client.ts';
import type { Correction } from '../../src-main/store/corrections.ts';
import type { takeBack } from '../../src-main/returns/take-back.ts';
import type { NewSale } from '../../src-main/store/sales.ts';
import type { Till } from '../../src-main/till/till.ts';
import type { Promised } from './checker.ts';
import type { HistoryKind } from './history-plan.ts';
import { ownReference } from './own-reference.ts';

export interface TillParts extends Pick<OutboxOptions, 'db' | 'service' | 'timing'> {
  /** Commits the sale; `promise` is the screen that says so. */
  finishSale(sale: NewSale, promise: (sale: Promised) => void): void;
  correct(correction: Correction): Result<SaleSummary>;
  readonly takeBack: typeof takeBack;
}

const spoilers = {
  /** As if an HTTP client below the outbox sent again. */
  sends_again_without_looking: (parts: TillParts): TillParts =>
    withService(parts, (service) => ({
      create: async (body) => {
        const first = await service.create(body);
        return isClear(first) ? first : service.create(body);
      },
    })),

  /** As if one look-up were enough, whatever lag of the search was measured. */
  sends_again_after_one_look_up: (parts: TillParts): TillParts => ({
    ...parts,
    timing: { ...parts.timing, settlingMs: -Infinity, lookUpsNeeded: 1 },
  }),

  takes_a_failed_look_up_for_absence: (parts: TillParts): TillParts =>
    withService(parts, (service) => ({
      create: async (body) => {
        const first = await service.create(body);
        if (isClear(first)) return first;
        const found = await service.lookUp({ ...newest, search: referenceOf(body) });
        return found.ok ? first : service.create(body);
      },
    })),

  believes_a_refusal_without_looking: (parts: TillParts): TillParts =>
    withService(parts, (service) => {
      const refused = new Set<string>();
      return {
        create: async (body) => {
          const exchange = await service.create(body);
          const isRefused = exchange.kind === 'answer' && exchange.status === 400;
          if (isRefused) refused.add(referenceOf(body));
          else refused.delete(referenceOf(body));
          return exchange;
        },
        lookUp: async (query) => {
          const page = await service.lookUp(query);
          if (!page.ok) return page;
          const rows = page.value.rows.filter((row) => !refused.has(row.ourReference));
          return ok({ ...page.value, rows });
        },
      };
    }),

  sends_unfinished_again_at_start: (parts: TillParts): TillParts => {
    force(parts, 'sending', 'queued');
    return parts;
  },

  drops_unfinished_at_start: (parts: TillParts): TillParts => {
    force(parts, 'sending', 'cancelled');
    return parts;
  },

  promises_before_it_commits: (parts: TillParts): TillParts => ({
    ...parts,
    finishSale: (sale, promise) => {
      promise(sale);
      setTimeout(() => {
        parts.finishSale(sale, () => undefined);
      }, 10);
    },
  }),

  sends_what_was_restored_without_looking: (parts: TillParts): TillParts => {
    parts.db
      .prepare(
        `UPDATE sale SET state = 'queued' WHERE state = 'in_doubt'
         AND sale_id IN (SELECT sale_id FROM sale_step WHERE event = 'restored')`,
      )
      .run();
    return parts;
  },

  forgets_what_was_corrected: (parts: TillParts): TillParts => ({
    ...parts,
    correct: (correction) => {
      const corrected = parts.correct(correction);
      const ofSale = 'sale_id = (SELECT sale_id FROM sale WHERE reference = ?)';
      for (const forget of ['DELETE FROM former_sale', 'UPDATE sale SET attempts = 0']) {
        parts.db.prepare(`${forget} WHERE ${ofSale}`).run(correction.reference);
      }
      return corrected;
    },
  }),

  corrects_the_total_alone: (parts: TillParts): TillParts => ({
    ...parts,
    correct: (correction) => {
      const kept = parts.db
        .prepare('SELECT body FROM sale WHERE reference = ?')
        .pluck()
        .get(correction.reference);
      return parts.correct({ ...correction, body: v.parse(v.instance(Buffer), kept) });
    },
  }),

  sends_a_return_twice: (parts: TillParts): TillParts =>
    withService(parts, (service) => ({
      create: async (body) => {
        if (sentReference(body) !== referenceOf(body)) await service.create(body);
        return service.create(body);
      },
    })),

  /** It forgets what came back, and takes no notice of what the service shows. */
  gives_back_too_much: (parts: TillParts): TillParts => ({
    ...parts,
    takeBack: async (till, wanted, selling) => {
      const listDocuments: Till['listDocuments'] = async (...asked) => {
        const page = await till.listDocuments(...asked);
        const results = page.ok ? page.value.results.map((row) => ({ ...row, returnOf: '' })) : [];
        return page.ok ? ok({ ...page.value, results }) : page;
      };
      const blind = new Proxy(till, {
        get: (of, name): unknown =>
          name === 'listDocuments' ? listDocuments : Reflect.get(of, name),
      });
      const done = await parts.takeBack(blind, wanted, selling);
      parts.db
        .prepare(
          `UPDATE sale SET content = json_set(content, '$.returned.origin.docKey', 'FS 2026X/1',
             '$.returned.origin.reference', NULL) WHERE content ->> '$.returned' IS NOT NULL`,
        )
        .run();
      return done;
    },
  }),

  forgets_the_cash_out: (parts: TillParts): TillParts => ({
    ...parts,
    takeBack: async (...asked) => {
      const done = await parts.takeBack(...asked);
      parts.db.prepare('UPDATE sale SET cash_cents = NULL WHERE cash_cents < 0').run();
      return done;
    },
  }),
} as const;

export type BadTill = keyof typeof spoilers;
export const badTills = Object.keys(spoilers) as BadTill[];

const kindsByTill: Readonly<Partial<Record<BadTill, HistoryKind>>> = {
  believes_a_refusal_without_looking: 'refused_unseen',
  forgets_what_was_corrected: 'often_refused',
  corrects_the_total_alone: 'often_refused',
  sends_what_was_restored_without_looking: 'copied',
};

/** Returns the kind of history in which the mistake shows. */
export const caughtBy = (badTill: BadTill): HistoryKind => kindsByTill[badTill] ?? 'ordinary';

export const spoil = (badTill: BadTill, parts: TillParts): TillParts => spoilers[badTill](parts);

const withService = (
  parts: TillParts,
  spoiled: (service: OutboxService) => Partial<OutboxService>,
): TillParts => ({ ...parts, service: { ...parts.service, ...spoiled(parts.service) } });

const isClear = (exchange: Exchange): boolean =>
  exchange.kind === 'no_answer'
    ? !exchange.sent
    : exchange.kind === 'answer' && [201, 400, 401].includes(exchange.status);

const newest = { descending: true, offset: 0, limit: 100 } as const;

const sentBody = v.pipe(v.string(), v.parseJson(), v.object({ our_reference: v.string() }));

const sentReference = (body: Uint8Array): string =>
  v.parse(sentBody, Buffer.from(body).toString('utf8')).our_reference;

const referenceOf = (body: Uint8Array): string => ownReference(sentReference(body));

/** Forces a transition that the table does not have, by going past it. */
function force({ db }: TillParts, from: SaleState, to: SaleState): void {
  db.prepare('UPDATE sale SET state = ? WHERE state = ?').run(to, from);
}
