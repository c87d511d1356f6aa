import { columnTypes, type Dialect } from '../sql.ts';

/** Moving a long topic does not wait until the index has each of its messages at its new place. */
export const searchWaiting = (dialect: Dialect): string[] => [
  `CREATE TABLE search_waiting (message_id ${columnTypes(dialect).int} PRIMARY KEY)`,
];
