import assert from 'node:assert/strict';
import path from 'node:path';
import { it } from 'node:test';
import { listFiles } from '../sources.mjs';
import { resources } from './tree.ts';

const root = path.dirname(path.dirname(import.meta.dirname));

it('A release has every file that the server reads beside its code', () => {
  const beside = listFiles(path.join(root, 'server', 'src'))
    .map((file) => path.relative(root, file))
    .filter((file) => !file.endsWith('.ts'));
  const isIn = (file: string) => resources.some((one) => file === one || file.startsWith(`${one}/`));
  assert.deepEqual(
    beside.filter((file) => !isIn(file)),
    [],
  );
});
