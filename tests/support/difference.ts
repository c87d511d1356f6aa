import { AssertionError } from 'node:assert';
import { isDeepStrictEqual } from 'node:util';

/** Deep equality of large values: the error has the lines that differ, and not the two values, which are printed whole. */
export function assertSame<T>(actual: T, expected: T, message: string): void {
  if (isDeepStrictEqual(actual, expected)) return;
  const { message: lines } = new AssertionError({ actual, expected, operator: 'deepStrictEqual' });
  throw new Error(`${message}\n${lines}`);
}
