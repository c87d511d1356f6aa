import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { toShortName } from './bot-list.ts';
import { channel } from '../../../../wire/examples.ts';
import type { Channel } from '../../../../wire/channels.ts';
import { response } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { botChannels, channelChoice } from './bot-channels.ts';
import { pages } from './pages.ts';
import { getOptions } from './values.ts';
import { findIntegrations, webhookUrl } from './webhook-address.ts';

describe('The short name of a bot', () => {
  it('The short name of a bot is its name in ASCII, without the ending that its address has anyway', () => {
    const names = ['Build', ' Größe & Co. ', 'Review Bot', 'Bot', '天気'];
    assert.deepEqual(names.map(toShortName), ['build', 'grosse-co', 'review', 'bot', '']);
  });
});

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

test('Reports can go to private channels only, announcements to any', () => {
  const offered = (wanted: boolean) => {
    const settings = pages.flatMap(({ sections }) => sections.flatMap((section) => section.settings));
    const setting = settings.find((one) => one.kind === 'channel' && one.isPrivate === wanted);
    assert.ok(setting);
    return getOptions(live, setting, undefined).map(({ text }) => text);
  };
  assert.deepEqual(offered(true).slice(1), ['closed', 'with the bot']);
  assert.ok(offered(false).includes('Warps'));
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

const apiKey = 'k'.repeat(32);

test('The address of a webhook names channel and topic', () => {
  assert.equal(
    webhookUrl('https://chat.example.com', 'github', { apiKey, channelId: 7, topic: ' builds & more ' }),
    `https://chat.example.com/api/v1/external/github?api_key=${apiKey}&stream=7&topic=builds+%26+more`,
  );
});

test('The address of a webhook without a channel has no topic either', () => {
  const address = { apiKey, channelId: undefined, topic: 'builds' };
  assert.equal(webhookUrl('', 'json', address), `/api/v1/external/json?api_key=${apiKey}`);
});

test('Integrations are found by both of their names', () => {
  const all = [
    { name: 'bitbucket3', display_name: 'Bitbucket Server' },
    { name: 'json', display_name: 'JSON' },
  ];
  assert.deepEqual(findIntegrations(all, ' server'), [all[0]]);
  assert.deepEqual(findIntegrations(all, 'bitbucket3'), [all[0]]);
  assert.deepEqual(findIntegrations(all, ''), all);
  assert.deepEqual(findIntegrations(all, 'nothing'), []);
});
