// What selling at the counter needs: sales put aside, customers and ways to pay that documents have named, quick keys
// arranged by hand. Products have a file of their own now.
export const selling = `
DROP TABLE product;

CREATE TABLE held_cart (
  held_cart_id INTEGER PRIMARY KEY,
  cart_id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  held_at_ms INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  total_cents INTEGER NOT NULL,
  cart TEXT NOT NULL
) STRICT;
-- A cart that was sold is no longer put aside, whichever way it came to be sold.
CREATE TRIGGER held_cart_sold AFTER INSERT ON sale BEGIN
  DELETE FROM held_cart WHERE cart_id = NEW.cart_id;
END;

CREATE TABLE party_met (
  party_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  fiscal_number TEXT NOT NULL,
  -- Name and number in lower case without accents.
  search_text TEXT NOT NULL,
  -- To the day: meeting the same customer again and again is not worth a write each time.
  seen_on TEXT NOT NULL
) STRICT;
CREATE INDEX party_met_by_day ON party_met (seen_on);

CREATE TABLE payment_method_met (
  payment_method_id INTEGER PRIMARY KEY,
  label TEXT NOT NULL
) STRICT;

CREATE TABLE quick_key_page (
  page_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  keys TEXT NOT NULL
) STRICT;
`;
