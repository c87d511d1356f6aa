/**
 * Hooks: points in an action at which other rooms add to its transaction. The room that owns the
 * action defines and triggers the hook; features above it subscribe, so that imports only go down.
 */
import type { Tx } from './tx.ts';

export interface Hook<Facts, Result> {
  readonly name: string;
  /** Never present: binds the types of a reaction's argument and result to the hook. */
  readonly reaction?: (facts: Facts) => Result;
}

/** A feature's subscription to a hook. */
export interface Reaction {
  readonly hook: Hook<never, unknown>;
  readonly react: (tx: Tx, facts: never) => unknown;
}

/** By hook, in the order of the feature list. */
export type Reactions = ReadonlyMap<Hook<never, unknown>, readonly Reaction[]>;

export const defineHook = <Facts, Result = Promise<void>>(name: string): Hook<Facts, Result> => ({ name });

export const on = <Facts, Result>(
  hook: Hook<Facts, Result>,
  react: (tx: Tx, facts: Facts) => Result,
): Reaction => ({ hook, react });

export const groupReactions = (reactions: readonly Reaction[]): Reactions =>
  Map.groupBy(reactions, ({ hook }) => hook);

/** Runs the reactions of all features sequentially. @returns their results */
export async function trigger<Facts, Result>(
  tx: Tx,
  hook: Hook<Facts, Result>,
  facts: Facts,
): Promise<Awaited<Result>[]> {
  const results: Awaited<Result>[] = [];
  for (const { react } of tx.reactions.get(hook) ?? [])
    // The reactions to a hook were registered with its types: see `Reaction`.
    results.push((await react(tx, facts as never)) as Awaited<Result>);
  return results;
}
