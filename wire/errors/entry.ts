/** How an error is declared: `'noun.what-is-wrong': error('English text with {names}')`. */
import { errorStatus, type ErrorCode } from '../errors.ts';

export type ErrorEntry = {
  readonly code: ErrorCode;
  readonly status: number;
  /** English, as in `msg`. Names in braces are values. */
  readonly text: string;
  /** `programs` for errors that only the author of a client encounters: they are not translated. */
  readonly audience: 'people' | 'programs';
};

type Options = { readonly code?: ErrorCode; readonly status?: number };

const declare = <const Text extends string, const Audience extends ErrorEntry['audience']>(
  audience: Audience,
  text: Text,
  { code = 'BAD_REQUEST', status = errorStatus[code] }: Options = {},
) => ({ code, status, text, audience });

/** An error that a user can encounter. It needs a translation in every language. */
export const error = <const Text extends string>(text: Text, options?: Options) =>
  declare('people', text, options);

/** An error that only an incorrect or unusual client causes. */
export const programError = <const Text extends string>(text: Text, options?: Options) =>
  declare('programs', text, options);
