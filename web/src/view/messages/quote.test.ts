import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseFragment } from '../narrow/address.ts';
import { linkToMessage } from '../narrow/links.ts';
import { quotation } from './quote.ts';
import { localInput, remindChoices } from './remind-times.ts';

const names = { channel: () => 'dye (works).', ownId: 7 };

describe('Message links', () => {
  test('A message link leads to the message, whatever its topic is called', () => {
    for (const topic of ['lunch', '50% off. (really)', 'a/b?c#d', '', 'Ünï "code"']) {
      const place = { kind: 'topic', channelId: 4, topic } as const;
      const link = linkToMessage('https://x.example', place, 17, names);
      assert.deepEqual(parseFragment(link), { screen: 'narrow', narrow: place, near: 17 }, topic);
      assert.match(link, /^https:\/\/x\.example\/#narrow\/channel\/4-[\w.-]+\/topic\/[\w.~-]*\/near\/17$/);
    }
  });

  test('A message link to a direct conversation names all participants', () => {
    const link = linkToMessage('https://x.example', { kind: 'direct', userIds: [9, 3] }, 17, names);
    assert.equal(link, 'https://x.example/#narrow/dm/3,7,9-dm/near/17');
  });
});

describe('Quotations', () => {
  const quote = (content: string) =>
    quotation({ sender: { id: 8, name: 'Ben Bo' }, link: 'https://x/#narrow/1', said: 'said', content });

  test('A quotation names its author silently, links to the message and leaves room below', () => {
    assert.equal(quote('Hello'), '@_**Ben Bo|8** [said](https://x/#narrow/1):\n```quote\nHello\n```\n');
  });

  test('A quotation uses a fence longer than any in the text', () => {
    assert.match(quote('a\n````js\nx\n````'), /^`{5}quote\n[^]*\n`{5}\n$/m);
    assert.match(quote('~~~\nx\n~~~'), /^`{4}quote\n/m);
  });
});

describe('Reminder times', () => {
  test('Reminder times are in the future and in order', () => {
    const now = new Date(2026, 2, 4, 15, 30).getTime();
    const choices = remindChoices(now);
    assert.deepEqual(
      choices.map(({ key }) => key),
      ['soon', 'hour', 'afternoon', 'tomorrow', 'monday'],
    );
    assert.equal(choices[3]!.at, new Date(2026, 2, 5, 9).getTime());
    assert.equal(choices[4]!.at, new Date(2026, 2, 9, 9).getTime());
    assert.ok(choices.every(({ at }) => at > now));
  });

  test('Reminder times show next Monday on a Monday, and tomorrow once on a Sunday', () => {
    const monday = remindChoices(new Date(2026, 2, 9, 8).getTime());
    assert.equal(monday.at(-1)!.at, new Date(2026, 2, 16, 9).getTime());
    const sunday = remindChoices(new Date(2026, 2, 8, 8).getTime());
    assert.deepEqual(sunday.at(-1)!.key, 'tomorrow');
  });

  test('Reminder times are formatted in the time zone of the device', () => {
    assert.equal(localInput(new Date(2026, 2, 4, 15, 30, 20).getTime()), '2026-03-04T15:30');
  });
});
