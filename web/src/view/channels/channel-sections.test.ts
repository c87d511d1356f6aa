import assert from 'node:assert/strict';
import { test } from 'node:test';
import { subscription } from '../../../../wire/examples.ts';
import { response, ann, person } from '../../store/examples.ts';
import { createLive, type Live } from '../../store/live.ts';
import { channelSections } from './channel-sections.ts';
import type { ChannelFolder } from '../../../../wire/folders.ts';
import { isMovable, neighbour, rearranged } from './rearranging.ts';
import { sidebarRows } from './sidebar.ts';

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

const folder = (id: number, order: number): ChannelFolder => ({
  id,
  order,
  name: `folder ${String(id)}`,
  description: '',
  rendered_description: '',
  creator_id: 7,
  date_created: 1,
  is_archived: false,
});

const nobody = { direct_members: [], direct_subgroups: [] };

// COMPAT(the wire): there a channel is a stream.
const channelIn = (stream_id: number, folder_id: number | null, pin_to_top = false) => ({
  ...subscription,
  stream_id,
  folder_id,
  pin_to_top,
  can_administer_channel_group: nobody,
  name: `channel ${String(stream_id)}`,
});

function open(is_admin: boolean): {
  live: Live;
  rows: ReturnType<typeof sidebarRows>;
  at: (key: string) => number;
} {
  const live = createLive(
    response({
      realm_users: [{ ...person(ann, 'Ann Abel'), is_admin }],
      channel_folders: [folder(1, 0), folder(2, 1), folder(3, 2)],
      subscriptions: [
        channelIn(11, 1),
        channelIn(12, 2),
        channelIn(13, 3),
        channelIn(14, null),
        channelIn(15, 1, true),
      ],
      never_subscribed: [],
      unsubscribed: [],
    }),
  );
  const choices = {
    filter: '',
    folded: new Set<string>(),
    expanded: new Set<string>(),
    collapsed: new Set<string>(),
    active: undefined,
  };
  const rows = sidebarRows(live, choices);
  return { live, rows, at: (key) => rows.findIndex((row) => row.key === key) };
}

test('A channel moves to the folder of the row it is dropped on, or out of all folders', () => {
  const { live, rows, at } = open(true);
  const drop = (from: string, to: string) => rearranged(live, rows, at(from), at(to));
  const moved = (folderId: number | null) => ({ kind: 'channel', channelId: 11, folderId });
  assert.deepEqual(drop('channel:11', 'section:folder:2'), moved(2));
  assert.deepEqual(drop('channel:11', 'channel:13'), moved(3));
  assert.deepEqual(drop('channel:11', 'channel:14'), moved(null));
  for (const to of ['section:folder:1', 'channel:15', 'view:inbox'])
    assert.equal(drop('channel:11', to), undefined, to);
});

test('A folder takes the place of the one it is dropped on', () => {
  const { live, rows, at } = open(true);
  const drop = (from: number, to: string) =>
    rearranged(live, rows, at(`section:folder:${String(from)}`), at(to));
  assert.deepEqual(drop(3, 'section:folder:1'), { kind: 'folders', order: [3, 1, 2] });
  assert.deepEqual(drop(1, 'channel:13'), { kind: 'folders', order: [2, 3, 1] });
  assert.equal(drop(1, 'section:channels'), undefined);
  assert.equal(neighbour(rows, at('channel:12'), -1), at('section:folder:1'));
  assert.equal(neighbour(rows, at('channel:12'), 1), at('section:folder:3'));
});

test('Only administrators move channels and folders, and no pinned channels', () => {
  for (const isAdmin of [true, false]) {
    const { live, rows, at } = open(isAdmin);
    assert.equal(isMovable(live, rows, at('channel:11')), isAdmin);
    assert.equal(isMovable(live, rows, at('section:folder:1')), isAdmin);
    for (const key of ['section:channels', 'channel:15', 'view:inbox'])
      assert.equal(isMovable(live, rows, at(key)), false, key);
  }
});
