import assert from 'node:assert/strict';
import { test, describe } from 'node:test';
import type { Target } from '../../store/writing/drafts.ts';
import { response, ben, design, person } from '../../store/examples.ts';
import { createLive } from '../../store/live.ts';
import { suggestPeople, suggestTopics } from './place-suggestions.ts';
import { suggestionsFor, type SuggestionContext } from './writing-suggestions.ts';
import { tokenAt } from './writing-token.ts';
import { withLevel, withNextItem } from './list-lines.ts';
import { pollText, todoText } from '../messages/written-widgets.ts';
import { widgetWritten } from './written-widget.ts';
import { timeSuggestions } from './time-suggestions.ts';

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

/** The caret is `|`. */
const parse = (written: string) => {
  const at = written.indexOf('|');
  return { text: written.replace('|', ''), start: at, end: at };
};
const shown = (next: ReturnType<typeof withNextItem>) =>
  next && `${next.text.slice(0, next.start)}|${next.text.slice(next.end)}`;
const enter = (written: string) => shown(withNextItem(parse(written)));
const tab = (written: string, isBack = false) => shown(withLevel(parse(written), { isBack }));

test('Enter continues a list with the next mark, and splits an item', () => {
  assert.equal(enter('- walnut|'), '- walnut\n- |');
  assert.equal(enter('a\n  * wal|nut\nb'), 'a\n  * wal\n  * |nut\nb');
  assert.equal(enter('9. weld|'), '9. weld\n10. |');
  assert.equal(enter('2) weld|'), '2) weld\n3) |');
});

test('Enter in an empty item ends the list', () => {
  assert.equal(enter('- walnut\n- |'), '- walnut\n|');
  assert.equal(enter('  3. |\nrest'), '|\nrest');
});

test('Enter is as ever outside lists, before an item, and in code blocks', () => {
  for (const written of ['walnut|', '-walnut|', '|- walnut', '**bold** text|', '2026|', '```\n- a|\n```'])
    assert.equal(enter(written), undefined, written);
  assert.equal(enter('```\n- a\n```\n- b|'), '```\n- a\n```\n- b\n- |');
});

test('Tab indents an item by the width of its mark, Shift+Tab undoes that, and neither acts outside lists', () => {
  assert.equal(tab('- a\n- b|'), '- a\n  - b|');
  assert.equal(tab('1. a|'), '   1. a|');
  assert.equal(tab('- a\n  - b|', true), '- a\n- b|');
  assert.equal(tab('- a|', true), undefined);
  assert.equal(tab('walnut|'), undefined);
});

/** The caret is at the end. */
function getToken(text: string): string {
  const token = tokenAt(text, text.length);
  if (token === undefined) return 'nothing';
  const channel = token.channel === undefined ? '' : ` of ${token.channel}`;
  return `${token.kind}${channel} "${token.query}" at ${token.start}`;
}

describe('The token at the caret', () => {
  for (const [text, expected] of [
    ['@', 'person "" at 0'],
    ['hi @be', 'person "be" at 3'],
    ['(@Ben Wr', 'person "Ben Wr" at 1'],
    ['@**Ben', 'person "Ben" at 0'],
    ['@_', 'silent "" at 0'],
    ['@_be', 'silent "be" at 0'],
    ['ben@example', 'nothing'],
    ['@ ben', 'nothing'],
    ['@**Ben**', 'nothing'],
    ['#', 'channel "" at 0'],
    ['see #des', 'channel "des" at 4'],
    ['# Title', 'nothing'],
    ['#**design**', 'nothing'],
    ['#**design>', 'topic of design "" at 0'],
    ['see #**design>lun ch', 'topic of design "lun ch" at 4'],
    ['#**design>lunch**', 'nothing'],
    [':ta', 'emoji "ta" at 0'],
    [':+1', 'emoji "+1" at 0'],
    [':D', 'nothing'],
    ['at 10:30', 'nothing'],
    [':tada:', 'nothing'],
    ['/', 'command "" at 0'],
    ['/m', 'command "m" at 0'],
    ['and /m', 'nothing'],
    ['```py', 'language "py" at 3'],
    ['```', 'nothing'],
    ['```py\n@be', 'nothing'],
    ['```py\nx\n```\n@be', 'person "be" at 12'],
    ['```quote\n@be', 'person "be" at 9'],
    ['```\n```py', 'nothing'],
    ['`@be', 'nothing'],
    ['`x` @be', 'person "be" at 4'],
    ['at <time', 'time "" at 3'],
    ['<time:tomorrow 15', 'time "tomorrow 15" at 0'],
    ['<time:15:30', 'time "15:30" at 0'],
    ['<time:2026-12-24>', 'nothing'],
    ['a<time', 'nothing'],
    ['plain words', 'nothing'],
  ] as const)
    test(`Token at the caret: ${JSON.stringify(text)} is ${expected}`, () =>
      assert.equal(getToken(text), expected));

  test('The token at the caret ends at the caret', () =>
    assert.deepEqual(tokenAt('@ben and others', 3), { kind: 'person', query: 'be', start: 0 }));
});

describe('Composed widgets', () => {
  test('A composed poll has an option per line', () => {
    const poll = widgetWritten('/poll Soup?\n- yes\n\n* no\n');
    assert.equal(poll?.kind, 'poll');
    assert.equal(poll.question, 'Soup?');
    assert.deepEqual(
      poll.options.map(({ text }) => text),
      ['yes', 'no'],
    );
  });

  test('A composed to-do list has tasks with descriptions', () => {
    const list = widgetWritten('/todo Loom\nwarp: 300 ends\nweft');
    assert.equal(list?.kind, 'todo');
    assert.equal(list.title, 'Loom');
    assert.deepEqual(
      list.tasks.map(({ task, description }) => [task, description]),
      [
        ['warp', '300 ends'],
        ['weft', ''],
      ],
    );
  });

  test('A composed widget is parsed as the dialogs write it', () => {
    assert.equal(widgetWritten(pollText('Soup?', ['yes']))?.kind, 'poll');
    assert.equal(widgetWritten(todoText('Loom', [{ task: 'warp', description: '' }]))?.kind, 'todo');
  });

  test('A composed message without a command stays text', () => {
    assert.equal(widgetWritten('/polls are closed'), undefined);
    assert.equal(widgetWritten('See /poll'), undefined);
    assert.equal(widgetWritten('/me waves'), undefined);
  });
});

// A Friday, in the time zone of the process.
const now = new Date(2026, 10, 27, 12, 20).getTime();
const english = { locale: 'en', hour12: false };
const labels = (query: string, clock = english) =>
  timeSuggestions(query, now, clock).map(({ label }) => label);

describe('Suggested times', () => {
  test('Without a text they are the next hour and the next mornings', () => {
    const found = labels('');
    assert.equal(found.length, 8);
    assert.deepEqual(found.slice(0, 3), ['Today, 13:00', 'Tomorrow, 09:00', 'Sun, November 29, 09:00']);
  });

  for (const [query, first] of [
    ['15:30', 'Today, 15:30'],
    ['3:30pm', 'Today, 15:30'],
    ['12 am', 'Tomorrow, 00:00'],
    ['8', 'Tomorrow, 08:00'],
    ['tomorrow 15', 'Tomorrow, 15:00'],
    ['tom', 'Tomorrow, 09:00'],
    ['mon 8:15', 'Mon, November 30, 08:15'],
    ['friday 18:00', 'Today, 18:00'],
    ['2026-12-24 18:00', 'Thu, December 24, 18:00'],
    ['2026-12-24', 'Thu, December 24, 09:00'],
    ['25:00', undefined],
    ['12:75', undefined],
    ['never', undefined],
    ['2026-12-24 at six', undefined],
  ] as const)
    test(`Suggested for ${JSON.stringify(query)}: ${String(first)}`, () =>
      assert.equal(labels(query)[0], first));

  test('Days are found by their names in the language of the page', () => {
    assert.deepEqual(labels('mont', { ...english, locale: 'de' }).length, 1);
    assert.match(labels('morgen 10', { ...english, locale: 'de' })[0] ?? '', /^Morgen.* 10:00$/);
  });

  test('The text names the moment with the offset of the writer', () => {
    const [first] = timeSuggestions('15:30', now, english);
    const written = /^<time:(2026-11-27T15:30:00[+-]\d\d:\d\d)> $/.exec(first?.text ?? '')?.[1] ?? '';
    assert.equal(new Date(written).getTime(), new Date(2026, 10, 27, 15, 30).getTime());
  });
});
