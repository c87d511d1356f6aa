import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channel } from '../../../../wire/examples.ts';
import { ben, design, response } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { isMorePublic } from './publicity.ts';

const live = createLive(response({}));
const [closed, open, shown] = [design + 1, design + 2, design + 3];
live.peek().channels.set(closed, { ...channel, invite_only: true });
live.peek().channels.set(open, { ...channel, invite_only: false });
live.peek().channels.set(shown, { ...channel, invite_only: false, is_web_public: true });
const inChannel = (channelId: number) => ({ kind: 'topic', channelId, topic: 'lunch' }) as const;
const direct = { kind: 'direct', userIds: [ben] } as const;

test('A destination is more public than a conversation that fewer kinds of people can read', () => {
  const byPublicity = [direct, inChannel(closed), inChannel(open), inChannel(shown)];
  for (const [here, from] of byPublicity.entries())
    for (const [there, to] of byPublicity.entries())
      assert.equal(isMorePublic(live, to, from), there > here, `${here} to ${there}`);
});

test('No destination is more public than a view of several conversations', () => {
  for (const from of [{ kind: 'feed' }, { kind: 'mentions' }, { kind: 'starred' }] as const)
    assert.equal(isMorePublic(live, inChannel(shown), from), false);
});
