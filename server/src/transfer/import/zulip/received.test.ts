import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../../tests/support/fixtures/imports.ts';
import { exportStart } from '../../../../../tests/support/fixtures/other-exports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { makeWorld, names, type World } from '../../../../../tests/support/world.ts';

type Name = (typeof names)[number];

const ids: Readonly<Record<Name, number>> = { ada: 1, ben: 2, cleo: 3, dan: 4, eve: 5, gus: 6 };

/** Ben comes late and is away for a while, Eve leaves, Dan comes last; of Gus there are no rows. Cleo writes from outside. */
const received: Readonly<Record<number, readonly Name[]>> = {
  1: ['ada', 'eve'],
  2: ['ada', 'ben', 'eve'],
  3: ['ada', 'ben', 'eve'],
  4: ['ada'],
  5: ['ada'],
  6: ['ada', 'ben'],
};

function looms(): Buffer {
  const realm = {
    zerver_realm: [{ id: 1, uuid: 'looms' }],
    zerver_userprofile: names.map((name) => ({
      id: ids[name],
      full_name: name,
      delivery_email: `${name}@example.com`,
      is_active: true,
      role: 400,
    })),
    zerver_stream: [
      { id: 1, name: 'looms', description: '', invite_only: false, history_public_to_subscribers: true },
    ],
    zerver_recipient: [
      { id: 31, type: 2, type_id: 1 },
      { id: 32, type: 1, type_id: ids.cleo },
    ],
    zerver_subscription: (['ada', 'ben', 'dan', 'gus'] as const).map((name) => ({
      recipient: 31,
      user_profile: ids[name],
      active: true,
    })),
  };
  const message = (id: number, rest: object) => ({
    id,
    sender: ids.ada,
    recipient: 31,
    subject: 'plans',
    content: `word ${id}`,
    date_sent: exportStart / 1000 + id,
    ...rest,
  });
  const messages = {
    zerver_message: [
      message(0.5, { id: 100, recipient: 32 }),
      ...Object.keys(received).map((id) => message(Number(id), id === '5' ? { sender: ids.cleo } : {})),
    ],
    zerver_usermessage: [
      { message: 100, user_profile: ids.cleo, flags_mask: 1 },
      { message: 100, user_profile: ids.dan, flags_mask: 1 },
      // A message that Ben marked without having received it.
      { message: 4, user_profile: ids.ben, flags_mask: 1 + 2 + 1024 },
      ...Object.entries(received).flatMap(([id, people]) =>
        people.map((name) => ({ message: Number(id), user_profile: ids[name], flags_mask: 1 })),
      ),
    ],
  };
  return zip([
    { name: 'e/realm.json', data: JSON.stringify(realm) },
    { name: 'e/messages-000001.json', data: JSON.stringify(messages) },
  ]);
}

interface Message {
  content: string;
  flags: string[];
}

async function readMessages(world: World, name: Name, narrow: object[]): Promise<Message[]> {
  const params = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: false, narrow };
  const { json } = await world.as(name).get('/messages', params);
  return (json.messages as Message[]).filter(({ content }) => /^word \d$/.test(content));
}

const numbers = (messages: readonly Message[]): string =>
  messages.map(({ content }) => content.slice(5)).join('');

onBothEngines('What people received in a channel with shared history', (engine) => {
  test('The combined feed has what came to a member there, and the rest of the channel is history', async (t) => {
    const world = await makeWorld(t, engine);
    await runArchiveImport(world, looms(), { product: 'zulip' });
    const check = async (name: Name, feed: string, historical: string) => {
      const inChannel = await readMessages(world, name, [{ operator: 'channel', operand: 'looms' }]);
      assert.equal(numbers(inChannel), '123456', name);
      const history = inChannel.filter(({ flags }) => flags.includes('historical'));
      assert.deepEqual(
        [numbers(await readMessages(world, name, [])), numbers(history)],
        [feed, historical],
        name,
      );
    };
    const checkAll = async () => {
      await check('ada', '123456', '');
      await check('ben', '236', '145');
      await check('dan', '', '123456');
      await check('gus', '123456', '');
      await check('eve', '123', '456');
      await check('cleo', '', '123456');
    };
    await checkAll();
    const channelId = (await world.app.organizations.cache(world.orgId)).channels.find('name', 'looms')?.id;
    await world
      .as('ada')
      .post('/messages', { type: 'channel', to: channelId, topic: 'a', content: 'word 7' });
    assert.deepEqual(numbers(await readMessages(world, 'dan', [])), '7');
    // The same export again changes nothing.
    await runArchiveImport(world, looms(), { product: 'zulip' });
    assert.deepEqual(numbers(await readMessages(world, 'dan', [])), '7');
    assert.deepEqual(numbers(await readMessages(world, 'ben', [])), '2367');
  });
});
