import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encode } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { renderTemplate, TemplateFailure } from './template.ts';
import { isWanted } from './filter.ts';

const payload = { name: 'Loom @**all** [x](http://y)', state: 'down', tags: ['a', 'b'] };

/** Each would read files, run for long or take memory without end. */
const hostile = [
  "{% include 'package.json' %}",
  "{% render 'package.json' %}",
  "{% layout 'package.json' %}",
  '{% for i in (1..100000000) %}x{% endfor %}',
  '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}',
  `{% assign x = 'xxxxxxxxxx' %}${'{% assign x = x | append: x %}'.repeat(40)}{{ x }}`,
  `{% assign x = 'aaaaaaaaaa' %}${"{% assign x = x | replace: 'a', x %}".repeat(8)}{{ x }}`,
  "{{ 'now' | date: '%1000000000d' }}",
  '{{ name | strip_html }}',
  '{{ name',
  '{{ name | unknown }}',
  'x'.repeat(10_001),
];

test('A template makes a message of fields, lists and conditions, whose texts are shown as they are', async () => {
  const { topic, content } = await renderTemplate(
    {
      topic: '{{ state | upcase }}',
      content:
        "**{{ name }}** is {% if state == 'down' %}:warning:{% endif %} {{ tags | join: ', ' }} {{ missing }}",
    },
    payload,
  );
  assert.equal(topic, 'DOWN');
  assert.match(content.text, /^\*\*Loom @&#42;&#42;all&#42;&#42; .*\*\* is :warning: a, b$/);
  assert.doesNotMatch(content.text, /@\*\*/);
  const raw = await renderTemplate({ topic: '', content: '{{ name | raw }}' }, payload);
  assert.equal(raw.content.text, 'Loom @_**all** [x](http://y)');
  const inherited = await renderTemplate(
    { topic: '', content: '{{ constructor }}{{ name.constructor }}' },
    payload,
  );
  assert.equal(inherited.content.text, '');
});

test('A template that is wrong, or would read files or run without end, is refused', async () => {
  for (const content of hostile)
    await assert.rejects(
      renderTemplate({ topic: '', content }, payload),
      TemplateFailure,
      content.slice(0, 60),
    );
});

const put = (world: World, who: Name, id: number, template: { topic?: string; content: string }) =>
  world.as(who).send('PUT', `/bots/${id}/webhook_template`, { body: encode(template) });

onBothEngines('Templates of bots', (engine) => {
  test('JSON becomes a message by the template of the bot, and by none again without it', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 2 });
    const path = `/external/json?api_key=${bot.apiKey}&stream=general`;
    const deliver = (body: unknown) =>
      world.anonymous.send('POST', path, {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const template = {
      topic: 'State: {{ state }}',
      content: "{% if state != 'ok' %}{{ name }} is {{ state }}{% endif %}",
    };
    assert.equal((await put(world, 'dan', bot.id, template)).status, 200);
    assert.deepEqual(
      (await world.as('dan').get(`/bots/${bot.id}/webhook_template`)).json.content,
      template.content,
    );
    const newest = async () => {
      const query = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
      const [message]: {
        subject: string;
        content: string;
      }[] = (await world.as('dan').get('/messages', query)).json.messages;
      return [message?.subject, message?.content];
    };
    for (const state of ['down', 'ok']) assert.equal((await deliver({ name: 'Loom', state })).status, 200);
    assert.deepEqual(await newest(), ['State: down', 'Loom is down']);
    await put(world, 'dan', bot.id, { content: '{% for i in (1..n) %}x{% endfor %}' });
    const failed = await deliver({ n: 100_000_000 });
    assert.equal(failed.status, 400);
    assert.match((await newest())[1] ?? '', /could not be used: the template of the content is not valid/);
    assert.equal((await world.as('dan').delete(`/bots/${bot.id}/webhook_template`)).status, 200);
    await deliver({ name: 'Loom' });
    assert.match((await newest())[1] ?? '', /^```json/);
  });

  test('A template is checked, previewed and changed by those who may administer the bot', async (t) => {
    const world = await makeWorld(t, engine);
    const bot = await makeBot(world, 'dan', { bot_type: 2 });
    const template = { topic: '{{ state }}', content: '**{{ name }}**' };
    const preview = (who: Name, body: object) =>
      world.as(who).post(`/bots/${bot.id}/webhook_template/preview`, { ...body });
    const { json } = await preview('dan', { ...template, payload: '{"name":"Loom","state":"down"}' });
    assert.deepEqual(
      [json.topic, json.content, json.rendered_content],
      ['down', '**Loom**', '<p><strong>Loom</strong></p>'],
    );
    assert.equal((await preview('dan', { ...template, payload: '{' })).json.code, 'INVALID_JSON');
    const wrong = await put(world, 'dan', bot.id, { content: '{% if %}' });
    assert.deepEqual([wrong.status, wrong.json.code], [400, 'BAD_REQUEST']);
    assert.match(wrong.json.msg, /^Invalid template: the template of the content is not valid: /);
    for (const refused of [
      await put(world, 'eve', bot.id, template),
      await preview('eve', { ...template, payload: '{}' }),
      await world.as('eve').get(`/bots/${bot.id}/webhook_template`),
      await world.as('eve').delete(`/bots/${bot.id}/webhook_template`),
    ])
      assert.equal(refused.status, 400);
  });
});

test('Without a filter every event is wanted, and an empty list is none', () => {
  assert.ok(isWanted('push', {}));
  assert.ok(isWanted('push', { only_events: [], exclude_events: [] }));
});

test('Names of events have the wildcards of shells', () => {
  const matches = (pattern: string, event: string) => isWanted(event, { only_events: [pattern] });
  for (const [pattern, event] of [
    ['push', 'push'],
    ['push*', 'push_tags'],
    ['*', ''],
    ['*_request*', 'pull_request_review'],
    ['pu?h', 'push'],
    ['[a-q]ush', 'push'],
    ['[!a-o]ush', 'push'],
    ['a.b*c', 'a.bxc'],
    ['[', '['],
  ] as const)
    assert.ok(matches(pattern, event), `${pattern} ${event}`);
  for (const [pattern, event] of [
    ['push', 'pushed'],
    ['push', 'Push'],
    ['pu?h', 'puh'],
    ['[!p]ush', 'push'],
    ['a.b', 'axb'],
    ['push*x', 'push_tags'],
  ] as const)
    assert.ok(!matches(pattern, event), `${pattern} ${event}`);
});

test('An event is excluded even if it is named among those that are wanted', () => {
  assert.ok(!isWanted('push', { only_events: ['p*'], exclude_events: ['push'] }));
  assert.ok(isWanted('ping', { only_events: ['p*'], exclude_events: ['push'] }));
});

test('A pattern of many stars takes no longer than its length allows', () => {
  assert.ok(!isWanted('a'.repeat(5000), { only_events: [`${'*a'.repeat(99)}b`] }));
});
