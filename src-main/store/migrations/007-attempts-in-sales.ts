// What is known of a sale's attempts is in its own row: its history tells when each began and how it ended. And a cart that was
// sold is found by its own id, wherever it was kept.
export const attemptsInSales = `
ALTER TABLE sale ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
-- The lowest of the highest document ids known before each attempt: what they created has a higher one.
ALTER TABLE sale ADD COLUMN mark INTEGER;
UPDATE sale SET (attempts, mark) =
    (SELECT count(*), min(highest_document_id) FROM attempt WHERE attempt.sale_id = sale.sale_id)
  WHERE sale_id IN (SELECT sale_id FROM attempt);
DROP TABLE attempt;

ALTER TABLE open_cart ADD COLUMN cart_id TEXT NOT NULL DEFAULT '';
UPDATE open_cart SET cart_id = coalesce(cart ->> '$.cartId', '') WHERE json_valid(cart);
DROP TRIGGER open_cart_sold;
DROP TRIGGER held_cart_sold;
-- Whichever way it came to be sold.
CREATE TRIGGER cart_sold AFTER INSERT ON sale BEGIN
  DELETE FROM open_cart WHERE cart_id = NEW.cart_id;
  DELETE FROM held_cart WHERE cart_id = NEW.cart_id;
END;
`;
