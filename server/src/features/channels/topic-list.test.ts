import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { Topic } from '../../../../wire/channels.ts';
import { nameKey } from '../../lib/text.ts';
import { TopicList } from './topic-list.ts';

const shown = (list: TopicList, allowsEmpty: boolean): unknown =>
  JSON.parse(Buffer.concat(list.text(allowsEmpty)).toString());

const newestFirst = (topics: Iterable<Topic>): Topic[] => [...topics].sort((a, b) => b.max_id - a.max_id);

const named = (topics: readonly Topic[]): Topic[] =>
  topics.map(({ name, max_id }) => ({ name: name === '' ? emptyTopicDisplayName : name, max_id }));

/** Topics with odd ids, so that there is room between any two. */
const many = (count: number): Topic[] =>
  Array.from({ length: count }, (_, i) => ({ name: i === 7 ? '' : `Tópic "${i}" 🧵`, max_id: 2 * i + 1 }));

test('The topic list is ordered by latest activity, and names the empty topic for clients that need it', async () => {
  for (const count of [0, 1, 127, 128, 129, 1500]) {
    const topics = newestFirst(many(count));
    const list = await TopicList.of(topics);
    assert.deepEqual(shown(list, true), topics);
    assert.deepEqual(shown(list, false), named(topics));
  }
});

test('The topic list after changes equals a newly built one', async () => {
  const spot = fc.nat({ max: 2000 });
  const step = fc.array(fc.record({ topic: spot, place: fc.option(spot), isLoud: fc.boolean() }), {
    maxLength: 40,
  });
  const steps = fc.array(step, { maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(0, 3, 300, 1500), steps, async (count, rounds) => {
      const model = new Map(many(count).map((topic) => [nameKey(topic.name), topic]));
      const list = await TopicList.of(newestFirst(model.values()));
      let newest = 2 * count;
      for (const round of rounds) {
        const changed = new Map<string, Topic | undefined>();
        for (const { topic, place, isLoud } of round) {
          const name = topic === 7 ? '' : `Tópic "${topic}" 🧵`;
          const taken = new Set([...model.values()].map(({ max_id }) => max_id));
          let id = place === null ? newest + 2 : 2 * place;
          while (taken.has(id)) id += 2;
          newest = Math.max(newest, id);
          const now = topic % 5 === 0 ? undefined : { name: isLoud ? name.toUpperCase() : name, max_id: id };
          changed.set(nameKey(name), now);
          if (now) model.set(nameKey(name), now);
          else model.delete(nameKey(name));
        }
        list.change(changed);
        const expected = newestFirst(model.values());
        assert.deepEqual(shown(list, true), expected);
        assert.deepEqual(shown(list, false), named(expected));
      }
    }),
    { numRuns: 25 },
  );
});

test('An emptied topic list takes no memory and can be filled again', async () => {
  const topics = newestFirst(many(1200));
  const list = await TopicList.of(topics);
  assert.ok(list.bytes > 1200 * 20);
  list.change(new Map(topics.map(({ name }) => [nameKey(name), undefined])));
  assert.deepEqual([shown(list, true), list.bytes], [[], 0]);
  list.change(new Map([['back', { name: 'Back', max_id: 9000 }]]));
  assert.deepEqual(shown(list, true), [{ name: 'Back', max_id: 9000 }]);
});

test('The topic list keeps its size after every topic moved to the front', async () => {
  const topics = newestFirst(many(2000));
  const list = await TopicList.of(topics);
  const before = list.text(true).length;
  const again = topics.map(({ name }, i) => ({ name, max_id: 10_000 + 2 * i }));
  for (let from = 0; from < again.length; from += 10)
    list.change(new Map(again.slice(from, from + 10).map((topic) => [nameKey(topic.name), topic])));
  assert.equal((shown(list, true) as unknown[]).length, 2000);
  assert.ok(list.text(true).length <= 2 * before, 'pieces do not fall apart');
});
