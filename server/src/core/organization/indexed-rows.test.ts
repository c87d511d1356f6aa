import assert from 'node:assert/strict';
import { test } from 'node:test';
import { IndexedRows } from './indexed-rows.ts';

interface NamedRow {
  id: number;
  name: string;
}

const rows = (...things: NamedRow[]): IndexedRows<NamedRow, 'name'> => {
  const made = new IndexedRows<NamedRow, 'name'>({ name: (thing) => thing.name });
  for (const thing of things) made.set(thing);
  return made;
};
const names = (from: IndexedRows<NamedRow, 'name'>): string[] =>
  [...from.values()].map((thing) => thing.name);

test('A cache layer shows its changes in place of the lower rows, which stay unchanged', () => {
  const base = rows({ id: 1, name: 'a' }, { id: 2, name: 'b' });
  const layer = base.layer();
  layer.set({ id: 1, name: 'c' });
  layer.set({ id: 3, name: 'd' });
  assert.deepEqual(names(layer), ['c', 'b', 'd']);
  assert.deepEqual(names(base), ['a', 'b']);
  assert.equal(layer.get(1)?.name, 'c');
  assert.equal(base.get(1)?.name, 'a');
});

test('The rows in the order of ids are those of now, in a cache layer and below it', () => {
  const base = rows({ id: 2, name: 'b' }, { id: 1, name: 'a' });
  const sorted = (from: typeof base) => from.sorted().map(({ name }) => name);
  const layer = base.layer();
  assert.deepEqual(
    [sorted(base), sorted(layer)],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
  );
  assert.equal(base.sorted(), layer.sorted());
  layer.set({ id: 0, name: 'z' });
  layer.remove(2);
  assert.deepEqual(
    [sorted(base), sorted(layer)],
    [
      ['a', 'b'],
      ['z', 'a'],
    ],
  );
  layer.merge();
  assert.deepEqual(sorted(base), ['z', 'a']);
});

test('A cache layer that renamed a row finds nothing under the old name', () => {
  const base = rows({ id: 1, name: 'a' });
  const layer = base.layer();
  layer.set({ id: 1, name: 'c' });
  assert.equal(layer.find('name', 'a'), undefined);
  assert.equal(layer.find('name', 'c')?.id, 1);
  assert.equal(base.find('name', 'a')?.id, 1);
  assert.equal(base.find('name', 'c'), undefined);
});

test('Merging a cache layer applies its changes and removes old names', () => {
  const base = rows({ id: 1, name: 'a' }, { id: 2, name: 'b' });
  const layer = base.layer();
  layer.set({ id: 1, name: 'c' });
  layer.merge();
  assert.equal(base.find('name', 'a'), undefined);
  assert.equal(base.find('name', 'c')?.id, 1);
  assert.equal(base.find('name', 'b')?.id, 2);
});

test('Two rows that swap names in one cache layer are found by their new names', () => {
  const base = rows({ id: 1, name: 'a' }, { id: 2, name: 'b' });
  const layer = base.layer();
  layer.set({ id: 1, name: 'meanwhile' });
  layer.set({ id: 2, name: 'a' });
  layer.set({ id: 1, name: 'b' });
  for (const one of [layer, base]) {
    if (one === base) layer.merge();
    assert.equal(one.find('name', 'a')?.id, 2);
    assert.equal(one.find('name', 'b')?.id, 1);
    assert.equal(one.find('name', 'meanwhile'), undefined);
  }
});

test('A released name can be reused in a cache layer', () => {
  const base = rows({ id: 1, name: 'a' });
  base.set({ id: 1, name: 'b' });
  base.set({ id: 2, name: 'a' });
  base.set({ id: 1, name: 'c' });
  assert.equal(base.find('name', 'a')?.id, 2);
  assert.equal(base.find('name', 'b'), undefined);
});

test('A row that is replaced by nothing is gone from its layer, and from the one below after merging', () => {
  const base = rows({ id: 1, name: 'a' }, { id: 2, name: 'b' });
  const layer = base.layer();
  layer.replace([1, 2], [{ id: 2, name: 'c' }]);
  assert.deepEqual([names(layer), names(base)], [['c'], ['a', 'b']]);
  assert.equal(layer.get(1), undefined);
  assert.equal(layer.find('name', 'a'), undefined);
  layer.merge();
  assert.deepEqual(names(base), ['c']);
  assert.equal(base.find('name', 'a'), undefined);
  base.set({ id: 1, name: 'a' });
  assert.equal(base.find('name', 'a')?.id, 1);
});
