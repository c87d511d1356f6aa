/** Rates and percentiles of times in milliseconds. */
export interface Summary {
  count: number;
  perSecond: number;
  p50: number;
  p99: number;
  max: number;
}

export function summarize(times: readonly number[], seconds: number): Summary {
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return {
    count: sorted.length,
    perSecond: sorted.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    max: at(1),
  };
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
