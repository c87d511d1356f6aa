/** Parameters that PostgreSQL refuses and SQLite accepts. */
import { errorCode } from '../lib/thrown.ts';

/** A NUL character or lone surrogate in a text, or a number that is no bigint. */
export const isRefusedParameter = (error: unknown): boolean =>
  ['22021', '22003', '22P02'].includes(errorCode(error) ?? '');
