/** Errors whose texts are in the catalogue, so that a page can say them in its own language. */
import type { TextValues } from '../../../../wire/icu.ts';
import type { ErrorCode } from '../../../../wire/errors.ts';
import { ApiError } from '../errors.ts';
import { textsIn, type TextKey, type Texts } from './i18n.ts';

export type RefusalKey = Extract<TextKey, `errors.${string}`>;

/** Answered by the API as any other error is, in English. */
class Refusal extends ApiError {
  readonly key: RefusalKey;
  readonly values: TextValues;

  constructor(code: ErrorCode, key: RefusalKey, values: TextValues) {
    super(code, textsIn.en(key, values));
    this.key = key;
    this.values = values;
  }
}

export const refusal = (
  key: RefusalKey,
  values: TextValues = {},
  code: ErrorCode = 'BAD_REQUEST',
): ApiError => new Refusal(code, key, values);

/** What an error says, in the language of a page where it has one. */
export const refusalText = (t: Texts, error: ApiError): string =>
  error instanceof Refusal ? t(error.key, error.values) : error.message;
