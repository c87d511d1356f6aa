/** One run: a world of its own, acts one after the other, and comparisons in between. */
import type { Engine } from '../support/engines.ts';
import { makeWorld } from '../support/world.ts';
import type { Act } from './acts.ts';
import { Comparison } from './compare.ts';
import { newModel, type Model } from './model.ts';
import { perform } from './perform.ts';

/**
 * Answers how many of the acts came to something.
 * @param between Acts between two comparisons.
 * @param meddle Changes the model before the last one, to see whether that is noticed.
 */
export async function play(
  engine: Engine,
  acts: readonly Act[],
  between: number,
  meddle?: (model: Model) => unknown,
): Promise<number> {
  const endings: (() => Promise<void>)[] = [];
  const world = await makeWorld({ after: (end) => endings.push(end) }, engine);
  try {
    const model = newModel();
    const comparison = await Comparison.begin(world, model);
    const stage = { world, model, said: 0, notices: [] };
    let done = 0;
    for (const [i, act] of acts.entries()) {
      if (await perform(stage, act)) done++;
      const isLast = i === acts.length - 1;
      if (isLast) meddle?.(model);
      if (isLast || i % between === between - 1) await comparison.agree();
    }
    return done;
  } finally {
    for (const end of endings) await end();
  }
}
