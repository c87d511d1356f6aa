import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Target } from '../../store/writing/drafts.ts';
import { response, ben, design, person } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { suggestPeople, suggestTopics } from './place-suggestions.ts';
import { suggestionsFor, type SuggestionContext } from './writing-suggestions.ts';
import { tokenAt } from './writing-token.ts';

const target: Target = { kind: 'topic', channelId: design, topic: 'lunch' };
const live = createLive(
  response({
    realm_users: [
      person(7, 'Ann'),
      person(ben, 'Ben Okafor'),
      person(9, 'Cléo Marchand'),
      person(10, 'Sam'),
      person(11, 'Sam'),
    ],
  }),
);

function written(text: string, known: Partial<SuggestionContext> = {}, of = live): string[] {
  const token = tokenAt(text, text.length);
  assert.ok(token);
  return suggestionsFor(of, token, { target, emoji: [], topics: [], ...known }).map((one) => one.text);
}

test('Users are suggested by name prefix, with or without diacritics', () => {
  assert.deepEqual(written('@be'), ['@**Ben Okafor** ']);
  assert.deepEqual(written('@oka'), ['@**Ben Okafor** ']);
  assert.deepEqual(written('@cleo'), ['@**Cléo Marchand** ']);
  assert.deepEqual(written('@_be'), ['@_**Ben Okafor** ']);
  assert.deepEqual(written('@en'), []);
});

test('Suggested users with the same name are distinguished by ID', () => {
  assert.deepEqual(written('@sam'), ['@**Sam|10** ', '@**Sam|11** ']);
});

test('Wildcard mentions are suggested, topic ones only in a topic, and not silently', () => {
  assert.deepEqual(written('@all'), ['@**all** ']);
  assert.deepEqual(written('@top'), ['@**topic** ']);
  assert.deepEqual(written('@top', { target: { kind: 'direct', userIds: [ben] } }), []);
  assert.deepEqual(written('@_all'), []);
});

test('Wildcard mentions in a large channel are suggested only with permission', () => {
  const nobody = { direct_members: [], direct_subgroups: [] };
  const onlyAnn = { direct_members: [7], direct_subgroups: [] };
  const of = (subscriber_count: number, may: { direct_members: number[]; direct_subgroups: number[] }) => {
    const made = createLive(response({ realm_can_mention_many_users_group: may }));
    made.change(['channels'], [], ({ channels }) => {
      const channel = channels.get(design);
      if (channel) channels.set(design, { ...channel, subscriber_count });
    });
    return written('@all', {}, made);
  };
  assert.deepEqual(of(15, nobody), ['@**all** ']);
  assert.deepEqual(of(16, nobody), []);
  assert.deepEqual(of(16, onlyAnn), ['@**all** ']);
});

test('Topics of a channel are suggested, including a new one', () => {
  const topics = ['lunch', '✔ long looms', 'supper'];
  assert.deepEqual(written('#**design>l', { topics }), [
    '#**design>lunch** ',
    '#**design>✔ long looms** ',
    '#**design>l** ',
  ]);
  assert.deepEqual(written('#**design>lunch', { topics }), ['#**design>lunch** ']);
});

test('Commands and code languages are completed', () => {
  assert.deepEqual(written('/'), ['/me ', '/poll ', '/todo ', '/dark ', '/light ']);
  assert.deepEqual(written('/po'), ['/poll ']);
  assert.deepEqual(written('```typ'), ['typescript\n']);
});

test('A suggested new topic is marked as new, and selected users are not suggested again', () => {
  const names = ['lunch', 'supper'];
  const suggested = (mayBegin: boolean) =>
    suggestTopics(live, names, 'sup', mayBegin).map(({ value, hint }) => [value, hint === undefined]);
  assert.deepEqual(suggested(true), [
    ['supper', true],
    ['sup', false],
  ]);
  assert.deepEqual(suggested(false), [['supper', true]]);
  assert.deepEqual(
    suggestPeople(live, 'ben', [ben]).map(({ value }) => value),
    [],
  );
});

test('A recipient is found letter by letter, by name or email address, and again after letters are deleted', () => {
  const known = createLive(
    response({ realm_users: [person(7, 'Ann'), person(ben, 'Ben Okafor'), person(9, 'Cléo Marchand')] }),
  );
  const found = (query: string) => suggestPeople(known, query, [7]).map(({ value }) => value);
  const [address = ''] = [known.peek().users.get(9)?.email];
  assert.deepEqual(['', 'o', 'ok', 'okx', 'ok', 'cl', 'cleo m'].map(found), [
    [ben, 9],
    [ben],
    [ben],
    [],
    [ben],
    [9],
    [9],
  ]);
  assert.ok(found(address).includes(9));
  known.change(['users'], [], ({ users }) => {
    const user = users.get(9);
    if (user) users.set(9, { ...user, full_name: 'Okan Demir' });
  });
  assert.deepEqual(found('ok').toSorted(), [ben, 9].toSorted());
});
