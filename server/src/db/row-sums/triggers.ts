/**
 * Triggers that note which blocks of rows have changed since they were hashed, in the transaction that changes them, by
 * any writer: also an older version, or another program.
 */
import { crc32 } from 'node:zlib';
import type { SqliteConnection } from '../sqlite/sqlite.ts';
import { anyRow, getCover, placeSql, type Cover } from './coverage.ts';

const prefix = 'row_change_';

interface Mark {
  block: string;
  part: string;
  id: string;
}

const makeMark = (cover: Cover, row: 'OLD.' | 'NEW.', id = String(anyRow)): Mark => ({
  ...placeSql(cover, row),
  id,
});

const isUnknown = (table: string, { block, part, id }: Mark): string =>
  `NOT EXISTS (SELECT 1 FROM row_change WHERE name = '${table}' AND block = ${block} AND part = ${part} AND id = ${id})`;

/**
 * `ON CONFLICT` holds whatever the statement says that fires the trigger, which `OR IGNORE` does not. The shape of the table is in
 * the text, before its end, behind which SQLite keeps no comment: a changed table gets new triggers.
 */
function makeTrigger(table: string, event: string, marks: readonly Mark[], shape: string): string {
  const isNeeded = marks.map((mark) => isUnknown(table, mark)).join(' OR ');
  const values = marks.map(({ block, part, id }) => `('${table}', ${block}, ${part}, ${id})`).join(', ');
  return `CREATE TRIGGER ${prefix}${table}_${event} AFTER ${event} ON ${table} WHEN ${isNeeded}
    BEGIN /* ${shape} */ INSERT INTO row_change VALUES ${values} ON CONFLICT DO NOTHING; END`;
}

function triggersFor(table: string, cover: Cover, shape: string): string[] {
  const { id } = cover;
  const before = makeMark(cover, 'OLD.', id && `OLD.${id}`);
  const after = makeMark(cover, 'NEW.', id && `NEW.${id}`);
  return [
    makeTrigger(table, 'insert', [makeMark(cover, 'NEW.')], shape),
    makeTrigger(table, 'update', [before, after], shape),
    makeTrigger(table, 'delete', [before], shape),
  ];
}

type Query = (sql: string) => readonly Record<string, unknown>[];

interface TableState {
  table: string;
  cover: Cover;
  wanted: string[];
  isCurrent: boolean;
}

/** The columns of all primary keys. The tables inside the search index are none of ours. */
const keysSql = `SELECT t.name AS "table", c.name, c.type
  FROM pragma_table_list AS t, pragma_table_info(t.name) AS c
  WHERE t.schema = 'main' AND t.type = 'table' AND c.pk > 0 ORDER BY t.name, c.pk`;

/** The covered tables that there are, and whether changes of them are noted as this version wants it. */
export function getTableStates(query: Query): TableState[] {
  const rows = query(
    `SELECT type, name, sql FROM sqlite_schema WHERE type = 'table' OR type = 'trigger' AND name LIKE '${prefix}%'`,
  );
  const triggers = new Set(rows.flatMap(({ type, sql }) => (type === 'trigger' ? [String(sql)] : [])));
  const shapes = new Map(
    rows.flatMap(({ type, name, sql }) => (type === 'table' ? [[String(name), String(sql)]] : [])),
  );
  if (!shapes.has('row_change')) return [];
  return [...Map.groupBy(query(keysSql), (column) => String(column.table))].flatMap(([table, key]) => {
    const columns = key.map(({ name, type }) => ({ name: String(name), type: String(type) }));
    const [shape, cover] = [shapes.get(table), getCover(table, columns)];
    if (shape === undefined || cover === undefined) return [];
    const wanted = triggersFor(table, cover, crc32(shape).toString(16));
    return [{ table, cover, wanted, isCurrent: wanted.every((sql) => triggers.has(sql)) }];
  });
}

/** Lets changes of rows be noted. What was not noted so far waits to be hashed. */
export function noteChanges(writer: SqliteConnection): void {
  const query: Query = (sql) => writer.query(sql, []);
  const states = getTableStates(query);
  const kept = new Set(states.flatMap(({ wanted }) => wanted));
  const extra = query(
    `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name LIKE '${prefix}%'`,
  );
  const dropped = extra.filter(({ sql }) => !kept.has(String(sql)));
  const changed = states.filter(({ isCurrent }) => !isCurrent);
  if (changed.length === 0 && dropped.length === 0) return;
  writer.run('BEGIN IMMEDIATE', []);
  try {
    for (const { name } of dropped) writer.query(`DROP TRIGGER ${String(name)}`, []);
    for (const state of changed) beginAnew(writer, state);
    writer.run('COMMIT', []);
  } catch (error) {
    writer.run('ROLLBACK', []);
    throw error;
  }
}

function beginAnew(writer: SqliteConnection, { table, cover, wanted }: TableState): void {
  for (const kind of ['insert', 'update', 'delete'])
    writer.query(`DROP TRIGGER IF EXISTS ${prefix}${table}_${kind}`, []);
  for (const each of ['row_sum', 'row_change']) writer.run(`DELETE FROM ${each} WHERE name = ?`, [table]);
  for (const sql of wanted) writer.query(sql, []);
  const { block, part } = placeSql(cover);
  writer.run(
    `INSERT INTO row_change (name, block, part, id) SELECT DISTINCT '${table}', ${block}, ${part}, ${anyRow} FROM ${table}`,
    [],
  );
}
