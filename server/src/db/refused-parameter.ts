/** PostgreSQL has refused a parameter: a NUL character or lone surrogate in a text, or a number that is no bigint. */
export const isRefusedParameter = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === '22021' || error.code === '22003' || error.code === '22P02');
