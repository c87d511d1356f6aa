/** The limits that a registration states are the ones that are held, to the character. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportMessageTypes } from '../../wire/server.ts';
import { setOrganization } from '../support/change.ts';
import type { Reply } from '../support/client.ts';
import { onBothEngines } from '../support/engines.ts';
import { listen } from '../support/listen.ts';
import { say } from '../support/talk.ts';
import { makeWorld } from '../support/world.ts';

onBothEngines('Limits in a registration', (engine) => {
  test('The limits in a registration are enforced for names and descriptions, in code points', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const ada = world.as('ada');
    const { state } = await listen(ada, { event_types: undefined });
    const folder = (await ada.post('/channel_folders/create', { name: 'Looms' })).json.channel_folder_id;
    const subscribe = (name: string, description: string) =>
      ada.post('/users/me/subscriptions', { subscriptions: [{ name, description }] });
    const change = (params: { name?: string; description?: string }) =>
      ada.patch(`/channel_folders/${folder}`, params);
    const limits: Record<string, (text: string) => Promise<Reply>> = {
      max_stream_name_length: (name) => subscribe(name, ''),
      max_stream_description_length: (description) => subscribe(`about ${description.length}`, description),
      max_channel_folder_name_length: (name) => change({ name }),
      max_channel_folder_description_length: (description) => change({ description }),
    };
    for (const [name, ask] of Object.entries(limits)) {
      const limit = state[name] as number;
      assert.ok(limit >= 50, name);
      const tooLong = await ask('🧵'.repeat(limit + 1));
      assert.deepEqual([tooLong.status, tooLong.json.code], [400, 'BAD_REQUEST'], name);
      assert.match(tooLong.json.msg, new RegExp(`too long \\(limit: ${String(limit)} characters\\)`));
      assert.equal((await ask('🧵'.repeat(limit))).status, 200, name);
    }
  });

  test('The report types in a registration are accepted, and no others', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { design } = world.channels;
    await setOrganization(world, { moderation_request_channel_id: design });
    const id = await say(world, 'eve', 'general', 'warp');
    const { state } = await listen(world.as('gus'), { event_types: undefined });
    const kinds = (state.server_report_message_types as { key: string }[]).map(({ key }) => key);
    assert.deepEqual(
      kinds,
      reportMessageTypes.map(({ key }) => key),
    );
    const report = (report_type: string) =>
      world.as('gus').post(`/messages/${id}/report`, { report_type, description: 'because' });
    for (const kind of kinds) assert.equal((await report(kind)).status, 200, kind);
    for (const kind of ['', 'rude', 'Spam', 'toString']) {
      const { status, json } = await report(kind);
      const msg = 'Invalid report_type: Value error, Not in the list of possible values';
      assert.deepEqual([status, json.code, json.msg], [400, 'BAD_REQUEST', msg]);
    }
    assert.equal(state.realm_moderation_request_channel_id, design);
  });
});
