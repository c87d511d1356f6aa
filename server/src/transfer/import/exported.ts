/** Reads the objects of an export, where each field may be missing or of another type. */
import { isObject, listIn } from '../../lib/objects.ts';

/**
 * An object with the fields that its product writes, all of them optional; undefined for anything else. A field may be of
 * another type all the same: `readItem` makes a problem of what a reader cannot use, and `checkedRecords` of what it passes on.
 */
export const fromExport = <T extends object>(value: unknown): Partial<T> | undefined =>
  // The one cast of exports, for the reason above.
  isObject(value) ? (value as Partial<T>) : undefined;

/** The objects of a list, without what is none. */
export const objectsFrom = <T extends object>(value: unknown): Partial<T>[] =>
  listIn(value).flatMap((one) => fromExport<T>(one) ?? []);
