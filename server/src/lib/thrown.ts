/** Reads what was thrown, which may be anything. */
import { fieldsIn, textIn } from './objects.ts';

export function errorMessage(error: unknown): string {
  // A name with several addresses, none of which could be reached: only the errors of each say why.
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0)
    return errorMessage(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

/** The code of an error of Node, the system, a database or a library, such as `ENOENT`; undefined without one. */
export const errorCode = (error: unknown): string | undefined => textIn(fieldsIn(error).code);

/** The cause that was wrapped, as by `fetch`, or else the error itself. */
export const wrappedError = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? error.cause : error;

/** Makes an Error for functions that take only one. */
export const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));
