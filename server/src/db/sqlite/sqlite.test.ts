import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { SqliteConnection } from './sqlite.ts';

test('A SQLite statement that ends on a row with an ID beyond 2^53 returns the number of changed rows', () => {
  const connection = new SqliteConnection(new DatabaseSync(':memory:'));
  connection.run('CREATE TABLE words (id INTEGER PRIMARY KEY)', []);
  assert.equal(connection.run('INSERT INTO words VALUES (9009535716950016), (9009535716950018)', []), 2);
  assert.equal(connection.run('DELETE FROM words', []), 2);
  assert.deepEqual(connection.query('SELECT count(*) AS count FROM words', [])[0]?.count, 0);
  connection.close();
});
