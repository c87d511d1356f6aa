/** Checks the imports of everything but tests: tools/checks/dependency-rules.ts, and that there are no larger circles. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withDiagram } from './architecture.ts';
import { rules } from './dependency-rules.ts';
import { aggregate, circles, readImports, getRoom } from './import-graph.ts';

const MAX_CIRCLE = 3;

const root = path.join(import.meta.dirname, '../..');
const { graph, violations } = readImports(
  root,
  ['sdk', 'wire', 'server', 'web/src', 'web/vite.config.ts', 'tools', 'bench'],
  rules,
);

const problems = new Map<string, string[]>();
for (const { rule, from, to } of violations) report(rule.name, `${from} -> ${to}`);
const fileCircles = circles(graph);
for (const circle of fileCircles.filter(({ length }) => length > MAX_CIRCLE))
  for (const file of circle) report('circle-of-files', `${file} (of ${circle.length} files)`);
for (const circle of circles(aggregate(graph, getRoom)))
  for (const room of circle) report('circle-of-rooms', `${room} (of ${circle.length} rooms)`);

const page = readFileSync(path.join(root, 'docs/architecture.md'), 'utf8');
if (withDiagram(page, graph) !== page)
  report('stale-diagram', 'docs/architecture.md: run node tools/run.mjs tools/checks/architecture.ts');

for (const [name, places] of problems) {
  console.log(`${name}: ${advice(name)}`);
  for (const place of places.sort()) console.log(`  ${place}`);
}
process.exitCode = problems.size > 0 ? 1 : 0;
console.log(`${graph.size} files, largest circle ${fileCircles[0]?.length ?? 0}`);

function report(name: string, place: string): void {
  const places = problems.get(name);
  if (places) places.push(place);
  else problems.set(name, [place]);
}

function advice(name: string): string {
  if (name === 'stale-diagram') return 'The diagram must show the imports that there are.';
  const rule = rules.find((each) => each.name === name);
  return (
    rule?.comment ??
    `Move what both need to where both may import it; at most ${MAX_CIRCLE} files may form a circle.`
  );
}
