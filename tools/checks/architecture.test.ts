import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { diagram, withDiagram } from './architecture.ts';
import type { Graph } from './import-graph.ts';

const files = (imports: Record<string, string[]>): Graph =>
  new Map(Object.entries(imports).map(([file, targets]) => [file, new Set(targets)]));

const sample = files({
  'server/src/main.ts': ['server/src/app/serve.ts'],
  'server/src/app/serve.ts': ['server/src/features/a/index.ts', 'server/src/core/log/index.ts'],
  'server/src/features/a/index.ts': ['server/src/features/b/index.ts', 'server/src/core/log/index.ts'],
  'server/src/features/b/index.ts': [],
  'server/src/core/log/index.ts': ['wire/core.ts'],
  'web/src/ui/kit/app.tsx': ['web/src/store/index.ts'],
  'web/src/store/index.ts': ['wire/core.ts'],
  'web/src/client.ts': ['web/src/ui/kit/app.tsx'],
  'wire/core.ts': [],
});

const arrows = (graph: Graph) =>
  diagram(graph)
    .split('\n')
    .filter((line) => line.includes('-->'))
    .map((line) => line.trim());

describe('The diagram of the architecture', () => {
  it('The diagram shows tiers, rooms of core and tiers of the web client, and what each imports', () => {
    assert.deepEqual(arrows(sample), [
      'app --> features',
      'core_log --> wire',
      'features --> core_log',
      'ui_kit --> web_store',
      'web_store --> wire',
    ]);
    const boxes = [
      'app["app"]',
      'features["features"]',
      'core_log["log"]',
      'ui_kit["kit"]',
      'web_store["store"]',
    ];
    for (const box of boxes) assert.ok(diagram(sample).includes(box), box);
  });

  it('The diagram leaves out a direct arrow where a longer way leads as well', () => {
    assert.ok(!arrows(sample).includes('app --> core_log'));
    const short = files({
      'server/src/app/serve.ts': ['server/src/core/log/index.ts'],
      'server/src/core/log/index.ts': [],
    });
    assert.deepEqual(arrows(short), ['app --> core_log']);
  });

  it('Drawing again replaces the diagram alone, and changes nothing if the imports are the same', () => {
    const page =
      '# Page\n\n<!-- drawn by tools/checks/architecture.ts -->\nold\n<!-- end of the drawing -->\n\nMore\n';
    const drawn = withDiagram(page, sample);
    assert.ok(drawn.startsWith('# Page\n') && drawn.endsWith('\n\nMore\n'));
    assert.ok(!drawn.includes('old'));
    assert.equal(withDiagram(drawn, sample), drawn);
    assert.notEqual(withDiagram(drawn, files({ 'wire/core.ts': [] })), drawn);
  });

  it('The script draws the diagram of this repository into a page when the launcher runs it', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-diagram-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const page = join(folder, 'page.md');
    writeFileSync(page, '<!-- drawn by tools/checks/architecture.ts -->\n<!-- end of the drawing -->\n');
    execFileSync(process.execPath, ['tools/run.mjs', 'tools/checks/architecture.ts', page]);
    assert.match(readFileSync(page, 'utf8'), /app --> transfer/);
  });
});
