/** Every sample of every service becomes the messages that `messages.txt` has for it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { samples } from '../../../../../tests/support/deliveries/index.ts';
import { written } from '../../../../../tests/support/deliveries/receive.ts';
import { integrations } from '../integrations.ts';

const file = new URL('../../../../../tests/support/deliveries/messages.txt', import.meta.url);
const texts = readFileSync(file, 'utf8').split(/^(?==== )/m);
const expected = new Map(texts.map((text) => [text.split('\n', 1)[0], text.trimEnd()]));

for (const sample of samples) {
  const { integration, what } = sample;
  test(`${integration} makes the expected messages of ${what}`, () => {
    assert.equal(written(sample), expected.get(`=== ${integration}: ${what}`));
  });
}

test('Every integration has a sample, and every message of the file belongs to one', () => {
  const named = new Set(samples.map(({ integration }) => integration));
  assert.deepEqual(
    integrations.map(({ name }) => name).filter((name) => !named.has(name)),
    [],
  );
  assert.deepEqual(
    [...expected.keys()],
    samples.map(({ integration, what }) => `=== ${integration}: ${what}`),
  );
});

const asItIs = /^an event without a message of its own$|^a test without alerts$/;

test('The events that an integration lists include those of its samples', () => {
  for (const { name, events } of integrations) {
    if (!events) continue;
    const own = samples.filter(({ integration, what }) => integration === name && !asItIs.test(what));
    const made = own.flatMap((sample) => written(sample).match(/^\[[^\]]+\](?= \{)/gm) ?? []);
    for (const event of made) assert.ok(events.includes(event.slice(1, -1)), `${name}: ${event}`);
  }
});
