/** What is thrown to refuse a request; turned into an answer in one place. */
import { errorStatus, type ErrorCode } from '../../../wire/errors.ts';

export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode;
  readonly status: number;
  /** Further fields of the answer, safe to show. */
  readonly data: Readonly<Record<string, unknown>>;

  constructor(
    code: ErrorCode,
    message: string,
    data: Readonly<Record<string, unknown>> = {},
    status: number = errorStatus[code],
  ) {
    super(message);
    this.code = code;
    this.data = data;
    this.status = status;
  }
}

export const badRequest = (message: string): ApiError => new ApiError('BAD_REQUEST', message);

/** Of values that are of the right type, and out of range. */
export const badValue = (name: string, value: number | string): ApiError =>
  new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value}`, {
    var_name: name,
    bad_value: value,
  });
