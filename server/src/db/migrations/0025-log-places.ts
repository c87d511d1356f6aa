import { columnTypes, type Dialect } from '../sql.ts';

/**
 * One tree for the event log instead of a table and the index by which it is read: an entry is found by one number, made of its
 * organization and its position. Each send wrote a page of both.
 */
export function logPlaces(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  const columns = 'org_id, position, type, payload, audience, touched, created_at';
  return [
    'ALTER TABLE event_log RENAME TO event_log_before',
    `CREATE TABLE event_log (
       place ${t.int} PRIMARY KEY, org_id ${t.int} NOT NULL, position ${t.int} NOT NULL, type text NOT NULL,
       payload text NOT NULL, audience text NOT NULL, touched text, created_at ${t.int} NOT NULL)`,
    `INSERT INTO event_log (place, ${columns})
       SELECT org_id * 68719476736 + position, ${columns} FROM event_log_before ORDER BY org_id, position`,
    'DROP TABLE event_log_before',
  ];
}
