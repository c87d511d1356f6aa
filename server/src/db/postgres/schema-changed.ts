/**
 * A newer version has added a column to a table while this one runs: what PostgreSQL had prepared to give all columns of it
 * fails once, and works when it is prepared again. In a transaction nothing else works until that is rolled back.
 */
export class SchemaChanged extends Error {
  override name = 'SchemaChanged';
}

export const isOutdatedPlan = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { code?: unknown }).code === '0A000' &&
  error.message.includes('cached plan must not change result type');
