/** Counts the values of a record that the check dropped, since they have no form that can be stored. */
import { isObject } from '../../../lib/objects.ts';
import type { LeftOutRecord, SourceRecord } from '../records.ts';

export function droppedFrom(given: SourceRecord, checked: SourceRecord): LeftOutRecord[] {
  const before = Object.entries(given);
  const after: Readonly<Record<string, unknown>> = { ...checked };
  return before.flatMap(([field, value]) => {
    const count = countLost(value, after[field]);
    if (count === 0) return [];
    return {
      kind: 'leftOut' as const,
      what: `${given.kind}: ${field}`,
      count,
      reason: 'It has a form or a value that is none here.',
      places: ['id' in given ? `${given.kind} ${String(given.id)}` : given.kind],
    };
  });
}

/** The number of values, or of elements of a list or fields, that are no longer there. */
function countLost(before: unknown, after: unknown): number {
  if (before === undefined || before === null || before === after || before === '') return 0;
  if (Array.isArray(before)) return before.length - (Array.isArray(after) ? after.length : 0);
  if (isObject(before) && isObject(after))
    return Object.keys(before).filter((key) => countLost(before[key], after[key]) > 0).length;
  return 1;
}
