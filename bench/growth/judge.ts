/** Whether a cost grows faster than it should. */
import { measures, type Figures, type MeasureName } from './measures.ts';
import type { Dimension } from './sizes.ts';

export interface Growth {
  dimension: Dimension;
  measure: MeasureName;
  /** By how many times as much there is. */
  points: { factor: number; cost: number }[];
  expected: 'constant' | 'linear';
  isMet: boolean;
}

/** Tenfold, a cost may be this many times as much: noise makes it differ, and a fixed part less. */
const limits = { constant: 1.4, linear: 12 };

export function judge(
  dimension: Dimension,
  measure: MeasureName,
  steps: readonly { factor: number; figures: Figures }[],
): Growth {
  const points = steps.map(({ factor, figures }) => ({ factor, cost: figures[measure] }));
  const grows: readonly Dimension[] = measures[measure].grows;
  const expected = grows.includes(dimension) ? 'linear' : 'constant';
  return { dimension, measure, points, expected, isMet: getLastStep(points) <= limits[expected] };
}

/** Compared with the most of all before, since one of them may have been measured too low. */
function getLastStep(points: Growth['points']): number {
  const costs = points.map(({ cost }) => cost);
  return (costs.at(-1) ?? NaN) / Math.max(...costs.slice(0, -1));
}
