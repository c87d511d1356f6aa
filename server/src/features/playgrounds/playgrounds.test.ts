import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addOrganization, setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { openQueue } from '../../../../tests/support/queue.ts';
import { makeWorld, names, type World } from '../../../../tests/support/world.ts';
import { addPlayground } from './actions.ts';

const python = {
  name: 'Try it',
  pygments_language: 'Python',
  url_template: 'https://python.example.com/?code={code}',
};

const list = async (world: World) =>
  (await world.as('gus').post('/register', { fetch_event_types: ['realm_playgrounds'] })).json
    .realm_playgrounds as object[];

onBothEngines('Playgrounds', (engine) => {
  test('Playgrounds are added and removed by administrators, with events to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const queue = await openQueue(world, 'gus', { event_types: ['realm_playgrounds'] });
    const { status, json } = await world.as('ben').post('/realm/playgrounds', python);
    assert.equal(status, 200);
    assert.deepEqual(await list(world), [{ id: json.id, ...python }]);
    assert.equal((await world.as('ada').delete(`/realm/playgrounds/${json.id}`)).status, 200);
    assert.deepEqual(await list(world), []);
    const events = await queue.after(queue.start);
    assert.deepEqual(
      events.map((event) => event.realm_playgrounds),
      [[{ id: json.id, ...python }], []],
    );
  });

  test('Playgrounds cannot be changed by non-administrators', async (t) => {
    const world = await makeWorld(t, engine);
    const { json } = await world.as('ada').post('/realm/playgrounds', python);
    for (const name of names.filter((one) => one !== 'ada' && one !== 'ben'))
      for (const refused of [
        await world.as(name).post('/realm/playgrounds', { ...python, name: 'Mine' }),
        await world.as(name).delete(`/realm/playgrounds/${json.id}`),
      ])
        assert.deepEqual([refused.status, refused.json.msg], [403, 'Must be an organization administrator']);
    assert.equal((await list(world)).length, 1);
  });

  test('An invalid playground is refused with a reason', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('ada').post('/realm/playgrounds', python);
    const wrong: [object, string, string?][] = [
      [{ name: ' ' }, 'name cannot be blank'],
      [{ name: 'x'.repeat(101) }, 'name is too long (limit: 100 characters)'],
      [{ name: 'a\0b' }, 'Invalid character in name.'],
      [{ url_template: 'https://x.example.com/\0{code}' }, 'Invalid URL template.', 'url_template'],
      [{ pygments_language: '' }, 'pygments_language cannot be blank'],
      [{ pygments_language: 'a$b' }, 'Invalid characters in pygments language'],
      [{ url_template: 'https://x.example.com/{code' }, 'Invalid URL template.', 'url_template'],
      [{ url_template: 'javascript:alert({code})' }, 'Invalid URL template.', 'url_template'],
      [{ url_template: '{+code}' }, 'Invalid URL template.', 'url_template'],
      [{ url_template: '{code}' }, 'Invalid URL template.', 'url_template'],
      [{ url_template: 'h{code}' }, 'Invalid URL template.', 'url_template'],
      [{ url_template: '//x.example.com/{code}' }, 'Invalid URL template.', 'url_template'],
      [
        { url_template: 'https://x.example.com/' },
        'Missing the required variable "code" in the URL template',
        '__all__',
      ],
      [{}, 'Realm playground with this Realm, Pygments language and Name already exists.', '__all__'],
    ];
    for (const [params, text, field] of wrong) {
      const { status, json } = await world.as('ada').post('/realm/playgrounds', { ...python, ...params });
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', text]);
      assert.deepEqual(json.errors, field && { [field]: [text] });
    }
    const missing = await world.as('ada').post('/realm/playgrounds', { name: 'x' });
    assert.equal(missing.json.code, 'REQUEST_VARIABLE_MISSING');
    assert.equal((await list(world)).length, 1);
  });

  test('Playgrounds of another organization do not exist', async (t) => {
    const world = await makeWorld(t, engine);
    const other = await addOrganization(world);
    const id = await world.app.db.write(other.orgId, 'system', (tx) => addPlayground(tx, python));
    assert.deepEqual(await list(world), []);
    const { status, json } = await world.as('ada').delete(`/realm/playgrounds/${id}`);
    assert.deepEqual([status, json.msg], [400, 'Invalid playground']);
  });

  test('Code blocks have the language under which playgrounds are found', async (t) => {
    const world = await makeWorld(t, engine);
    const rendered = async (fence: string) =>
      (await world.as('dan').post('/messages/render', { content: `${fence}\nx\n\`\`\`` })).json
        .rendered as string;
    await world.as('ada').post('/realm/playgrounds', { ...python, pygments_language: 'My Lang' });
    await world.as('ada').post('/realm/playgrounds', { ...python, pygments_language: 'weave' });
    assert.match(await rendered('```WEAVE'), /data-code-language="weave"/);
    assert.doesNotMatch(await rendered('```'), /data-code-language/);
    await setOrganization(world, { default_code_block_language: 'python' });
    assert.match(await rendered('```'), /data-code-language="Python"/);
  });
});
