/** What the notification bot says of what people do: where is expected, its words are taken as they are. */
import assert from 'node:assert/strict';
import { names, type Name, type World } from '../support/world.ts';
import { send, type Conversation } from './changes.ts';
import type { Model } from './model.ts';

/** Where the bot is to post, and who resolved the topic if the notice is about that. */
export interface Notice {
  place: Conversation;
  resolvedBy?: Name;
}

interface Row {
  id: number;
  sender_id: number;
  channel_id: number | null;
  member_key: string | null;
  topic: string;
  content: string;
}

/** Takes into the model what the bot has said since the newest message that the model knows. */
export async function adoptNotices(world: World, model: Model, expected: readonly Notice[]): Promise<void> {
  const rows = await world.app.db.read.q
    .selectFrom('message')
    .leftJoin('direct', 'direct.id', 'message.direct_id')
    .select(['message.id', 'sender_id', 'channel_id', 'member_key', 'topic', 'content'])
    .where('message.id', '>', model.newest)
    .orderBy('message.id')
    .execute();
  const places = rows.map((row) => getPlace(world, model, row));
  assert.deepEqual(
    places.map(getName),
    expected.map((notice) => getName(notice.place)),
    'the bot spoke elsewhere than expected',
  );
  for (const [i, place] of places.entries()) {
    const { id, content } = rows[i] ?? { id: 0, content: '' };
    send(model, id, 'bot', place, { content, mentions: [], wildcard: 'none' }, expected[i]?.resolvedBy);
  }
}

function getPlace({ channels, people }: World, model: Model, row: Row): Conversation {
  const channel = Object.values(model.channels).find(({ name }) => channels[name] === row.channel_id);
  if (channel) return { channel, topic: row.topic };
  const ids = (row.member_key ?? '').split(',').map(Number);
  return { people: ['bot', ...names.filter((name) => ids.includes(people[name].id))] };
}

const getName = (place: Conversation): string =>
  'channel' in place ? `${place.channel.name} > ${place.topic}` : place.people.join();
