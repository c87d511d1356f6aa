/** An organization with an open channel, and a word in each place that people without an account may not read. */
import assert from 'node:assert/strict';
import { addMembers, addOrganization, sayElsewhere, setChannel } from './change.ts';
import type { Params, Reply } from './client.ts';
import { upload } from './files.ts';
import { picture } from './pictures.ts';
import { added, poll, vote } from './submessages.ts';
import { say, sendDirect } from './talk.ts';
import type { World } from './world.ts';

export async function done(reply: Promise<Reply>): Promise<Params> {
  const { status, json } = await reply;
  assert.equal(status, 200, json.msg);
  return json;
}

const quietly = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };

export const move = (world: World, id: number, to: Params, mode = 'change_one'): Promise<Params> =>
  done(world.as('ada').patch(`/messages/${id}`, { ...to, propagate_mode: mode, ...quietly }));

/** Words that stand nowhere else, by what they stand in. */
export const canary = (place: string): string => `canary${place}`;

/** A file that says where it is, and its address. */
const file = (world: World, place: string) =>
  upload(world, 'ada', { name: `${canary(place)}.txt`, content: `${canary(place)} in a file` });

/** @returns addresses of files that only some may open */
export async function plant(world: World): Promise<string[]> {
  const { general, vault, lounge } = world.channels;
  const files: string[] = [];
  for (const [channel, id] of [
    ['general', general],
    ['vault', vault],
  ] as const) {
    const { url } = await file(world, `${channel}file`);
    files.push(url);
    await say(world, 'ada', channel, canary(`${channel}topic`), `${canary(channel)} [here](${url})`);
    await done(world.as('ada').patch(`/streams/${id}`, { description: canary(`${channel}description`) }));
  }
  const { url } = await file(world, 'directfile');
  files.push(url);
  await sendDirect(world, 'ada', ['dan'], `${canary('direct')} [here](${url})`);
  files.push((await file(world, 'unsentfile')).url);
  await plantFormer(world);
  await plantPersonal(world);
  await plantElsewhere(world);
  await done(world.as('ada').patch(`/streams/${vault}`, { new_name: canary('channelname') }));
  await setChannel(world, lounge, { is_web_public: 1 });
  return files;
}

/** What was open once, in messages that are there still and in others. */
async function plantFormer(world: World): Promise<void> {
  const { vault, lounge } = world.channels;
  const edited = await say(world, 'eve', 'lounge', 'edits', canary('former'));
  await done(world.as('eve').patch(`/messages/${edited}`, { content: 'It says something else by now.' }));
  const renamed = await say(world, 'eve', 'lounge', canary('formertopic'), 'A topic with another name.');
  await move(world, renamed, { topic: 'renames' });
  const deleted = await say(world, 'eve', 'lounge', canary('deletedtopic'), canary('deleted'));
  await done(world.as('ada').delete(`/messages/${deleted}`));
  const away = await say(world, 'eve', 'lounge', canary('movedtopic'), canary('moved'));
  await move(world, away, { stream_id: vault });
  const here = await say(world, 'ada', 'vault', canary('origin'), 'This was somewhere else.');
  await move(world, here, { stream_id: lounge, topic: 'arrivals' });
}

async function plantPersonal(world: World): Promise<void> {
  const soon = Math.floor(Date.now() / 1000) + 86_400;
  const { lounge } = world.channels;
  const place = { type: 'channel', to: lounge, topic: canary('scheduledtopic') };
  const later = { ...place, content: canary('scheduled'), scheduled_delivery_timestamp: soon };
  await done(world.as('eve').post('/scheduled_messages', later));
  const draft = { type: 'stream', to: [lounge], topic: canary('drafttopic'), content: canary('draft') };
  await done(world.as('eve').post('/drafts', { drafts: [draft] }));
  await done(world.as('eve').post('/saved_snippets', { title: canary('title'), content: canary('snippet') }));
  await done(world.as('eve').post('/users/me/status', { status_text: canary('status') }));
  const field = await done(
    world.as('ada').post('/realm/profile_fields', { field_type: 1, name: canary('fieldname') }),
  );
  await done(
    world.as('eve').patch('/users/me/profile_data', { data: [{ id: field.id, value: canary('profile') }] }),
  );
  const group = { name: canary('group'), description: canary('groupdescription'), members: [] };
  await done(world.as('ada').post('/user_groups/create', group));
  await done(world.as('eve').post('/users/me/alert_words', { alert_words: [canary('alert')] }));
  // Ben reads, votes and reacts, and has written nothing that is open.
  await done(world.as('ben').patch('/settings', { full_name: canary('reader') }));
  await addMembers(world, lounge, [world.people.ben.id]);
  const asked = await say(world, 'ada', 'lounge', 'polls', poll);
  await added(world, 'ben', asked, vote);
  await done(world.as('ben').post(`/messages/${asked}/reactions`, { emoji_name: 'tada' }));
}

/** In another organization of the same server, where a channel is open as well. */
async function plantElsewhere(world: World): Promise<void> {
  const other = await addOrganization(world);
  await sayElsewhere(world, other);
  await world.app.db.write(other.orgId, 'system', async (tx) => {
    const settings = { ...tx.cache.organization.settings, enable_spectator_access: true };
    const name = canary('elsewhere');
    await tx.q
      .updateTable('organization')
      .set({ settings: JSON.stringify(settings), name })
      .where('id', '=', other.orgId)
      .execute();
    await tx.q.updateTable('channel').set({ is_web_public: 1 }).where('id', '=', other.channelId).execute();
    await tx.touch({ organization: true, channels: [other.channelId] });
  });
}

/** A picture in a message, as people see it. */
export async function sendPicture(world: World, topic: string): Promise<{ id: number; url: string }> {
  const content = await picture(900, 600);
  const { url } = await upload(world, 'eve', { name: 'loom.png', type: 'image/png', content });
  const id = await say(world, 'eve', 'lounge', topic, `[loom](${url})`);
  await world.app.jobs.runDue();
  return { id, url };
}
