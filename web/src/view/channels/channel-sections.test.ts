import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscription } from '../../../../wire/examples.ts';
import { response } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { channelSections } from './channel-sections.ts';

// COMPAT(the wire): there a channel is a stream.
const channelNamed = (stream_id: number, name: string, change: object = {}) => ({
  ...subscription,
  stream_id,
  name,
  pin_to_top: false,
  is_muted: false,
  is_recently_active: true,
  ...change,
});

const few = [
  channelNamed(1, 'alum', { is_recently_active: false }),
  channelNamed(2, 'bobbin', { is_muted: true }),
  channelNamed(3, 'cochineal'),
];
const many = Array.from({ length: 27 }, (_, i) => channelNamed(i + 10, `dye ${i + 10}`));

function listed(subscriptions: typeof few, demote_inactive_streams?: 1 | 2 | 3): string[] {
  const live = createLive(response({ subscriptions, never_subscribed: [], unsubscribed: [] }));
  if (demote_inactive_streams !== undefined)
    live.change(['personal'], [], ({ personal }) =>
      Object.assign(personal.settings, { demote_inactive_streams }),
    );
  return channelSections(live).flatMap(({ channels }) => channels.map(({ channel }) => channel.name));
}

test('Channels are listed by name, muted ones last', () => {
  assert.deepEqual(listed(few), ['alum', 'cochineal', 'bobbin']);
});

test('Inactive channels are listed after the others always, never, or for those who are in thirty channels', () => {
  assert.deepEqual(listed(few, 2), ['cochineal', 'alum', 'bobbin']);
  assert.deepEqual(listed(few, 1), ['alum', 'cochineal', 'bobbin']);
  assert.deepEqual(listed([...few, ...many], 1).slice(-2), ['alum', 'bobbin']);
  assert.equal(listed([...few, ...many], 3)[0], 'alum');
});
