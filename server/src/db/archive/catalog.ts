/** The tables of a database as it says itself, so that an archive needs no list of them. */
import type { Row } from '../connection.ts';
import type { BulkType, Dialect } from '../sql.ts';

export interface TableShape {
  name: string;
  columns: { name: string; type: BulkType }[];
  /** Columns of the primary key, in its order. */
  key: string[];
  /** Tables whose rows must be there before. */
  references: string[];
}

/** Some rows of a table, or other values in the place of columns, as SQL. */
interface Selection {
  where?: string;
  values?: Readonly<Record<string, string>>;
}

export type SelectedTable = Omit<TableShape, 'references'> & Selection;

export type Query = (sql: string) => Promise<Row[]> | Row[];

/**
 * Not part of an archive: the schema itself, what is derived from other tables, unfinished uploads, whose bytes are no
 * uploaded files yet, the processes that were running with the web client of their versions, and the mark of an unfinished restore.
 */
const excluded =
  /^(?:migration|message_search\w*|search_mark|search_rewrite|search_waiting|search_word|row_sum|row_change|resumable_upload|node|lease|client_file|limited_use|unfinished_restore|sqlite_\w+)$/;

export const isArchived = (table: string): boolean => !excluded.test(table);

/** Reads the shapes of an archive's tables, each after those that it references. */
export async function readCatalog(dialect: Dialect, query: Query): Promise<TableShape[]> {
  const tables = await (dialect === 'sqlite' ? readSqlite(query) : readPostgres(query));
  return inOrder(tables);
}

const texts = (rows: readonly Row[], column: string): string[] => rows.map((row) => String(row[column]));

async function readSqlite(query: Query): Promise<TableShape[]> {
  const found = await query("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
  const shapes: TableShape[] = [];
  for (const name of texts(found, 'name').filter(isArchived)) {
    const columns = await query(`SELECT name, type, pk FROM pragma_table_info('${name}') ORDER BY cid`);
    const parents = await query(`SELECT DISTINCT "table" AS parent FROM pragma_foreign_key_list('${name}')`);
    const keyed = columns.filter(({ pk }) => Number(pk) > 0).toSorted((a, b) => Number(a.pk) - Number(b.pk));
    shapes.push(makeShape(name, columns, texts(keyed, 'name'), texts(parents, 'parent')));
  }
  return shapes;
}

async function readPostgres(query: Query): Promise<TableShape[]> {
  const found = await query(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename COLLATE "C"',
  );
  const shapes: TableShape[] = [];
  for (const name of texts(found, 'name').filter(isArchived)) {
    const columns = await query(
      `SELECT attname AS name, format_type(atttypid, NULL) AS type FROM pg_attribute
       WHERE attrelid = '${name}'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    );
    const keyed = await query(
      `SELECT a.attname AS name FROM pg_index i, unnest(i.indkey::int[]) WITH ORDINALITY AS k(attnum, place)
       JOIN pg_attribute a ON a.attnum = k.attnum AND a.attrelid = '${name}'::regclass
       WHERE i.indrelid = '${name}'::regclass AND i.indisprimary ORDER BY k.place`,
    );
    const parents = await query(
      `SELECT DISTINCT c.relname AS parent FROM pg_constraint f JOIN pg_class c ON c.oid = f.confrelid
       WHERE f.conrelid = '${name}'::regclass AND f.contype = 'f'`,
    );
    shapes.push(makeShape(name, columns, texts(keyed, 'name'), texts(parents, 'parent')));
  }
  return shapes;
}

function makeShape(name: string, columns: readonly Row[], key: string[], parents: string[]): TableShape {
  const typed = columns.map((column) => ({
    name: String(column.name),
    type: getType(String(column.type), `${name}.${String(column.name)}`),
  }));
  return {
    name,
    columns: typed,
    key: key.length > 0 ? key : typed.map((column) => column.name),
    references: parents.filter((parent) => parent !== name),
  };
}

const types: Readonly<Record<string, BulkType>> = {
  integer: 'int',
  bigint: 'int',
  smallint: 'int',
  text: 'text',
  blob: 'bytes',
  bytea: 'bytes',
};

function getType(declared: string, column: string): BulkType {
  const type = types[declared.toLowerCase()];
  if (type === undefined) throw new Error(`${column} has type ${declared}, which an archive cannot hold.`);
  return type;
}

/** By name, but each table after those that it references. */
function inOrder(tables: readonly TableShape[]): TableShape[] {
  const ordered: TableShape[] = [];
  const place = (table: TableShape): void => {
    if (ordered.includes(table)) return;
    for (const parent of tables.filter(({ name }) => table.references.includes(name))) place(parent);
    ordered.push(table);
  };
  for (const table of tables) place(table);
  return ordered;
}

/** The highest ID that each table has assigned, so that it is never assigned again. */
export async function readSequences(dialect: Dialect, query: Query): Promise<Record<string, number>> {
  if (dialect === 'sqlite') {
    const rows = await query('SELECT name, seq FROM sqlite_sequence ORDER BY name');
    return Object.fromEntries(rows.map(({ name, seq }) => [String(name), Number(seq)]));
  }
  const rows = await query(
    `SELECT t.relname AS name, s.last_value AS seq FROM pg_depend d
     JOIN pg_class c ON c.oid = d.objid AND c.relkind = 'S' JOIN pg_class t ON t.oid = d.refobjid
     JOIN pg_sequences s ON s.schemaname = current_schema() AND s.sequencename = c.relname
     WHERE d.deptype = 'a' AND s.last_value IS NOT NULL AND t.relnamespace = current_schema()::regnamespace
     ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ name, seq }) => [String(name), Number(seq)]));
}

export function setSequence(dialect: Dialect, table: string, last: number): string[] {
  return dialect === 'sqlite'
    ? [
        `DELETE FROM sqlite_sequence WHERE name = '${table}'`,
        `INSERT INTO sqlite_sequence (name, seq) VALUES ('${table}', ${last})`,
      ]
    : [`SELECT setval(pg_get_serial_sequence('${table}', 'id'), ${last})`];
}

/** The rows in the order of the key, texts by their bytes. */
export function selectInOrder(
  dialect: Dialect,
  { name, columns, key, where, values }: SelectedTable,
): string {
  const order = key.map((column) => {
    const isText = columns.find((one) => one.name === column)?.type === 'text';
    return isText && dialect === 'postgres' ? `${column} COLLATE "C"` : column;
  });
  const selected = columns.map((column) => {
    const value = values?.[column.name];
    return value === undefined ? column.name : `${value} AS ${column.name}`;
  });
  return `SELECT ${selected.join(', ')} FROM ${name}${condition(where)} ORDER BY ${order.join(', ')}`;
}

const condition = (where: string | undefined): string => (where === undefined ? '' : ` WHERE ${where}`);

export const countRows = ({ name, where }: Pick<SelectedTable, 'name' | 'where'>): string =>
  `SELECT count(*) AS n FROM ${name}${condition(where)}`;

export interface IndexShape {
  name: string;
  ddl: string;
}

/** Those that no constraint made: they are faster made after the rows. */
export async function readIndexes(dialect: Dialect, query: Query, table: string): Promise<IndexShape[]> {
  const rows = await query(
    dialect === 'sqlite'
      ? `SELECT name, sql AS ddl FROM sqlite_master WHERE type = 'index' AND tbl_name = '${table}' AND sql IS NOT NULL`
      : `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) AS ddl FROM pg_index i
         JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = '${table}'::regclass
         AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)`,
  );
  return rows.map(({ name, ddl }) => ({ name: String(name), ddl: String(ddl) }));
}

/** Removes all tables. */
export async function dropTables(dialect: Dialect, query: Query): Promise<string[]> {
  const rows = await query(
    dialect === 'sqlite'
      ? `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT LIKE 'message\\_search\\_%' ESCAPE '\\'`
      : 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  const cascade = dialect === 'sqlite' ? '' : ' CASCADE';
  return texts(rows, 'name').map((name) => `DROP TABLE ${name}${cascade}`);
}
