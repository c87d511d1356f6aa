import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TopicsPolicy } from '../../../../wire/channels.ts';
import { channel } from '../../../../wire/examples.ts';
import {
  ann,
  response,
  ben,
  cat,
  design,
  direct,
  former,
  inChannel as receivedIn,
  person,
} from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { moveObjection, needsTopic, topicRule, writingObjection } from './writing-rights.ts';

const nobody = { direct_members: [], direct_subgroups: [] };
const only = (...ids: number[]) => ({ direct_members: ids, direct_subgroups: [] });

function inChannel(change: object): string | undefined {
  const live = createLive(response({}));
  live.peek().channels.set(design, { ...channel, is_archived: false, ...change });
  return writingObjection(live, { kind: 'topic', channelId: design, topic: 'lunch' });
}

function toPeople(userIds: number[], change: object, benIs: object = {}): string | undefined {
  const people = [
    { ...person(ann, 'Ann Abel'), is_bot: false },
    { ...person(ben, 'Ben Berg'), is_bot: false, ...benIs },
  ];
  const live = createLive(response({ realm_users: people, ...change }));
  return writingObjection(live, { kind: 'direct', userIds });
}

test('Compose shows no notice where the user may send', () => {
  assert.equal(inChannel({ can_send_message_group: only(ann) }), undefined);
  assert.equal(toPeople([ben], { realm_direct_message_permission_group: only(ann) }), undefined);
  assert.equal(
    toPeople([], { realm_direct_message_permission_group: nobody }),
    undefined,
    'notes to oneself',
  );
});

test('Compose says that a channel is archived or restricted', () => {
  assert.match(inChannel({ can_send_message_group: only(ann), is_archived: true }) ?? '', /archived/);
  assert.match(inChannel({ can_send_message_group: only(ben) }) ?? '', /send messages/);
});

test('Compose omits the topic in a channel without topics', () => {
  const only = (topic: string, topics_policy: TopicsPolicy = 'empty_topic_only') => {
    const live = createLive(response({}));
    live.peek().channels.set(design, { ...open, topics_policy });
    return writingObjection(live, { kind: 'topic', channelId: design, topic }, ['lunch']);
  };
  assert.match(only('lunch') ?? '', /not use topics.*general chat/);
  assert.equal(only(' '), undefined);
  assert.equal(only('lunch', 'allow_empty_topic'), undefined);
});

test('Compose requires a topic by the setting of the channel, otherwise of the organization', () => {
  const needs = (
    topics_policy: TopicsPolicy,
    realm_topics_policy: 'allow_empty_topic' | 'disable_empty_topic',
    topic = ' ',
  ) => {
    const live = createLive(response({ realm_topics_policy }));
    live.peek().channels.set(design, { ...open, topics_policy });
    const to = { kind: 'topic', channelId: design, topic } as const;
    assert.equal(writingObjection(live, to, ['lunch']), undefined, 'it can still be named');
    return needsTopic(live, to);
  };
  assert.equal(needs('disable_empty_topic', 'allow_empty_topic'), true);
  assert.equal(needs('inherit', 'disable_empty_topic'), true);
  assert.equal(needs('inherit', 'disable_empty_topic', 'lunch'), false);
  assert.equal(needs('inherit', 'allow_empty_topic'), false);
  assert.equal(needs('allow_empty_topic', 'disable_empty_topic'), false);
  assert.equal(needs('empty_topic_only', 'disable_empty_topic'), false);
  const live = createLive(response({ realm_topics_policy: 'disable_empty_topic' }));
  for (const channelId of [999, undefined]) assert.equal(topicRule(live, channelId), 'either');
  assert.equal(needsTopic(live, { kind: 'direct', userIds: [ben] }), false);
});

test('Compose refuses messages to a deactivated user', () => {
  const people = {
    realm_users: [person(ann, 'Ann Abel')],
    realm_non_active_users: [person(ben, 'Ben Berg')],
  };
  assert.match(toPeople([ben], people) ?? '', /Ben Berg/);
});

test('Compose requires a participant with permission for direct messages, and leaves bots and unknown users to the server', () => {
  const closed = { realm_direct_message_permission_group: nobody };
  assert.notEqual(toPeople([ben], closed), undefined);
  assert.equal(toPeople([ben], { realm_direct_message_permission_group: only(ben) }), undefined);
  assert.equal(toPeople([ben], closed, { is_bot: true }), undefined);
  assert.equal(toPeople([cat], closed), undefined);
});

const open = { ...channel, is_archived: false, can_send_message_group: only(ann) };

/** A channel where only Ben may start topics. */
function inRestricted(
  topic: string,
  topics?: readonly string[],
  ...received: ReturnType<typeof receivedIn>[]
) {
  const live = createLive(response({}));
  live.peek().channels.set(design, { ...open, can_create_topic_group: only(ben) });
  live.apply(received.map((event, id) => ({ ...event, id })));
  return writingObjection(live, { kind: 'topic', channelId: design, topic }, topics);
}

test('Compose says that the user may not create a new topic', () => {
  assert.match(inRestricted('supper', ['lunch']) ?? '', /start topics/);
  assert.match(inRestricted('supper', []) ?? '', /start topics/);
  assert.equal(inRestricted('LUNCH ', ['lunch']), undefined, 'case makes no other topic');
  assert.equal(inRestricted('', ['lunch']), undefined, 'nothing is chosen yet');
  assert.equal(inRestricted('supper'), undefined, 'which topics there are is not known yet');
});

test('Compose accepts a topic that someone else has created meanwhile', () => {
  assert.equal(inRestricted('supper', ['lunch'], receivedIn(91, design, 'Supper')), undefined);
  assert.notEqual(inRestricted('supper', ['lunch'], receivedIn(91, former, 'supper')), undefined);
});

test('Compose shows no notice to users who may create topics, and in invisible channels', () => {
  const live = createLive(response({}));
  live.peek().channels.set(design, { ...open, can_create_topic_group: only(ann) });
  for (const channelId of [design, 999, undefined])
    assert.equal(writingObjection(live, { kind: 'topic', channelId, topic: 'new' }, []), undefined);
});

test('Compose lets users without permission to start direct conversations reply in existing ones', () => {
  const closed = { realm_direct_message_initiator_group: only(ben) };
  const talked = [{ user_ids: [ben], max_message_id: 5 }];
  assert.match(toPeople([ben], closed) ?? '', /not start/);
  assert.equal(toPeople([ben], { ...closed, recent_private_conversations: talked }), undefined);
  assert.match(
    toPeople([ben, cat], { ...closed, recent_private_conversations: talked }) ?? '',
    /not start/,
    'with another person it is another conversation',
  );
  assert.equal(toPeople([ben], { realm_direct_message_initiator_group: only(ann) }), undefined);
  assert.equal(toPeople([ben], closed, { is_bot: true }), undefined);
  assert.equal(toPeople([], closed), undefined, 'notes to oneself');
});

test('Compose accepts a direct conversation that someone else has started', () => {
  const people = [ann, ben].map((id) => ({ ...person(id, 'x'), is_bot: false }));
  const closed = { realm_direct_message_initiator_group: only(ben) };
  const live = createLive(response({ realm_users: people, ...closed }));
  assert.notEqual(writingObjection(live, { kind: 'direct', userIds: [ben] }), undefined);
  live.apply([{ ...direct(91, [ann, ben]), id: 0 }]);
  assert.equal(writingObjection(live, { kind: 'direct', userIds: [ben] }), undefined);
});

test('Compose leaves the decision to the server when not all conversations are known', () => {
  const conversations = Array.from({ length: 1000 }, (_, i) => ({ user_ids: [i + 100], max_message_id: i }));
  const change = {
    realm_direct_message_initiator_group: only(ben),
    recent_private_conversations: conversations,
  };
  assert.equal(toPeople([ben], change), undefined);
});

/** Moves from the topic "lunch" of `design`; only Ben may start topics and post in `former`. */
function moving(to: { channelId: number; topic: string }, topics_policy: TopicsPolicy, from = 'lunch') {
  const live = createLive(response({}));
  const closed = { can_create_topic_group: only(ben), can_send_message_group: only(ben), topics_policy };
  live.peek().channels.set(design, { ...open, ...closed });
  live.peek().channels.set(former, { ...open, can_create_topic_group: only(ann), topics_policy });
  live.peek().channels.set(closedTo, { ...open, ...closed });
  const place = { kind: 'topic', channelId: design, topic: from } as const;
  return moveObjection(live, place, { kind: 'topic', ...to }, ['lunch', 'dinner']) ?? '';
}

const closedTo = 77;

test('Moving requires a topic according to the destination channel', () => {
  assert.match(moving({ channelId: former, topic: ' ' }, 'disable_empty_topic'), /require a topic/);
  assert.equal(moving({ channelId: former, topic: 'supper' }, 'disable_empty_topic'), '');
  assert.match(moving({ channelId: former, topic: 'lunch' }, 'empty_topic_only'), /not use topics/);
  assert.equal(moving({ channelId: former, topic: '' }, 'empty_topic_only'), '');
  assert.equal(moving({ channelId: former, topic: '' }, 'allow_empty_topic'), '');
  assert.match(moving({ channelId: closedTo, topic: 'lunch' }, 'allow_empty_topic'), /send messages/);
});

test('Moving within a channel allows existing topics, also for users who may not send', () => {
  assert.equal(moving({ channelId: design, topic: 'Dinner' }, 'allow_empty_topic'), '');
  assert.match(moving({ channelId: design, topic: 'supper' }, 'allow_empty_topic'), /start topics/);
  assert.match(moving({ channelId: design, topic: '' }, 'disable_empty_topic'), /require a topic/);
  assert.match(moving({ channelId: design, topic: 'dinner' }, 'empty_topic_only'), /not use topics/);
});

test('Moving shows no notice for the current topic and for resolving', () => {
  for (const topic of ['lunch', 'lunch ', '✔ lunch'])
    assert.equal(moving({ channelId: design, topic }, 'empty_topic_only'), '', topic);
  assert.equal(moving({ channelId: design, topic: 'lunch' }, 'empty_topic_only', '✔ lunch'), '');
  assert.equal(moving({ channelId: design, topic: '' }, 'disable_empty_topic', ''), '');
});
