/** Clean-up in the opposite order: what was opened last is closed first. `t.after` alone runs in the order of calls. */
import type { TestContext } from 'node:test';

type Undo = () => unknown;

const stacks = new WeakMap<TestContext, Undo[]>();

export function undoAfter(t: TestContext, undo: Undo): void {
  const known = stacks.get(t);
  if (known) {
    known.push(undo);
    return;
  }
  const stack = [undo];
  stacks.set(t, stack);
  t.after(async () => {
    for (let last = stack.pop(); last; last = stack.pop()) await last();
  });
}
