import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import { addLinkifier } from './actions.ts';

const bugs = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://bugs.example.com/{id}' };
const tasks = { pattern: 'T(?P<n>[0-9]+)', url_template: 'https://tasks.example.com/{n}' };
const bare = { example_input: null, reverse_template: null, alternative_url_templates: [] };

async function added(world: World, params: object): Promise<number> {
  const { status, json } = await world.as('ada').post('/realm/filters', { ...params });
  assert.equal(status, 200, json.msg);
  return json.id;
}

const list = async (world: World) =>
  (await world.as('gus').get('/realm/linkifiers')).json.linkifiers as object[];

const refused = async (world: World, params: object): Promise<[number, string, unknown]> => {
  const { status, json } = await world.as('ada').post('/realm/filters', { ...params });
  return [status, json.msg, json.errors];
};

onBothEngines('Linkifiers', (engine) => {
  test('Linkifiers are added, changed and removed by administrators, and visible to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await added(world, bugs);
    assert.deepEqual(await list(world), [{ id, ...bugs, ...bare }]);
    const full = {
      ...bugs,
      example_input: '#12',
      reverse_template: '#{id}',
      alternative_url_templates: ['https://old.example.com/bug/{id}'],
    };
    assert.equal((await world.as('ben').patch(`/realm/filters/${id}`, full)).status, 200);
    assert.deepEqual(await list(world), [{ id, ...full }]);
    assert.equal((await world.as('ben').delete(`/realm/filters/${id}`)).status, 200);
    assert.deepEqual(await list(world), []);
  });

  test('A linkifier change keeps omitted fields and clears emptied ones', async (t) => {
    const world = await makeWorld(t, engine);
    const example = { example_input: '#12', reverse_template: '#{id}' };
    const id = await added(world, { ...bugs, ...example });
    const elsewhere = { ...bugs, url_template: 'https://new.example.com/{id}' };
    await world.as('ada').patch(`/realm/filters/${id}`, elsewhere);
    assert.deepEqual(await list(world), [{ id, ...elsewhere, ...example, alternative_url_templates: [] }]);
    await world.as('ada').patch(`/realm/filters/${id}`, { ...bugs, example_input: '', reverse_template: '' });
    assert.deepEqual(await list(world), [{ id, ...bugs, ...bare }]);
  });

  test('Linkifiers cannot be changed by non-administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const id = await added(world, bugs);
    for (const name of names.filter((one) => one !== 'ada' && one !== 'ben')) {
      const person = world.as(name);
      for (const { status, json } of [
        await person.post('/realm/filters', tasks),
        await person.patch(`/realm/filters/${id}`, tasks),
        await person.delete(`/realm/filters/${id}`),
        await person.patch('/realm/linkifiers', { ordered_linkifier_ids: [id] }),
      ])
        assert.deepEqual([status, json.msg], [403, 'Must be an organization administrator']);
    }
    assert.deepEqual(await list(world), [{ id, ...bugs, ...bare }]);
  });

  test('A refused linkifier names the invalid field and the reason', async (t) => {
    const world = await makeWorld(t, engine);
    const [status, msg, ofPattern] = await refused(world, { ...bugs, pattern: '#(?P<id>[0-9]+' });
    assert.equal(status, 400);
    assert.match(msg, /^Bad regular expression: /);
    assert.deepEqual(ofPattern, { pattern: [msg] });
    const wrong: [object, string, string][] = [
      [{ ...bugs, url_template: 'https://x.example.com/{id' }, 'url_template', 'Invalid URL template.'],
      [
        { ...bugs, url_template: 'https://x.example.com/{other}' },
        '__all__',
        "Group 'other' in URL template is not present in linkifier pattern.",
      ],
      [
        { ...bugs, url_template: 'https://x.example.com/' },
        '__all__',
        "Group 'id' in linkifier pattern is not present in URL template.",
      ],
      [
        { ...bugs, alternative_url_templates: ['https://x.example.com/{'] },
        'alternative_url_templates',
        'Invalid URL template.',
      ],
      [
        { ...bugs, reverse_template: '#{id}' },
        'reverse_template',
        'Reverse template requires an example input.',
      ],
      [
        { ...bugs, example_input: 'see #12' },
        'example_input',
        'Example input does not match the linkifier pattern.',
      ],
      [
        { ...bugs, example_input: '#12', reverse_template: 'bug {id}' },
        'reverse_template',
        'Reverse template does not give the example input.',
      ],
    ];
    for (const [params, field, text] of wrong)
      assert.deepEqual(await refused(world, params), [400, text, { [field]: [text] }]);
    const blank = 'This field cannot be blank.';
    const errors = { pattern: [blank], url_template: [blank] };
    assert.deepEqual(await refused(world, { pattern: ' ', url_template: '' }), [400, blank, errors]);
    assert.deepEqual(await list(world), []);
  });

  test('Linkifiers lead only to web and mail addresses, whatever they match', async (t) => {
    const world = await makeWorld(t, engine);
    const refusal = [400, 'Invalid URL template.', { url_template: ['Invalid URL template.'] }];
    const harmful = [
      'javascript:alert({id})',
      ' JavaScript:alert({id})',
      'data:text/html,{id}',
      'vbscript:{id}',
      'file:///etc/{id}',
      'intent://{id}',
      '{+id}',
      'java{+id}',
      '{?id}javascript:x',
      '{/id}data:x',
      '{id}',
      'h{id}',
      'https:{id}',
      '//x.example/{id}',
      '/{+id}',
      '{/id}',
      'x.example/{id}',
      '{id}.x.example/',
    ];
    const id = await added(world, tasks);
    for (const url_template of harmful) {
      assert.deepEqual(await refused(world, { ...bugs, url_template }), refusal, url_template);
      const changed = await world.as('ada').patch(`/realm/filters/${id}`, { ...tasks, url_template });
      assert.equal(changed.status, 400, url_template);
      const [status, , errors] = await refused(world, { ...bugs, alternative_url_templates: [url_template] });
      assert.deepEqual([status, Object.keys(errors as object)], [400, ['alternative_url_templates']]);
    }
    assert.equal((await list(world)).length, 1);
    const harmless = [
      'http://x.example/{id}',
      'mailto:bug-{id}@x.example',
      'https://{id}.x.example/',
      '/#narrow/{id}',
      '/{id}',
      '#narrow/{id}',
    ];
    for (const [i, url_template] of harmless.entries())
      await added(world, { pattern: `${'x'.repeat(i + 1)}(?P<id>[0-9]+)`, url_template });
  });

  test('Linkifier patterns are limited in cost', async (t) => {
    const world = await makeWorld(t, engine);
    for (const pattern of ['(?=x)(?P<id>a)', '(?P<id>a)\\1', '(?P<id>a{1000}){1000}', '(?P<id>a*)'])
      assert.match((await refused(world, { ...bugs, pattern }))[1], /^Bad regular expression: /, pattern);
    await added(world, { ...bugs, pattern: '(?P<id>(?:a+)+)$' });
    await say(world, 'dan', 'general', 'lunch', `${'a'.repeat(9_990)}!`);
  });

  test('Linkifier patterns are unique', async (t) => {
    const world = await makeWorld(t, engine);
    await added(world, bugs);
    const id = await added(world, tasks);
    const text = 'Realm filter with this Realm and Pattern already exists.';
    assert.deepEqual(await refused(world, bugs), [400, text, { __all__: [text] }]);
    assert.equal((await world.as('ada').patch(`/realm/filters/${id}`, bugs)).json.msg, text);
    assert.equal((await world.as('ada').patch(`/realm/filters/${id}`, tasks)).status, 200);
  });

  test('Linkifiers are reordered by listing each once', async (t) => {
    const world = await makeWorld(t, engine);
    const [a, b] = [await added(world, bugs), await added(world, tasks)];
    const reorder = (ids: unknown) =>
      world.as('ada').patch('/realm/linkifiers', { ordered_linkifier_ids: ids });
    assert.equal((await reorder([b, a])).status, 200);
    assert.deepEqual(
      (await list(world)).map((one) => (one as { id: number }).id),
      [b, a],
    );
    for (const wrong of [[a], [a, a], [a, b, b], [a, b, 0], []])
      assert.equal(
        (await reorder(wrong)).json.msg,
        'The ordered list must enumerate all existing linkifiers exactly once',
      );
    assert.equal((await reorder('x')).status, 400);
  });

  test('Linkifiers of another organization do not exist', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const id = await world.app.db.write(other.orgId, 'system', (tx) => addLinkifier(tx, bugs));
    assert.deepEqual(await list(world), []);
    for (const { status, json } of [
      await world.as('ada').patch(`/realm/filters/${id}`, tasks),
      await world.as('ada').delete(`/realm/filters/${id}`),
      await world.as('ada').delete('/realm/filters/999999'),
    ])
      assert.deepEqual([status, json.msg], [400, 'Linkifier not found.']);
  });

  test('Linkifiers are emitted to clients with URL template support only', async (t) => {
    const world = await makeWorld(t, engine);
    const types = { event_types: ['realm_linkifiers', 'realm_filters'] };
    const modern = { ...types, client_capabilities: { linkifier_url_template: true } };
    const queues = [await openQueue(world, 'gus', modern), await openQueue(world, 'gus', types)];
    const id = await added(world, bugs);
    const received = await Promise.all(queues.map((queue) => queue.after(queue.start)));
    assert.deepEqual(
      received.map((events) => events.map((event) => event.realm_linkifiers)),
      [[[{ id, ...bugs, ...bare }]], []],
    );
    const fetched = await Promise.all(
      [{ linkifier_url_template: true }, {}].map((client_capabilities) =>
        world.as('gus').post('/register', {
          fetch_event_types: ['realm_linkifiers', 'realm_filters'],
          client_capabilities,
        }),
      ),
    );
    assert.deepEqual(
      fetched.map(({ json }) => [json.realm_linkifiers.length, json.realm_filters]),
      [
        [1, []],
        [0, []],
      ],
    );
  });

  test('Linkifiers apply to new messages and descriptions, in order', async (t) => {
    const world = await makeWorld(t, engine);
    const html = async () =>
      (await world.as('dan').post('/messages/render', { content: 'see #12 and T3' })).json.rendered;
    assert.equal(await html(), '<p>see #12 and T3</p>');
    await added(world, bugs);
    assert.equal(
      await html(),
      '<p>see <a href="https://bugs.example.com/12" rel="noopener noreferrer">#12</a> and T3</p>',
    );
    const other = await added(world, {
      pattern: '#(?P<x>1[0-9])',
      url_template: 'https://x.example.com/{x}',
    });
    const [first] = (await list(world)) as { id: number }[];
    await world.as('ada').patch('/realm/linkifiers', { ordered_linkifier_ids: [other, first?.id] });
    assert.match(await html(), /https:\/\/x\.example\.com\/12/);
    const { general } = world.channels;
    await world.as('ada').patch(`/streams/${general}`, { description: 'of #3' });
    const { json } = await world.as('dan').get(`/streams/${general}`);
    assert.match(json.stream.rendered_description, /https:\/\/bugs\.example\.com\/3/);
  });

  test('Linkifiers apply to topics of new, moved and fetched messages', async (t) => {
    const world = await makeWorld(t, engine);
    await added(world, bugs);
    const queue = await openQueue(world, 'dan', { event_types: ['message', 'update_message'] });
    const id = await say(world, 'dan', 'general', 'about #12', 'hello');
    const moved = await world.as('dan').patch(`/messages/${id}`, { topic: 'about #13' });
    assert.equal(moved.status, 200);
    const [message, update] = await queue.after(queue.start);
    const link = (n: number) => [{ text: `#${n}`, url: `https://bugs.example.com/${n}` }];
    assert.deepEqual(message?.message.topic_links, link(12));
    assert.deepEqual(update?.topic_links, link(13));
    const one = await world.as('eve').get(`/messages/${id}`);
    assert.deepEqual(one.json.message.topic_links, link(13));
  });

  test('Linkifiers require a pattern and a template', async (t) => {
    const world = await makeWorld(t, engine);
    for (const params of [{ pattern: 'x' }, { url_template: 'https://x.example.com/' }])
      assert.equal(
        (await world.as('ada').post('/realm/filters', params)).json.code,
        'REQUEST_VARIABLE_MISSING',
      );
  });
});
