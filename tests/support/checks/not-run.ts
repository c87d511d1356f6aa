import { test } from 'node:test';

/** Reports tests for which this machine lacks a program as skipped: the closing lines of a run say so, and why. */
export function declareNotRun(title: string, reason: string): void {
  test(title, { skip: reason }, () => undefined);
}
