import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrations, type Migration } from './migrations/index.ts';
import type { Dialect } from './sql.ts';

const dialects: readonly Dialect[] = ['sqlite', 'postgres'];

/** What a version that does not know of it would trip over. */
function findBreakingChanges({ statements }: Pick<Migration, 'statements'>): string[] {
  return dialects.flatMap((dialect) => {
    const all = statements(dialect).map((statement) => statement.replace(/\s+/g, ' ').trim());
    const made = all.flatMap((statement) => /^CREATE (?:VIRTUAL )?TABLE (\w+)/i.exec(statement)?.[1] ?? []);
    return all.filter((statement) => !expands(statement, made));
  });
}

function expands(statement: string, made: readonly string[]): boolean {
  if (/^CREATE (?:(?:VIRTUAL )?TABLE|INDEX|STATISTICS|SEQUENCE) /i.test(statement)) return true;
  const unique = /^CREATE UNIQUE INDEX \w+ ON (\w+)/i.exec(statement);
  if (unique) return made.includes(unique[1] ?? '');
  const column = /^ALTER TABLE \w+ ADD COLUMN (.*)$/i.exec(statement)?.[1];
  if (column !== undefined) return !/\bNOT NULL\b/i.test(column) || /\bDEFAULT\b/i.test(column);
  return /^(?:INSERT INTO|UPDATE) /i.test(statement);
}

test('A migration that does more than expand says which version it needs', () => {
  for (const migration of migrations)
    if (migration.needs === undefined) assert.deepEqual(findBreakingChanges(migration), [], migration.name);
});

test('What a migration needs is itself or an earlier one', () => {
  for (const [index, { name, needs }] of migrations.entries())
    if (needs !== undefined)
      assert.ok(
        migrations.slice(0, index + 1).some((one) => one.name === needs),
        `${name} needs ${needs}`,
      );
});

test('Removing, renaming, narrowing and requiring are no expansion', () => {
  for (const statement of [
    'DROP TABLE person',
    'ALTER TABLE person DROP COLUMN settings',
    'ALTER TABLE person RENAME COLUMN settings TO choices',
    'ALTER TABLE person ADD COLUMN colour text NOT NULL',
    'ALTER TABLE person ALTER COLUMN settings SET NOT NULL',
    'CREATE UNIQUE INDEX person_name ON person (full_name)',
    'DELETE FROM job',
  ])
    assert.deepEqual(findBreakingChanges({ statements: () => [statement] }), [statement, statement]);
});
