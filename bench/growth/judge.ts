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

/** Exponents of the last step: with 0.15 a cost is 1.4 times as much when there is ten times as much, which noise seldom makes. */
const limits = { constant: 0.15, linear: 1.1 };

export function judge(
  dimension: Dimension,
  measure: MeasureName,
  steps: readonly { factor: number; figures: Figures }[],
): Growth {
  const points = steps.map(({ factor, figures }) => ({ factor, cost: figures[measure] }));
  const grows: readonly Dimension[] = measures[measure].grows;
  const expected = grows.includes(dimension) ? 'linear' : 'constant';
  return { dimension, measure, points, expected, isMet: lastExponent(points) <= limits[expected] };
}

function lastExponent(points: Growth['points']): number {
  const [before, last] = points.slice(-2);
  if (!before || !last) return 0;
  return Math.log(last.cost / before.cost) / Math.log(last.factor / before.factor);
}
