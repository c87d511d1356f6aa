/** Messages pinned in conversations that users lose and regain, in each way there is. */
import { sendDirect } from '../../support/talk.ts';
import type { Name, World } from '../../support/world.ts';
import { done, everyone, getId, recallId, rememberId, subscribe, unsubscribe, type Act } from './act.ts';

const pin = (world: World, who: Name, id: number) =>
  done(world.as(who).post(`/heddle/pinned_messages/${id}`));

const change = (world: World, id: number, params: Record<string, string | number | boolean>) =>
  done(world.as('ada').patch(`/messages/${id}`, params));

const setRole = (world: World, role: number) =>
  done(world.as('ada').patch(`/users/${getId(world, 'dan')}`, { role }));

const setHistory = (world: World, history_public_to_subscribers: boolean) =>
  done(
    world
      .as('ada')
      .patch(`/streams/${world.channels.design}`, { is_private: true, history_public_to_subscribers }),
  );

async function sayIn(world: World, channel: string, topic: string): Promise<void> {
  const message = { type: 'channel', to: channel, topic, content: 'hello' };
  const { json } = await done(world.as('ada').post('/messages', message));
  rememberId(world, topic, Number(json.id));
}

export const pinnedMessages: readonly Act[] = [
  {
    name: 'Messages are pinned in public and private channels and in a direct conversation',
    prepare: async (world) => {
      await sayIn(world, 'general', 'lunch');
      await sayIn(world, 'vault', 'keys');
      await sayIn(world, 'design', 'sketches');
      rememberId(world, 'direct', await sendDirect(world, 'dan', ['eve']));
    },
    act: async (world) => {
      await pin(world, 'dan', recallId(world, 'lunch'));
      await pin(world, 'ada', recallId(world, 'keys'));
      await pin(world, 'ada', recallId(world, 'sketches'));
      await pin(world, 'eve', recallId(world, 'direct'));
    },
    changes: everyone,
  },
  {
    name: 'A topic with a pinned message is renamed',
    act: (world) =>
      change(world, recallId(world, 'lunch'), { topic: 'dinner', propagate_mode: 'change_all' }),
    changes: everyone,
  },
  {
    name: 'A message is unpinned',
    act: (world) => done(world.as('eve').delete(`/heddle/pinned_messages/${recallId(world, 'direct')}`)),
    changes: ['dan', 'eve'],
  },
  {
    name: 'A user leaves private channels with pinned messages',
    act: (world) => unsubscribe(world, 'ada', ['vault', 'design'], ['dan']),
    changes: ['ada', 'ben', 'cleo', 'dan'],
  },
  {
    name: 'A user returns to private channels with pinned messages',
    act: (world) => subscribe(world, 'ada', ['vault', 'design'], ['dan']),
    changes: ['ada', 'ben', 'cleo', 'dan'],
  },
  {
    name: 'The history of a channel with pinned messages becomes protected',
    act: (world) => setHistory(world, false),
    changes: ['ada', 'ben', 'cleo', 'dan'],
  },
  {
    name: 'The history of a channel with pinned messages becomes public',
    act: (world) => setHistory(world, true),
    changes: ['ada', 'ben', 'cleo', 'dan'],
  },
  {
    name: 'A user who sees pinned messages becomes guest',
    act: (world) => setRole(world, 600),
    changes: everyone,
  },
  {
    name: 'A guest who sees pinned messages becomes member',
    act: (world) => setRole(world, 400),
    changes: everyone,
  },
  {
    name: 'A pinned message is moved to a private channel',
    act: (world) => change(world, recallId(world, 'lunch'), { stream_id: world.channels.vault }),
    changes: everyone,
  },
  {
    name: 'A pinned message is moved to a public channel',
    act: (world) => change(world, recallId(world, 'keys'), { stream_id: world.channels.general }),
    changes: everyone,
  },
  {
    name: 'A pinned message is deleted',
    act: (world) => done(world.as('ada').delete(`/messages/${recallId(world, 'keys')}`)),
    changes: everyone,
  },
];
