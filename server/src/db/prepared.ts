/**
 * A Kysely query built and compiled once, then run with other values: building costs more than running it, and the hot
 * paths run thousands a second.
 */
import type { Compilable, Kysely } from 'kysely';
import type { Connection, Statement } from './connection.ts';
import type { Db } from './db.ts';
import type { Schema } from './schema.ts';
import type { Dialect } from './sql.ts';

class Placeholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export interface Compiled {
  sql: string;
  values: readonly unknown[];
}

/** The dialect is for the functions of `sql.ts`. */
type Build<P extends object, R> = (q: Kysely<Schema>, p: P, dialect: Dialect) => Compilable<R>;

/** A query whose values are the fields of `P`, returning rows of `R`. */
export class Prepared<P extends object, R> {
  readonly #build: Build<P, R>;
  readonly #compiled = new Map<string, Compiled>();

  constructor(build: Build<P, R>) {
    this.#build = build;
  }

  rows(connection: Connection, q: Kysely<Schema>, values: P): R[] | Promise<R[]> {
    const compiled = this.#for(connection, q);
    // The query was built with the types of the schema, which say what its rows are.
    return connection.query(compiled.sql, bind(compiled, values)) as R[] | Promise<R[]>;
  }

  /** Runs a query that cannot fail by its values, about a row that is not among those to be stored later. */
  peek(connection: Connection, q: Kysely<Schema>, values: P): R[] | Promise<R[]> {
    const compiled = this.#for(connection, q);
    const parameters = bind(compiled, values);
    const rows = connection.gathering
      ? connection.gathering.peek(compiled.sql, parameters)
      : connection.query(compiled.sql, parameters);
    // As in `rows`.
    return rows as R[] | Promise<R[]>;
  }

  /** The statement, for a connection that runs several in one round trip. */
  statement({ connection, q }: Pick<Db, 'connection' | 'q'>, values: P): Statement {
    const compiled = this.#for(connection, q);
    return { sql: compiled.sql, parameters: bind(compiled, values) };
  }

  run(connection: Connection, q: Kysely<Schema>, values: P): number | Promise<number> {
    const compiled = this.#for(connection, q);
    return connection.run(compiled.sql, bind(compiled, values));
  }

  #for(connection: Connection, q: Kysely<Schema>): Compiled {
    const known = this.#compiled.get(connection.dialect);
    if (known) return known;
    // Has a placeholder for any field that the query asks for.
    const placeholders = new Proxy({} as P, { get: (_, name) => new Placeholder(String(name)) });
    const { sql, parameters } = this.#build(q, placeholders, connection.dialect).compile();
    const compiled = { sql, values: parameters };
    this.#compiled.set(connection.dialect, compiled);
    return compiled;
  }
}

function bind({ values }: Compiled, given: object): unknown[] {
  // The type of the values has no index signature; each placeholder has the name of one of its fields.
  const fields = given as Readonly<Record<string, unknown>>;
  return values.map((value) => (value instanceof Placeholder ? fields[value.name] : value));
}

/** `prepared<{ id: number }>()((q, p) => q.selectFrom(…).where('id', '=', p.id))` */
export function prepared<P extends object>() {
  return <R>(build: Build<P, R>) => new Prepared<P, R>(build);
}
