/** Parameters that cannot be stored. */
import { errorCode } from '../lib/thrown.ts';

/** What the code of SQLite refuses, as PostgreSQL does. */
export class RefusedParameter extends Error {
  readonly code = '22003';
}

/** PostgreSQL refuses a NUL character or lone surrogate in a text, which SQLite accepts; both, a number that is out of range. */
export const isRefusedParameter = (error: unknown): boolean =>
  ['22021', '22003', '22P02'].includes(errorCode(error) ?? '');
