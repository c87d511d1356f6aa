import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Event } from '../../../../wire/events.ts';
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import { ann, response, ben, cat, design, flagged, inChannel, person } from '../examples.ts';
import { registered, stateFromRegister, type State } from '../index.ts';
import type { Narrow } from '../narrow/narrow.ts';
import { serialize, deserialize } from './serialized.ts';
import {
  compact,
  isKept,
  replay,
  withPage,
  type Kept,
  type KeptPage,
  type CachedRange,
} from './offline-history.ts';

const lunch: Narrow = { kind: 'topic', channelId: design, topic: 'lunch' };

const at = (id: number, body: object): Event => ({ ...body, id }) as Event;

const fetched = (ids: number[], change: Partial<GetMessagesResponse> = {}): GetMessagesResponse => ({
  messages: ids.map((id) => ({ ...inChannel(id, design, 'lunch').message, flags: [] })),
  found_anchor: true,
  found_oldest: false,
  found_newest: true,
  history_limited: false,
  ...change,
});

const page = (lastEventId: number, ids: number[], side: KeptPage['side'] = 'around'): KeptPage => ({
  lastEventId,
  side,
  response: serialize(fetched(ids)),
});

const edited = (id: number, content: string): object => ({
  type: 'update_message',
  user_id: ben,
  edit_timestamp: 5,
  message_id: id,
  message_ids: [id],
  flags: [],
  rendering_only: false,
  content,
  rendered_content: `<p>${content}</p>`,
  orig_content: 'x',
  orig_rendered_content: '<p>x</p>',
  is_me_message: false,
});

const renamed = (user_id: number, full_name: string): object => ({
  type: 'realm_user',
  op: 'update',
  person: { user_id, full_name },
});

const base = (): State =>
  stateFromRegister(
    response({ realm_message_edit_history_visibility_policy: 'all', realm_users: [person(ann, 'Ann Abel')] }),
  );

const kept = (change: Partial<Kept>): Kept => ({ state: base(), ranges: [], events: [], ...change });

const getIds = ({ history }: ReturnType<typeof replay>, narrow: Narrow) => history.open(narrow).ids.peek();

describe('The cached state', () => {
  it('The cached state equals that of a page that received the events itself', () => {
    const events = [at(1, inChannel(91, design, 'lunch')), at(2, flagged('add', 'starred', [91]))];
    const { live } = replay(kept({ events }));
    const replayed = replay(kept({}));
    replayed.live.apply(events);
    assert.deepEqual(registered(live.peek()), registered(replayed.live.peek()));
    assert.ok(live.peek().unreads.places.has(91));
  });

  it('The cached messages include later changes, without duplicates', () => {
    const events = [at(3, edited(10, 'first')), at(4, edited(10, 'second'))];
    const ranges = [{ narrow: lunch, pages: [page(3, [10])] }];
    const { live } = replay(kept({ events, ranges }));
    const message = live.peek().messages.get(10);
    assert.equal(message?.content, '<p>second</p>');
    assert.equal(message.edit_history?.length, 1, 'the first edit was in what was fetched');
  });

  it('The cached messages grow with new ones where the newest was known', () => {
    const ranges = [{ narrow: lunch, pages: [page(1, [10, 12])] }];
    const events = [at(2, inChannel(13, design, 'Lunch')), at(3, inChannel(14, design, 'dinner'))];
    assert.deepEqual(getIds(replay(kept({ events, ranges })), lunch), [10, 12, 13]);
  });

  it('The cache reports messages that moved into view but were never fetched', () => {
    const move = {
      type: 'update_message',
      user_id: ben,
      edit_timestamp: 5,
      message_id: 70,
      message_ids: [70],
      flags: [],
      rendering_only: false,
      stream_id: design,
      propagate_mode: 'change_one',
      orig_subject: 'dinner',
      subject: 'lunch',
    };
    const ranges = [{ narrow: lunch, pages: [page(1, [10, 80])] }];
    assert.deepEqual(replay(kept({ events: [at(2, move)], ranges })).unseen, [70]);
    assert.deepEqual(compact(kept({ events: [at(2, move)], ranges }), undefined, 2).ranges, []);
  });

  it('The cache omits expired data', () => {
    assert.ok(isKept(at(1, inChannel(91, design, 'lunch'))));
    for (const type of ['heartbeat', 'presence', 'typing']) assert.ok(!isKept(at(1, { type })), type);
  });

  it('The cached state is the same after its events were folded in', () => {
    const events = [
      at(2, inChannel(13, design, 'lunch')),
      at(3, edited(10, 'again')),
      at(4, renamed(ann, 'Ann B')),
    ];
    const whole = kept({ events, ranges: [{ narrow: lunch, pages: [page(1, [10, 12])] }] });
    const people = { lastEventId: 1, users: [person(ann, 'Ann Abel'), person(cat, 'Cat Cho')] };
    const next = compact(whole, people, 4);
    const before = replay(kept({ events, ranges: whole.ranges }));
    const after = replay(kept({ state: next.state, ranges: next.ranges }));
    assert.deepEqual(registered(after.live.peek()), registered(before.live.peek()));
    assert.deepEqual(after.live.peek().messages, before.live.peek().messages);
    assert.deepEqual(getIds(after, lunch), getIds(before, lunch));
    assert.deepEqual(
      next.people?.users.map(({ full_name }) => full_name),
      ['Ann B', 'Cat Cho'],
    );
    assert.equal(next.people.lastEventId, 4);
  });

  it('The cache drops users whose profile fields are outdated', () => {
    const events = [at(2, { type: 'custom_profile_fields', fields: [] })];
    const people = { lastEventId: 1, users: [person(ann, 'Ann Abel')] };
    assert.equal(compact(kept({ events }), people, 2).people, undefined);
    assert.notEqual(compact(kept({ events }), { ...people, lastEventId: 2 }, 2).people, undefined);
  });
});

describe('Cached message pages', () => {
  const topics = (names: string[]): readonly CachedRange[] =>
    names.reduce<readonly CachedRange[]>(
      (all, topic) => withPage(all, { ...lunch, topic }, page(1, [1])),
      [],
    );

  it('Message pages of the latest narrows are cached', () => {
    const all = topics(['a', 'b', 'c', 'd', 'e', 'b']);
    const names = all.map(({ narrow }) => (narrow.kind === 'topic' ? narrow.topic : ''));
    assert.deepEqual(names, ['b', 'e', 'd', 'c']);
  });

  it('Cached message pages are contiguous, and the oldest is dropped first', () => {
    const one = withPage([], lunch, page(1, [10]));
    const two = withPage(one, lunch, page(2, [11, 12], 'newer'));
    const three = withPage(two, lunch, page(3, [13], 'newer'));
    const [range] = three;
    assert.deepEqual(
      range?.pages.map(({ side, response }) => [side, deserialize(response).messages.map(({ id }) => id)]),
      [
        ['later', [11, 12]],
        ['newer', [13]],
      ],
    );
    assert.deepEqual(withPage(three, lunch, page(4, [99]))[0]?.pages.length, 1, 'around something else');
  });

  it('Cached message pages do not claim to reach the oldest message after dropping it', () => {
    const all = (lastEventId: number, ids: number[], side?: KeptPage['side']): KeptPage => ({
      ...page(lastEventId, ids, side),
      response: serialize(fetched(ids, { found_oldest: true })),
    });
    const two = withPage(withPage([], lunch, all(1, [10])), lunch, all(2, [11], 'newer'));
    const three = withPage(two, lunch, all(3, [12], 'newer'));
    const getRange = (ranges: readonly CachedRange[]) => replay(kept({ ranges })).history.open(lunch);
    assert.equal(getRange(two).oldest.peek(), true);
    assert.equal(getRange(three).oldest.peek(), false);
    assert.deepEqual(getRange(three).ids.peek(), [11, 12]);
  });

  it('Message pages with unknown neighbours are not cached', () => {
    assert.deepEqual(withPage([], lunch, page(1, [10], 'newer')), []);
    assert.deepEqual(withPage([], { kind: 'search', query: 'x', terms: [] }, page(1, [10])), []);
  });
});
