// Reads what selling needs of a file that is not read whole before it sells: what it always reads,
// what was sold last, what is unsettled, and where the next rows are written.
import { isFinal, saleStates } from '../contract/outbox-states.ts';
import { ifReadable } from './if-readable.ts';
import type { Store } from './open.ts';

/** Tables that stay small, or of which every row may be asked for. */
const smallTables = [
  ...['till', 'installation', 'shift', 'pending_decision', 'open_cart', 'held_cart', 'count_draft'],
  ...['payment_method', 'payment_method_seen', 'quick_key_page', 'till_setting', 'cashier'],
  ...['recovery', 'recovery_user', 'missed_control', 'unknown_reference', 'sale_notice'],
] as const;

/** Tables that grow at their end. */
const growingTables = [
  ...['decision', 'former_sale', 'audit', 'cash_movement', 'drawer_count', 'z_report'],
  ...['z_addendum', 'receipt_print', 'print_job', 'drawer_opening', 'customer_seen'],
] as const;

/** As many as a shop sells on a busy day. */
const lastSales = 250;
const lastRows = 20;

const unsettled = saleStates.filter((state) => !isFinal(state));

/** Returns whether all of it can be read, and each sale is where the indexes say. */
export function isReadyToSell(db: Store): boolean {
  const isReady = ifReadable(() => {
    for (const table of smallTables) {
      if (db.pragma(`quick_check(${table})`, { simple: true }) !== 'ok') return false;
    }
    for (const table of growingTables) {
      db.prepare(`SELECT * FROM ${table} ORDER BY rowid DESC LIMIT ${lastRows}`).all();
    }
    return areUnsettledAsListed(db) && areLastSalesFound(db);
  });
  return isReady === true;
}

/** Returns whether the list of what the outbox has to do agrees with the sales' own rows. */
const areUnsettledAsListed = (db: Store): boolean =>
  db
    .prepare(
      `SELECT 1 FROM sale AS listed INDEXED BY sale_by_state
       LEFT JOIN sale AS own NOT INDEXED ON own.sale_id = listed.sale_id
       WHERE listed.state IN (SELECT value FROM json_each(?)) AND own.state IS NOT listed.state`,
    )
    .get(JSON.stringify(unsettled)) === undefined;

/** Returns whether the last sales are found by whatever a sale is looked for by. */
function areLastSalesFound(db: Store): boolean {
  const last = `(SELECT * FROM sale NOT INDEXED ORDER BY sale_id DESC LIMIT ${lastSales})`;
  const rows = db.prepare(`SELECT * FROM ${last}`).all();
  db.prepare(
    `SELECT * FROM sale_step WHERE sale_id > (SELECT max(sale_id) FROM sale) - ${rows.length}`,
  ).all();
  return (
    db
      .prepare(
        `SELECT 1 FROM ${last} AS own
         WHERE own.sale_id IS NOT (SELECT sale_id FROM sale WHERE reference = own.reference)
           OR own.sale_id IS NOT (SELECT sale_id FROM sale WHERE cart_id = own.cart_id)
           OR NOT EXISTS (SELECT 1 FROM sale AS listed INDEXED BY sale_by_state
             WHERE listed.state = own.state AND listed.sale_id = own.sale_id)`,
      )
      .get() === undefined
  );
}
