// The form for a change of many products: what is typed, and what it stands for.
import * as v from 'valibot';
import { deedSchema, type Deed, type PriceStep } from '../../src-main/contract/many-products.ts';
import { parseDecimal, type PriceRounding } from '../../src-main/contract/money.ts';
import type { SoldByChoice } from '../../src-main/contract/sold-by.ts';

export interface DeedEntry {
  kind: Deed['kind'];
  direction: 'up' | 'down';
  percent: string;
  step: PriceStep;
  way: PriceRounding['way'];
  group: string;
  soldBy: SoldByChoice;
}

export const emptyDeed: Readonly<DeedEntry> = {
  kind: 'price',
  direction: 'up',
  percent: '',
  step: 'cent',
  way: 'nearest',
  group: '',
  soldBy: 'piece',
};

/** Returns null if it cannot be used as it is typed. */
export function deedOf(entry: DeedEntry): Deed | null {
  const parsed = v.safeParse(deedSchema, fieldsOf(entry));
  return parsed.success ? parsed.output : null;
}

function fieldsOf({ kind, direction, percent, step, way, group, soldBy }: DeedEntry): unknown {
  switch (kind) {
    case 'price':
      return { kind, direction, percent: parseDecimal(percent, 2), step, way };
    case 'group':
      return { kind, group };
    case 'sold_by':
      return { kind, soldBy };
    case 'remove':
      return { kind };
  }
}
