import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { csvRows, type CsvRow } from './csv-rows.ts';

async function read(...chunks: string[]): Promise<CsvRow[]> {
  const found: CsvRow[] = [];
  for await (const rows of csvRows(Readable.from(chunks.map((chunk) => Buffer.from(chunk)))))
    found.push(...rows);
  return found;
}

test('A row with too many cells or characters is passed over, and the next one is read', async () => {
  const cell = 'x'.repeat(1_000_000);
  const rows = await read('a,b\n', ','.repeat(2000), '\n', ...Array<string>(5).fill(`${cell},`), '\n1,2\n');
  assert.deepEqual(
    rows.map((one) => ('fault' in one ? one.line : one.row)),
    [2, 3, { a: '1', b: '2' }],
  );
});
