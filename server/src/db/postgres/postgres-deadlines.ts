/** Deadlines of statements, after which a network that silently drops packets is given up. */
import type pg from 'pg';

export interface Deadlines {
  /** After this PostgreSQL cancels a statement, and reports it. */
  statementMs: number;
  /** After this without a response the connection is lost: slow statements have ended by then. */
  responseMs: number;
}

const usualMs = 25_000;

/** Those that the URL says, in the words of the driver, or the usual ones. */
export function getDeadlines(url: string): Deadlines {
  const asked = URL.parse(url)?.searchParams;
  const responseMs = Number(asked?.get('query_timeout') ?? usualMs);
  return { statementMs: Number(asked?.get('statement_timeout') ?? responseMs * 0.8), responseMs };
}

/** The driver takes it for each query, its types only for all of a connection. */
export type TimedQuery = pg.QueryConfig & { query_timeout?: number };

const dayMs = 86_400_000;

/** The same database without deadlines. */
export function withoutDeadlines(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed) return url;
  for (const name of ['query_timeout', 'statement_timeout']) parsed.searchParams.set(name, String(dayMs));
  return parsed.href;
}
