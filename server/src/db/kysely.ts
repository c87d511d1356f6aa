/** Kysely over a `Connection`. Transactions are the writer's business, so the driver refuses to begin one. */
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type { Connection } from './connection.ts';
import type { Schema } from './schema.ts';

class PlainDriver implements Driver {
  readonly #connection: DatabaseConnection;

  constructor(connection: Connection) {
    this.#connection = {
      async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
        if (query.kind === 'SelectQueryNode' || query.kind === 'RawNode' || 'returning' in query)
          // Kysely derives the type of rows from the query that it has compiled.
          return { rows: (await connection.query(sql, parameters)) as R[] };
        return { rows: [], numAffectedRows: BigInt(await connection.run(sql, parameters)) };
      },
      streamQuery() {
        throw new Error('Rows are not streamed.');
      },
    };
  }

  init(): Promise<void> {
    return Promise.resolve();
  }
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection);
  }
  releaseConnection(): Promise<void> {
    return Promise.resolve();
  }
  destroy(): Promise<void> {
    return Promise.resolve();
  }
  beginTransaction(): Promise<void> {
    return Promise.reject(new Error('Writes go through db.write.'));
  }
  commitTransaction = this.beginTransaction;
  rollbackTransaction = this.beginTransaction;
}

export function kyselyOver(connection: Connection): Kysely<Schema> {
  return new Kysely<Schema>({
    dialect:
      connection.dialect === 'sqlite'
        ? {
            createAdapter: () => new SqliteAdapter(),
            createDriver: () => new PlainDriver(connection),
            createIntrospector: (db) => new SqliteIntrospector(db),
            createQueryCompiler: () => new SqliteQueryCompiler(),
          }
        : {
            createAdapter: () => new PostgresAdapter(),
            createDriver: () => new PlainDriver(connection),
            createIntrospector: (db) => new PostgresIntrospector(db),
            createQueryCompiler: () => new PostgresQueryCompiler(),
          },
  });
}
