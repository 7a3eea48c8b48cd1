// The third schema: figures are read from the sales themselves.

/** SQL for the label of a sale's payment method. Null for what was not sold at the counter. */
export const methodOfSale = `iif(json_valid(content), content ->> '$.payment.method.label', NULL)`;

export const figuresOfSales = `
-- The way to the sales by their state. It also has what figures ask of every sale, whatever its
-- date, so that they need not read the sales: an index of its own would be one more page of each
-- commit.
DROP INDEX sale_by_state;
CREATE INDEX sale_by_state ON sale (state, sale_id, committed_at_ms, total_cents,
  ${methodOfSale});
`;
