/** Reads what was thrown, which may be anything. */

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Of Node, the system, a database or a library, such as `ENOENT`; undefined without one. */
export const errorCode = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined;

/** The cause that was wrapped, as by `fetch`, or else the error itself. */
export const wrappedError = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error;

/** For functions that take an Error. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
