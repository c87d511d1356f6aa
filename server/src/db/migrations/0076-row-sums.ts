/** Hashes of rows by blocks, and which rows have changed since; `db/row-sums` has the triggers, which follow the tables. */
export const rowSums = (): string[] => [
  `CREATE TABLE row_sum (name TEXT NOT NULL, block INTEGER NOT NULL, part INTEGER NOT NULL, sums BLOB NOT NULL,
     PRIMARY KEY (name, block, part)) WITHOUT ROWID`,
  `CREATE TABLE row_change (name TEXT NOT NULL, block INTEGER NOT NULL, part INTEGER NOT NULL, id INTEGER NOT NULL,
     PRIMARY KEY (name, block, part, id)) WITHOUT ROWID`,
];
