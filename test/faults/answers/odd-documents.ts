// Documents of the service with some of their fields changed, and what each of them still says.
import { created } from '../../unit/service/documents.ts';
import type { Seeded } from '../seeded.ts';
import { fieldsOf, objectText, shuffled } from './json-text.ts';
import { missing, oddFields, type Facts } from './odd-fields.ts';
import { worst, type Effect } from './said.ts';
import { oddField, otherReference } from './surprises.ts';

export interface OddDocument extends Facts {
  readonly json: string;
  /** What the changes do to the document beyond its facts. */
  readonly effect: Effect;
}

export interface Wanted {
  readonly id: number;
  readonly reference: string;
  readonly isOurs: boolean;
  readonly totalCents: number;
  /** The share of the fields that are changed. */
  readonly oddShare: number;
}

/** Draws a document. Every field is changed at most once, so that the effects add up. */
export function oddDocument(random: Seeded, wanted: Wanted): OddDocument {
  const { reference, oddShare } = wanted;
  const isOdd = (): boolean => random.chance(oddShare);
  const borne = wanted.isOurs
    ? ({ json: JSON.stringify(reference), reference: 'ours' } as const)
    : otherReference(random, reference);
  const values = new Map<string, string>([
    ...fieldsOf(created),
    ['id', String(wanted.id)],
    ['total_amount', String(wanted.totalCents / 100)],
    ['our_reference', borne.json],
  ]);
  let facts: Facts = {
    id: wanted.id > 0 ? 'readable' : 'unreadable',
    reference: borne.reference,
    isOurNature: true,
    isFinalized: true,
    isOurTotal: true,
    isPartyReadable: true,
  };
  const effects: Effect[] = [];
  const extras: (readonly [string, string])[] = [];

  for (const [name, draw] of Object.entries(oddFields)) {
    if (!isOdd()) continue;
    const { json, effect, facts: changed } = draw(random, wanted);
    const former = values.get(name) ?? 'null';
    if (json === missing) {
      values.delete(name);
      // The field exists only where a careless copy of the object would inherit it.
      if (random.chance(0.3)) extras.push(['__proto__', objectText([[name, former]])]);
    } else if (random.chance(0.1)) {
      // Of two fields with one name the last one counts, but not surely.
      values.set(name, `${former},${JSON.stringify(name)}:${json}`);
      effects.push('muddling');
    } else {
      values.set(name, json);
    }
    facts = { ...facts, ...changed };
    effects.push(effect);
  }
  if (isOdd()) extras.push(oddField(random), oddField(random));
  const written = [...values, ...extras];
  return {
    ...facts,
    json: objectText(isOdd() ? shuffled(random, written) : written),
    effect: worst(effects),
  };
}
