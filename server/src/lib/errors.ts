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

export const missingParam = (name: string): ApiError =>
  new ApiError('REQUEST_VARIABLE_MISSING', `Missing '${name}' argument`, { var_name: name });

/** Of optional parameters that exclude each other. */
export function incompatible(...names: readonly string[]): ApiError {
  const parameters = names.join(', ');
  return new ApiError('BAD_REQUEST', `Unsupported parameter combination: ${parameters}`, { parameters });
}

/** Of what is refused field by field; `__all__` where two do not go together, or another has the same. */
export function fieldErrors(errors: Readonly<Record<string, readonly string[]>>): ApiError {
  const [message = 'Invalid'] = Object.values(errors).flat();
  return new ApiError('BAD_REQUEST', message, { errors });
}

/** Of values that are of the right type, and out of range. */
export const badValue = (name: string, value: number | string): ApiError =>
  new ApiError('REQUEST_VARIABLE_INVALID', `Bad value for '${name}': ${value}`, {
    var_name: name,
    bad_value: value,
  });
