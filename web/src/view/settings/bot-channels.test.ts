import assert from 'node:assert/strict';
import { test } from 'node:test';
import { channel } from '../../../../wire/examples.ts';
import type { Channel } from '../../../../wire/channels.ts';
import { response } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { botChannels, channelChoice } from './bot-channels.ts';

const bot = 77;
const live = createLive(response({}));
const channels = live.get('channels');
const add = (id: number, name: string, more: Partial<Channel> = {}) =>
  channels.set(id, { ...channel, name, invite_only: false, is_archived: false, ...more });
add(501, 'Warps');
add(502, 'closed', { invite_only: true });
add(503, 'with the bot', { invite_only: true });
add(504, 'past', { is_archived: true });
live.get('subscribers').set(503, { ids: new Set([bot]), complete: true });
const names = (botId?: number) => botChannels(live, botId).map(({ name }) => name);

test('A bot is offered public channels, and private ones that it is in', () => {
  assert.ok(names(bot).includes('Warps'));
  assert.ok(names(bot).includes('with the bot'));
  assert.ok(!names().includes('with the bot'));
  for (const absent of ['closed', 'past']) assert.ok(!names(bot).includes(absent), absent);
});

test('A setting that names a channel in other letters has that channel, and one that cannot be used stays', () => {
  assert.equal(channelChoice(live, 'warps').value, 'Warps');
  const { value, options } = channelChoice(live, 'past', bot);
  assert.equal(value, 'past');
  assert.deepEqual(
    options.slice(0, 2).map((option) => option.value),
    ['', 'past'],
  );
});
