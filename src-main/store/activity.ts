// Whether anybody works at the till, as far as its file tells.
import * as v from 'valibot';
import type { Store } from './open.ts';
import { readValue } from './prepared.ts';

/** Returns a text that changes with what people do: selling, counting the drawer, moving cash. */
export const activityOf = (db: Store): string =>
  readValue(
    db,
    v.string(),
    `SELECT json_array((SELECT max(sale_id) FROM sale), (SELECT cart FROM open_cart),
         (SELECT typed FROM count_draft), (SELECT max(movement_id) FROM cash_movement),
         (SELECT max(decision_id) FROM decision))`,
  );
