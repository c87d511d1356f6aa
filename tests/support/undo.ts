/** Clean-up in the opposite order: what was opened last is closed first. `t.after` alone runs in the order of calls. */
type Undo = () => unknown;

/** A test, or something smaller that has an end. */
export interface Lifetime {
  after(end: () => Promise<void>): void;
}

const stacks = new WeakMap<Lifetime, Undo[]>();

export function undoAfter(t: Lifetime, undo: Undo): void {
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
