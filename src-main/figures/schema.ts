// The sums' own database file. It lies beside that of the sales, so that the sums burden neither
// the check of the sales nor their backups.

/**
 * The version of the file, as `user_version`. A file of another version is replaced, as it is made
 * from the sales.
 */
export const schemaVersion = 2;

export const schema = `
-- What of a sale at the counter is in the sums, so that it can be taken out again once it changes.
CREATE TABLE counted_sale (
  sale_id INTEGER PRIMARY KEY,
  fate TEXT NOT NULL CHECK (fate IN ('open', 'confirmed', 'cancelled')),
  -- How many corrections there were: the one that follows keeps what was counted.
  corrections INTEGER NOT NULL
) STRICT;

-- Of one day, and of what has one name in its group.
CREATE TABLE day_sum (
  -- As \`sumGroups\` has them.
  sum_group TEXT NOT NULL,
  -- As yyyy-mm-dd, of this computer.
  day TEXT NOT NULL,
  name TEXT NOT NULL,
  number INTEGER NOT NULL,
  total_cents INTEGER NOT NULL,
  PRIMARY KEY (sum_group, day, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE product_sum (
  day TEXT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  unit TEXT NOT NULL,
  quantity_thousandths INTEGER NOT NULL,
  -- Before a discount on the whole sale.
  total_cents INTEGER NOT NULL,
  PRIMARY KEY (day, code, description, unit)
) STRICT, WITHOUT ROWID;

-- The same by calendar month, as yyyy-mm: a month of a large shop is too many rows to add up at
-- once.
CREATE TABLE product_month_sum (
  month TEXT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  unit TEXT NOT NULL,
  quantity_thousandths INTEGER NOT NULL,
  total_cents INTEGER NOT NULL,
  PRIMARY KEY (month, code, description, unit)
) STRICT, WITHOUT ROWID;

-- Sales whose row cannot be read: in no sum.
CREATE TABLE unreadable_sale (
  sale_id INTEGER PRIMARY KEY,
  reference TEXT NOT NULL
) STRICT;

-- What is counted: the sales between these two, both included, with every step up to that one.
CREATE TABLE progress (
  only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
  first_sale_id INTEGER NOT NULL,
  last_sale_id INTEGER NOT NULL,
  step_id INTEGER NOT NULL,
  -- What tells the file and the moment from every other: its installation, that sale and that step.
  identity TEXT NOT NULL,
  -- Days and hours are those of this zone.
  time_zone TEXT NOT NULL
) STRICT;
`;
