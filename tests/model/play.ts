/** One run: a world of its own, acts one after the other, and comparisons in between. */
import type { Engine } from '../support/engines.ts';
import { makeWorld } from '../support/world.ts';
import type { Act } from './acts.ts';
import { Comparison } from './compare.ts';
import { newModel, type Model } from './model.ts';
import { perform } from './perform.ts';

/** Longer runs are cut: the server discards typing events and local ids after a minute, the model does not. */
const mostMs = 45_000;

export interface Played {
  acts: number;
  /** How many of them came to something. */
  done: number;
}

/**
 * @param between Acts between two comparisons.
 * @param corrupt Changes the model before the last one, to see whether that is noticed.
 */
export async function play(
  engine: Engine,
  acts: readonly Act[],
  between: number,
  corrupt?: (model: Model) => unknown,
): Promise<Played> {
  const endings: (() => Promise<void>)[] = [];
  const world = await makeWorld({ after: (end) => endings.push(end) }, engine, { alone: true });
  try {
    const model = newModel();
    const comparison = await Comparison.begin(world, model);
    const stage = { world, model, said: 0, notices: [] };
    const played = { acts: 0, done: 0 };
    const end = performance.now() + mostMs;
    for (const act of acts) {
      if (await perform(stage, act)) played.done++;
      played.acts++;
      const isLast = played.acts === acts.length || performance.now() > end;
      if (isLast) corrupt?.(model);
      if (isLast || played.acts % between === 0) await comparison.compare();
      if (isLast) break;
    }
    return played;
  } finally {
    for (const end of endings) await end();
  }
}
