/**
 * Draws the diagram of docs/architecture.md from the imports of the sources: `node tools/run.mjs tools/checks/architecture.ts [page]`.
 * `npm run check` fails while the page shows another one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rules, TIERS, UI_TIERS } from './dependency-rules.ts';
import { aggregate, readImports, type Graph } from './import-graph.ts';
import { isScript } from '../is-script.ts';

const START = '<!-- drawn by tools/checks/architecture.ts -->';
const END = '<!-- end of the drawing -->';

/** Features are one box, as their arrows are too many to be read; of the web client, each tier is. */
function getBox(file: string): string | null {
  if (file.includes('/main.ts')) return null;
  const [, core] = /^server\/src\/core\/([^/]+)\//.exec(file) ?? [];
  if (core) return `core/${core}`;
  const [, tier] = /^server\/src\/([^/]+)\//.exec(file) ?? [];
  if (tier) return tier;
  if (file.endsWith('.css')) return null;
  const [, interfaceTier] = /^web\/src\/ui\/([^/]+)\//.exec(file) ?? [];
  if (interfaceTier) return `ui/${interfaceTier}`;
  const [, webTier] = /^web\/src\/(store|connection|view|actions)\//.exec(file) ?? [];
  return webTier ? `web/${webTier}` : file.startsWith('wire/') ? 'wire' : null;
}

/** An arrow that a longer way also shows is left out, so that a box points to what is next below it. */
function drawn(graph: Graph): string[] {
  const reached = new Map<string, Set<string>>();
  const below = (box: string): Set<string> => {
    const known = reached.get(box);
    if (known) return known;
    const found = new Set<string>();
    reached.set(box, found);
    for (const target of graph.get(box) ?? []) for (const each of [target, ...below(target)]) found.add(each);
    return found;
  };
  return [...graph].flatMap(([box, targets]) =>
    [...targets]
      .filter((target) => ![...targets].some((other) => other !== target && below(other).has(target)))
      .map((target) => `  ${id(box)} --> ${id(target)}`),
  );
}

const id = (box: string): string => box.replace(/[^a-z]/g, '_');

export function diagram(files: Graph): string {
  const graph = aggregate(files, getBox);
  const boxes = (prefix: string) =>
    [...graph.keys()]
      .filter((box) => box.startsWith(prefix))
      .sort()
      .map((box) => `    ${id(box)}["${box.slice(prefix.length)}"]`);
  const tiers = TIERS.filter((tier) => graph.has(tier)).map((tier) => `  ${id(tier)}["${tier}"]`);
  return [
    '```mermaid',
    'flowchart TD',
    ...tiers,
    '  subgraph core',
    ...boxes('core/'),
    '  end',
    '  subgraph web',
    ...boxes('web/'),
    '    subgraph ui',
    ...UI_TIERS.filter((tier) => graph.has(`ui/${tier}`)).map(
      (tier) => `      ${id(`ui/${tier}`)}["${tier}"]`,
    ),
    '    end',
    '  end',
    ...drawn(graph).sort(),
    '```',
  ].join('\n');
}

/** @returns the page with this diagram */
export function withDiagram(page: string, files: Graph): string {
  const [before = '', rest = ''] = page.split(START);
  const after = rest.split(END)[1] ?? '';
  return `${before}${START}\n\n${diagram(files)}\n\n${END}${after}`;
}

if (isScript(import.meta)) {
  const root = path.join(import.meta.dirname, '../..');
  const page = path.resolve(root, process.argv[2] ?? 'docs/architecture.md');
  const { graph } = readImports(root, ['wire', 'server/src', 'web/src'], rules);
  writeFileSync(page, withDiagram(readFileSync(page, 'utf8'), graph));
}
