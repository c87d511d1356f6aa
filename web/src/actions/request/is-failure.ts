import type { ApiFailure } from '../../connection/api.ts';

const failureKinds: Readonly<Record<ApiFailure['kind'], true>> = {
  unreachable: true,
  unavailable: true,
  refused: true,
};

/** Whether the result of `orFailure` is a failure. */
export const isFailure = (response: object): response is ApiFailure =>
  'kind' in response && typeof response.kind === 'string' && response.kind in failureKinds;
