import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportMessageTypes } from '../../../../wire/server.ts';
import {
  addChannel,
  addMembers,
  addOrganization,
  sayElsewhere,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Params } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { assertRefusal } from '../../../../tests/support/refusal.ts';
import { getFlags, listenAs, say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

/** Ada and Ben moderate. */
async function makeModerated(world: World): Promise<number> {
  const channelId = await addChannel(world, { name: 'moderators', isPrivate: true });
  await addMembers(world, channelId, [world.people.ada.id, world.people.ben.id]);
  await setOrganization(world, { moderation_request_channel_id: channelId });
  return channelId;
}

const report = (world: World, who: Name, id: number, params: Params) =>
  world.as(who).post(`/messages/${id}/report`, params);

async function done(world: World, who: Name, id: number, params: Params): Promise<void> {
  const { status, json } = await report(world, who, id, params);
  assert.equal(status, 200, json.msg);
  assert.deepEqual(json, { result: 'success', msg: '' });
}

async function refused(world: World, who: Name, id: number, params: Params, msg: string): Promise<void> {
  await assertRefusal(report(world, who, id, params), msg);
}

interface ReportMessage {
  subject: string;
  content: string;
  sender_full_name: string;
}

async function saidIn(world: World, channelId: number, isRendered = false): Promise<ReportMessage[]> {
  const narrow = [{ operator: 'channel', operand: channelId }];
  const params = { anchor: 'newest', num_before: 50, num_after: 0, apply_markdown: isRendered, narrow };
  const { status, json } = await world.as('ada').get('/messages', params);
  assert.equal(status, 200, json.msg);
  return json.messages as ReportMessage[];
}

const spam = { report_type: 'spam' };

onBothEngines('A report', (engine) => {
  test('A report is posted by the notification bot in the moderation channel with message, reporter and reason', async (t) => {
    const world = await makeWorld(t, engine);
    const channelId = await makeModerated(world);
    const id = await say(world, 'dan', 'general', 'lunch', 'buy *soup*\nnow');
    await done(world, 'gus', id, { report_type: 'harassment', description: 'again\nand again' });
    const [message, ...more] = await saidIn(world, channelId);
    assert.ok(message);
    assert.deepEqual(more, []);
    assert.equal(message.sender_full_name, 'Notification Bot');
    assert.equal(message.subject, 'Dan Ito moderation');
    const { dan, gus } = world.people;
    const lines = message.content.split('\n');
    const start = `@_**Gus Parker|${gus.id}** reported a message sent by @_**Dan Ito|${dan.id}** at <time:`;
    assert.ok(lines[0]?.startsWith(start));
    assert.deepEqual(lines.slice(1), [
      '',
      '> **Harassment**. again',
      '> and again',
      '',
      `[Original message](/#narrow/channel/${world.channels.general}-general/topic/lunch/near/${id}):`,
      '',
      '> buy *soup*',
      '> now',
    ]);
    const [rendered] = await saidIn(world, channelId, true);
    const href = `href="/#narrow/channel/${world.channels.general}-general/topic/lunch/near/${id}"`;
    assert.ok(rendered?.content.includes(href));
    assert.ok(rendered?.content.includes('<em>soup</em>'));
  });

  test('A report can be made by anyone who can read the message, direct messages included', async (t) => {
    const world = await makeWorld(t, engine);
    const channelId = await makeModerated(world);
    const id = await say(world, 'eve', 'general', '', 'hello');
    for (const who of names) await done(world, who, id, spam);
    assert.equal((await saidIn(world, channelId)).length, names.length);
    const whisper = await sendDirect(world, 'dan', ['gus', 'eve'], 'psst');
    await done(world, 'gus', whisper, spam);
    const last = (await saidIn(world, channelId)).at(-1);
    const { dan, eve, gus } = world.people;
    const to = `to @_**Eve Lindqvist|${eve.id}**, @_**Gus Parker|${gus.id}** at `;
    assert.ok(last?.content.includes(to));
    assert.ok(last?.content.includes(`/#narrow/dm/${dan.id},${eve.id},${gus.id}-dm/near/${whisper}`));
    assert.ok(last?.content.endsWith('> psst'));
  });

  test('A report requires one of the reasons from the registration', async (t) => {
    const world = await makeWorld(t, engine);
    const channelId = await makeModerated(world);
    const id = await say(world, 'eve', 'general', 'a');
    const { state } = await listenAs(world, 'gus', { fetch_event_types: ['realm'] });
    const offered = state.server_report_message_types as { key: string; name: string }[];
    assert.deepEqual(offered, reportMessageTypes);
    for (const { key, name } of offered) {
      await done(world, 'gus', id, { report_type: key, description: 'because' });
      const last = (await saidIn(world, channelId)).at(-1);
      assert.ok(last?.content.includes(`> **${name}**. because`));
    }
    for (const report_type of ['', 'rude', 'Spam'])
      assert.equal((await report(world, 'gus', id, { report_type })).status, 400);
    assert.equal((await report(world, 'gus', id, {})).json.code, 'REQUEST_VARIABLE_MISSING');
    const { json } = await report(world, 'gus', id, { ...spam, loud: true });
    assert.deepEqual(json.ignored_parameters_unsupported, ['loud']);
  });

  test('A report with another reason requires an explanation of at most a thousand characters', async (t) => {
    const world = await makeWorld(t, engine);
    const channelId = await makeModerated(world);
    const id = await say(world, 'eve', 'general', 'a');
    const other = { report_type: 'other' };
    for (const description of [undefined, '', ' \n'])
      await refused(world, 'gus', id, { ...other, description }, 'An explanation is required.');
    const long = 'description is too long (limit: 1000 characters)';
    await refused(world, 'gus', id, { ...spam, description: '🧵'.repeat(1001) }, long);
    assert.deepEqual(await saidIn(world, channelId), []);
    await done(world, 'gus', id, { ...other, description: '🧵'.repeat(1000) });
    await done(world, 'gus', id, spam);
    assert.equal((await saidIn(world, channelId)).length, 2);
  });

  test('A report requires a configured moderation channel', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const id = await say(world, 'eve', 'general', 'a');
    const text = 'Moderation request channel must be specified to enable message reporting.';
    const flawed = [spam, { report_type: 'other' }, { ...spam, description: 'x'.repeat(1001) }];
    for (const params of flawed) await refused(world, 'gus', id, params, text);
    await refused(world, 'gus', 99_999, spam, text);
    const channelId = await makeModerated(world);
    await setChannel(world, channelId, { is_archived: 1 });
    await refused(world, 'gus', id, spam, text);
    const { q } = world.app.db.read;
    const rows = await q.selectFrom('message').select('id').execute();
    assert.deepEqual(
      rows.map((row) => row.id),
      [id],
      'nothing was said',
    );
  });

  test('A report of an inaccessible message or one of another organization is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const theirs = await sayElsewhere(world, await addOrganization(world));
    const channelId = await makeModerated(world);
    const secret = await say(world, 'dan', 'vault', 'keys');
    const whisper = await sendDirect(world, 'dan', ['eve']);
    for (const id of [secret, whisper, theirs, 0, 99_999])
      await refused(world, 'ben', id, spam, 'Invalid message(s)');
    assert.deepEqual(await saidIn(world, channelId), []);
    assert.equal((await world.anonymous.post(`/messages/${secret}/report`, spam)).status, 401);
    assert.equal((await world.as('ada').post('/messages/x/report', spam)).status, 404);
  });

  test('A report mentions nobody and cannot be broken out of', async (t) => {
    const world = await makeWorld(t, engine);
    const channelId = await makeModerated(world);
    const nasty = '@**Ben Okafor** @**all**\n```\nopen\n# big\n> deeper @**Ben Okafor**';
    const id = await say(world, 'dan', 'general', 'a', nasty);
    const queue = await listenAs(world, 'ben');
    await done(world, 'gus', id, { report_type: 'other', description: `${nasty}\n\n@**all**` });
    const [event] = await queue.received();
    assert.deepEqual(event.flags, []);
    assert.deepEqual(await getFlags(world, 'ben', event.message.id), []);
    const [message] = await saidIn(world, channelId, true);
    const parts = message?.content.split(/<\/?blockquote>/) ?? [];
    assert.equal(parts.length, 5);
    assert.match(parts[2] ?? '', /^\s*<p><a href="[^"]+"[^>]*>Original message<\/a>:<\/p>\s*$/);
  });

  test('A report of a very long message is truncated', async (t) => {
    const world = await makeWorld(t, engine);
    const channelId = await makeModerated(world);
    const id = await say(world, 'dan', 'general', 'a', 'x'.repeat(10_000));
    await done(world, 'gus', id, { ...spam, description: 'y'.repeat(1000) });
    const [message] = await saidIn(world, channelId);
    assert.ok(message?.content.endsWith('> [message truncated]'));
    assert.ok(message?.content.includes('y'.repeat(1000)));
  });
});
