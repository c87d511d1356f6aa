/**
 * How costs grow: in a small organization one thing at a time becomes ten, a hundred and a thousand times as many. What is
 * measured is kept for each size, so that a run that was interrupted continues where it stopped.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drawGrowth } from './growth/chart.ts';
import { judge, type Growth } from './growth/judge.ts';
import { measureNames, measures, measureSize, type Figures } from './growth/measures.ts';
import {
  baseSize,
  dimensions,
  listFactors,
  makeOrganization,
  sizeAt,
  type Dimension,
  type Size,
} from './growth/sizes.ts';
import { temporaryFolder } from './support/processes.ts';
import { commit, type Line } from './support/report.ts';
import { parseStored } from '../server/src/lib/json.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
const chart = fileURLToPath(new URL('../docs/pictures/growth.svg', import.meta.url));

export async function measureGrowth(chosen: readonly Dimension[]): Promise<Line[]> {
  const base = await obtainFigures('base', baseSize);
  const all: Growth[] = [];
  for (const dimension of chosen) {
    const steps = [{ factor: 1, figures: base }];
    for (const factor of listFactors(dimension))
      steps.push({
        factor,
        figures: await obtainFigures(`${dimension}-${factor}`, sizeAt(dimension, factor)),
      });
    all.push(...measureNames.map((measure) => judge(dimension, measure, steps)));
  }
  writeFileSync(chart, drawGrowth(all));
  console.log(`drawn in ${chart}`);
  return all.map(lineFor);
}

/** Those of the same commit are kept. */
async function obtainFigures(name: string, size: Size): Promise<Figures> {
  const kept = join(here, 'results', `growth-${commit()}`);
  mkdirSync(kept, { recursive: true });
  const file = join(kept, `${name}.json`);
  if (existsSync(file)) return parseStored<Figures>(readFileSync(file, 'utf8'));
  process.stderr.write(`${name} …\n`);
  const folder = temporaryFolder();
  try {
    const owner = await makeOrganization(join(folder.path, 'data'), size);
    const figures = await measureSize(folder.path, owner, size);
    writeFileSync(file, `${JSON.stringify(figures)}\n`);
    return figures;
  } finally {
    folder.remove();
  }
}

function lineFor({ dimension, measure, points, expected, isMet }: Growth): Line {
  const { what, unit } = measures[measure];
  const { base } = dimensions[dimension];
  const costs = points.map(({ factor, cost }) => `${cost.toPrecision(3)} (${base * factor})`);
  return {
    id: dimension,
    what,
    measured: `${costs.join(' · ')} ${unit}`,
    target: expected === 'linear' ? 'at most in proportion' : 'stays the same',
    isMet,
  };
}
