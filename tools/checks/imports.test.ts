import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { rules, TIERS, UI_TIERS, WEB_TIERS } from './dependency-rules.ts';
import { aggregate, circles, readImports, getRoom } from './import-graph.ts';

type Arrow = [from: string, to: string];

/** Imports that each rule refuses, and ones beside them that pass. */
const samples: Record<string, { refuses: Arrow[]; allows: Arrow[] }> = {
  ...inOrder('server/src', TIERS),
  ...inOrder('web/src', WEB_TIERS),
  ...inOrder('web/src/ui', UI_TIERS),
  'main-is-an-entry-point': {
    refuses: [['server/src/app/again.ts', 'server/src/main.ts']],
    allows: [['server/src/main.ts', 'server/src/app/serve.ts']],
  },
  'server-in-a-tier': {
    refuses: [['server/src/app/loose.ts', 'server/src/helpers.ts']],
    allows: [],
  },
  'features-by-index': {
    refuses: [
      ['server/src/features/bots/a.ts', 'server/src/features/users/rows.ts'],
      ['server/src/pages/sign-in.ts', 'server/src/features/users/rows.ts'],
    ],
    allows: [
      ['server/src/features/bots/b.ts', 'server/src/features/users/index.ts'],
      ['server/src/features/bots/c.ts', 'server/src/features/bots/rows.ts'],
    ],
  },
  'core-by-index': {
    refuses: [
      ['server/src/core/events/a.ts', 'server/src/core/users/rows.ts'],
      ['server/src/features/bots/d.ts', 'server/src/core/users/rows.ts'],
    ],
    allows: [
      ['server/src/core/users/a.ts', 'server/src/core/users/rows.ts'],
      ['server/src/features/bots/e.ts', 'server/src/core/users/index.ts'],
    ],
  },
  'http-inside': {
    refuses: [['server/src/features/bots/f.ts', 'server/src/http/request/params.ts']],
    allows: [
      ['server/src/features/bots/routes.ts', 'server/src/http/route.ts'],
      ['server/src/features/bots/mount.ts', 'server/src/http/server.ts'],
    ],
  },
  'pure-functions': {
    refuses: [
      ['server/src/lib/markdown/a.ts', 'server/src/lib/config/config.ts'],
      ['server/src/lib/narrow/a.ts', 'node:fs'],
    ],
    allows: [['server/src/lib/markdown/b.ts', 'wire/core.ts']],
  },
  'client-composes': {
    refuses: [['web/src/actions/a/send.ts', 'web/src/client.ts']],
    allows: [['web/src/ui/frame/start.tsx', 'web/src/client.ts']],
  },
  'web-in-a-tier': {
    refuses: [
      ['web/src/store/e.ts', 'web/src/helpers.ts'],
      ['web/src/ui/frame/e.ts', 'web/src/ui/helpers.ts'],
    ],
    allows: [['web/src/main.tsx', 'web/src/ui/frame/begin.ts']],
  },
  'screens-by-router': {
    refuses: [['web/src/ui/frame/search/a.ts', 'web/src/ui/screens/inbox/inbox.tsx']],
    allows: [
      ['web/src/ui/frame/screens.ts', 'web/src/ui/screens/inbox/inbox.tsx'],
      ['web/src/ui/screens/inbox/inbox.tsx', 'web/src/ui/screens/inbox/row.tsx'],
    ],
  },
  'kit-knows-no-chat': {
    refuses: [
      ['web/src/ui/kit/a.ts', 'web/src/store/users.ts'],
      ['web/src/ui/kit/a.ts', 'web/src/view/people/people.ts'],
    ],
    allows: [
      ['web/src/ui/kit/b.ts', 'web/src/view/text/text.ts'],
      ['web/src/ui/kit/b.ts', 'web/src/connection/api.ts'],
    ],
  },
  'wire-alone': {
    refuses: [['wire/a.ts', 'server/src/lib/errors.ts']],
    allows: [['wire/b.ts', 'wire/core.ts']],
  },
  'server-alone': {
    refuses: [
      ['server/src/lib/a.ts', 'web/src/connection/api.ts'],
      ['server/src/app/b.ts', 'tests/support/world.ts'],
    ],
    allows: [['server/src/lib/c.ts', 'wire/core.ts']],
  },
  'web-alone': {
    refuses: [
      ['web/src/store/c.ts', 'server/src/lib/errors.ts'],
      ['web/src/ui/c.ts', 'bench/a.ts'],
    ],
    allows: [['web/src/store/d.ts', 'wire/core.ts']],
  },
};

/** Samples for each tier: an import from the one above it. */
function inOrder(
  root: string,
  tiers: readonly string[],
): Record<string, { refuses: Arrow[]; allows: Arrow[] }> {
  return Object.fromEntries(
    tiers.slice(0, -1).map((tier, i) => {
      const [low, high] = [`${root}/${tier}`, `${root}/${tiers[i + 1]}`];
      const open = tier === 'http' ? 'route.ts' : 'x/index.ts';
      return [
        `no-import-up-from-${tier}`,
        {
          refuses: [[`${low}/up/index.ts`, `${high}/x/index.ts`]],
          allows: tier === 'screens' ? [] : [[`${high}/down/index.ts`, `${low}/${open}`]],
        },
      ];
    }),
  );
}

describe('the import rules', () => {
  let root: string;
  let broken: string[];

  before(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'heddle-imports-'));
    for (const { refuses, allows } of Object.values(samples)) writeTree(root, [...refuses, ...allows]);
    // What a test imports does not count.
    writeTree(root, [['server/src/lib/a.test.ts', 'server/src/app/serve.ts']]);
    const { violations } = readImports(root, ['wire', 'server', 'web', 'bench'], rules);
    broken = violations.map(({ rule, from, to }) => show(rule.name, [from, to]));
  });
  after(() => rmSync(root, { recursive: true }));

  it('The tests of the import rules have a sample of every rule', () => {
    assert.deepEqual(Object.keys(samples).sort(), rules.map(({ name }) => name).sort());
  });

  for (const [name, { refuses, allows }] of Object.entries(samples)) {
    it(`The import rule ${name} refuses its samples, types alone included`, () => {
      for (const arrow of refuses) assert.ok(broken.includes(show(name, arrow)), show(name, arrow));
    });
    it(`The import rules allow what is beside the samples of ${name}`, () => {
      for (const arrow of allows)
        assert.deepEqual(
          broken.filter((each) => each.endsWith(show('', arrow))),
          [],
        );
    });
  }

  it('The import rules do not hold in tests', () => {
    assert.deepEqual(
      broken.filter((each) => each.includes('.test.ts')),
      [],
    );
  });
});

it('Imports of every form count, and one of a file that is not there is refused', (t) => {
  const root = mkdtempSync(path.join(tmpdir(), 'heddle-imports-'));
  t.after(() => rmSync(root, { recursive: true }));
  const texts = {
    'late.ts': "export const load = () => import('./a.ts');",
    'type.ts': "export type A = import('./a.ts').A;",
    'again.ts': "export * from './a.ts';",
    'named.ts': "export { type A } from './a.ts';",
    'effect.ts': "import './a.ts';",
    'text.ts': "import text from './a.ts?raw';\nconsole.log(text);",
    'others.ts': "import fs from 'fs';\nimport { x } from '@scope/name/part';\nconsole.log(fs, x);",
    'a.ts': '',
  };
  for (const [name, text] of Object.entries(texts)) write(root, `wire/${name}`, text);
  const { graph } = readImports(root, ['wire'], []);
  const { 'a.ts': _a, 'others.ts': _others, ...forms } = texts;
  for (const name of Object.keys(forms))
    assert.deepEqual([...(graph.get(`wire/${name}`) ?? [])], ['wire/a.ts'], name);
  assert.deepEqual([...(graph.get('wire/others.ts') ?? [])], ['node:fs', 'node_modules/@scope/name/part/']);
  write(root, 'wire/b.ts', "import './a';");
  assert.throws(() => readImports(root, ['wire'], []), /wire\/a is imported, and is no file/);
});

describe('circles', () => {
  const graph = (arrows: Record<string, string>) =>
    new Map(Object.entries(arrows).map(([node, targets]) => [node, new Set(targets)]));

  it('Circles of imports that share a file are one circle, and the largest comes first', () => {
    const found = circles(graph({ a: 'b', b: 'a', c: 'da', d: 'e', e: 'cf', f: 'd' }));
    assert.deepEqual(found, [
      ['c', 'd', 'e', 'f'],
      ['a', 'b'],
    ]);
  });

  it('Imports that meet again without leading back are no circle', () => {
    assert.deepEqual(circles(graph({ a: 'bc', b: 'd', c: 'd', d: '' })), []);
  });

  it('Rooms form a circle where their files do not', () => {
    const files = new Map([
      ['server/src/core/users/a.ts', new Set(['server/src/core/groups/a.ts'])],
      ['server/src/core/groups/a.ts', new Set(['server/src/lib/a.ts'])],
      ['server/src/core/groups/b.ts', new Set(['server/src/core/users/b.ts'])],
    ]);
    assert.deepEqual(circles(files), []);
    assert.deepEqual(circles(aggregate(files, getRoom)), [['core/groups', 'core/users']]);
  });

  it('Folders of the web client form a circle at any depth, and style sheets do not count', () => {
    const files = new Map([
      ['web/src/ui/kit/a.tsx', new Set(['web/src/ui/kit/lists/a.ts', 'web/src/view/text/a.ts'])],
      ['web/src/ui/kit/lists/b.ts', new Set(['web/src/ui/kit/b.ts', 'web/src/ui/parts/a.css'])],
      ['web/src/ui/parts/b.ts', new Set(['web/src/ui/kit/lists/b.ts'])],
    ]);
    assert.deepEqual(circles(aggregate(files, getRoom)), [['web/src/ui/kit', 'web/src/ui/kit/lists']]);
  });
});

/** The imports are of types only, which counts as well. */
function writeTree(root: string, arrows: Arrow[]): void {
  for (const [from, to] of arrows) {
    const target = to.startsWith('node:')
      ? to
      : path.relative(path.dirname(from), to).replace(/^(?!\.)/, './');
    write(root, from, `import type { A } from '${target}';\nexport type B = A;\n`);
    if (!to.startsWith('node:')) write(root, to, '');
  }
}

function write(root: string, file: string, text: string): void {
  mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
  // A sample may begin where another ends: both count.
  writeFileSync(path.join(root, file), text, { flag: 'a' });
}

function show(rule: string, [from, to]: Arrow): string {
  return `${rule}: ${from} -> ${to}`;
}
