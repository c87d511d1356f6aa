import type { ApiFailure } from '../api.ts';

const failureKinds: Readonly<Record<ApiFailure['kind'], true>> = {
  unreachable: true,
  unavailable: true,
  refused: true,
};

/** Whether a result of `orFailure` is why there is no response. */
export const isFailure = (response: object): response is ApiFailure =>
  'kind' in response && typeof response.kind === 'string' && response.kind in failureKinds;
