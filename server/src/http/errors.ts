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
