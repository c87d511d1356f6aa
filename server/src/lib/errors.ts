/** Errors that refuse a request; converted to a response in one place. */
import type { ErrorCode } from '../../../wire/errors.ts';
import { errorCatalogue, type ErrorKey, type ErrorValues } from '../../../wire/errors/catalogue.ts';
import type { TextValues } from '../../../wire/icu.ts';

type Data = Readonly<Record<string, unknown>>;

export class ApiError extends Error {
  override name = 'ApiError';
  readonly key: ErrorKey;
  /** Values of the key's text. */
  readonly values: TextValues;
  readonly code: ErrorCode;
  readonly status: number;
  /** Additional fields of the response, safe to show. */
  readonly data: Data;

  constructor(key: ErrorKey, values: TextValues = {}, data: Data = {}, status = errorCatalogue[key].status) {
    super(englishText(key, values));
    this.key = key;
    this.values = values;
    this.code = errorCatalogue[key].code;
    this.data = data;
    this.status = status;
  }

  /** A copy with other additional fields, and optionally another status. */
  with(data: Data, status = this.status): ApiError {
    return new ApiError(this.key, this.values, { ...this.data, ...data }, status);
  }
}

/** Refused for good, unlike what the storage refuses for now: work in the background that meets it need not be tried again. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500;

/** Clients compare these texts, so numbers are formatted without separators. */
export function englishText(key: ErrorKey, values: TextValues = {}): string {
  return errorCatalogue[key].text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''));
}

type Arguments<Key extends ErrorKey> = keyof ErrorValues<Key> extends never
  ? [values?: Readonly<Record<string, never>>, data?: Data]
  : [values: ErrorValues<Key>, data?: Data];

/** An error of the catalogue with the values of its text. */
export const apiError = <Key extends ErrorKey>(key: Key, ...[values, data]: Arguments<Key>): ApiError =>
  new ApiError(key, values, data);

export const missingParam = (name: string): ApiError =>
  apiError('parameters.missing', { name }, { var_name: name });

/** The error for optional parameters that exclude each other. */
export function incompatible(...names: readonly string[]): ApiError {
  const parameters = names.join(', ');
  return apiError('parameters.excluded', { parameters }, { parameters });
}

/** The error for requests that are validated field by field; `__all__` has conflicts between fields, or with existing data. */
export function fieldErrors(errors: Readonly<Record<string, ApiError>>): ApiError {
  const [first = apiError('parameters.invalid', { complaint: 'Invalid' })] = Object.values(errors);
  const texts = Object.entries(errors).map(([field, { message }]) => [field, [message]] as const);
  return first.with({ errors: Object.fromEntries(texts) });
}

/** The error for values of the right type that are out of range. */
export const badValue = (name: string, value: number | string): ApiError =>
  apiError('parameters.bad-value', { name, value }, { var_name: name, bad_value: value });
