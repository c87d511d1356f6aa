import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { readCatalog } from '../../db/archive/catalog.ts';
import { openSnapshot, type Snapshot } from '../../db/archive/snapshot.ts';
import { orphanChecks, unchecked } from '../archive/orphans.ts';
import { isKept, type KeptTable, type TableDecision } from './decision.ts';
import { decisionFor, decisions } from './tables.ts';

async function withCut<T>(
  t: Parameters<typeof makeWorld>[0],
  engine: 'sqlite' | 'postgres',
  use: (cut: Snapshot) => Promise<T>,
): Promise<T> {
  const { config } = (await makeWorld(t, engine)).app;
  const cut = await openSnapshot(config.data, config.databaseUrl);
  try {
    return await use(cut);
  } finally {
    await cut.close();
  }
}

const all: readonly [string, TableDecision][] = Object.entries(decisions);
const kept = all.filter((entry): entry is [string, KeptTable] => isKept(entry[1]));

/** Part of no backup either: the search index, unfinished uploads, and what running processes keep. */
const inNoArchive = new Set([
  'search_mark',
  'search_rewrite',
  'search_waiting',
  'search_word',
  'resumable_upload',
  'node',
  'lease',
  'client_file',
  'limited_use',
]);

onBothEngines('The decisions about tables', (engine) => {
  test('Every table and every column of the database has a decision, and every decision a table', async (t) => {
    const catalog = await withCut(t, engine, (cut) => readCatalog(cut.dialect, (sql) => cut.query(sql)));
    const names = catalog.map(({ name }) => name);
    const decided = all.map(([name]) => name).filter((name) => !inNoArchive.has(name));
    assert.deepEqual(names.toSorted(), decided.toSorted());
    for (const { name, columns } of catalog) {
      const decision = decisionFor(name);
      if (!decision || !isKept(decision)) continue;
      const found = columns.map((column) => column.name).toSorted();
      assert.deepEqual(Object.keys(decision.columns).toSorted(), found, name);
    }
  });

  test('Every column that the database declares as a reference is one, to the same table', async (t) => {
    await withCut(t, engine, async (cut) => {
      const catalog = await readCatalog(cut.dialect, (sql) => cut.query(sql));
      const declared = catalog.filter(({ references }) => references.length > 0);
      assert.ok(declared.length > 10);
      for (const { name, references: parents } of declared) {
        const decision = decisionFor(name);
        if (!decision || !isKept(decision)) continue;
        const referenced = Object.values(decision.columns).map((column) => column.references);
        for (const parent of parents) assert.ok(referenced.includes(parent as never), `${name} to ${parent}`);
      }
    });
  });

  test('The path from each table to its organization can be followed', async (t) => {
    await withCut(t, engine, async (cut) => {
      for (const [name, { path }] of all) {
        if (path === 'server') continue;
        const parent = path.through ?? 'organization';
        const sql = `SELECT count(*) AS n FROM ${name} c JOIN ${parent} p ON p.id = c.${path.column}`;
        assert.ok(Number((await cut.query(sql))[0]?.n) >= 0, name);
      }
    });
  });
});

test('A column named like an ID says what it refers to or is blank, and nothing is hidden where no person is known', () => {
  for (const [name, { columns, person }] of kept)
    for (const [column, { references, bound, map, hidden, blank }] of Object.entries(columns)) {
      const isNamed = /(?:^|_)ids?$/.test(column) && column !== 'update_id';
      assert.ok(!isNamed || (references ?? bound ?? map ?? blank) !== undefined, `${name}.${column}`);
      assert.ok(hidden === undefined || person !== undefined, `${name}.${column}`);
    }
});

test('No archive of an organization has keys, sessions, links or tokens', () => {
  for (const table of ['session', 'account_link', 'invitation', 'push_token'] as const)
    assert.ok('omitted' in decisions[table], table);
  const secret = [
    decisions.person.columns.api_key_hash,
    decisions.person.columns.api_key_box,
    decisions.bot.columns.token,
    decisions.external_identity.columns.key_hash,
    decisions.external_identity.columns.key_sid,
  ];
  for (const column of secret) assert.match(column.blank, /''$|'' END$|^NULL$|^'none ' \|\| id$/);
});

onBothEngines('The checks of references', (engine) => {
  test('Every column named like a reference is compared with a table, or says why it is not', async (t) => {
    await withCut(t, engine, async (cut) => {
      const checked = new Set((await orphanChecks(cut)).map(({ name }) => name));
      const catalog = await readCatalog(cut.dialect, (sql) => cut.query(sql));
      const columns = catalog.flatMap(({ name, columns: own }) =>
        own.map((column) => `${name}.${column.name}`),
      );
      const silent = columns.filter(
        (column) => column.endsWith('_id') && !checked.has(column) && unchecked[column] === undefined,
      );
      assert.deepEqual(silent, []);
      const gone = Object.keys(unchecked).filter((column) => !columns.includes(column));
      assert.deepEqual(gone, ['search_waiting.message_id'], 'of no table that a backup has');
    });
  });
});
