import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operatorNames } from '../../lib/narrow/parse.ts';
import { IdMap, type ImportContext } from './import-context.ts';
import { mapHtml, mapNarrow, mapText, operandTables } from './text-references.ts';

const ids = new IdMap({
  organization: { from: 2, to: 5 },
  source: { person: 50, channel: 50, message: 500, user_group: 50 },
  target: { person: 100, channel: 200, message: 65_000, user_group: 400 },
});
const context: ImportContext = {
  ids,
  place: { name: '', subdomain: '', uuid: '', position: 0 },
  urls: { from: 'https://old.example', to: 'https://new.example' },
  mediaUrl: (url) => `/external_content/new/${Buffer.from(url).toString('hex')}`,
  personFields: new Set(),
  credentials: () => ({ passwordHash: null, apiKeyHash: '', apiKeyBox: '' }),
  newToken: () => '',
};

const texts: readonly (readonly [string, string])[] = [
  ['@**Ada|3** @_**Ada|3** @**|3**', '@**Ada|103** @_**Ada|103** @**|103**'],
  ['#**lounge>topic@7**', '#**lounge>topic@65543**'],
  [
    '[x](#narrow/channel/4-lounge/topic/a.20b/near/9)',
    '[x](#narrow/channel/204-lounge/topic/a.20b/near/65545)',
  ],
  ['/#narrow/dm/3,4-dm/near/9.', '/#narrow/dm/103,104-dm/near/65545.'],
  ['#narrow/pm-with/3%2C4-group', '#narrow/pm-with/103%2C104-group'],
  ['#narrow/dm-with/3', '#narrow/dm-with/103'],
  ['https://old.example/#narrow/stream/4-x', 'https://new.example/#narrow/stream/204-x'],
  ['https://else.example/#narrow/channel/4-x/near/9', 'https://else.example/#narrow/channel/4-x/near/9'],
  ['[f](/user_uploads/2/ab/c/f.txt)', '[f](/user_uploads/5/ab/c/f.txt)'],
  ['/user_uploads/thumbnail/2/ab/c/f.png/840x560.webp', '/user_uploads/thumbnail/5/ab/c/f.png/840x560.webp'],
  ['https://old.example/user_uploads/2/ab', 'https://new.example/user_uploads/5/ab'],
  ['/user_uploads/3/ab', '/user_uploads/3/ab'],
  ['#narrow/channel/999-unknown', '#narrow/channel/999-unknown'],
  ['@**Ada|999** 3 and 4', '@**Ada|999** 3 and 4'],
];

test('IDs in content follow mentions, links and files, and nothing else is changed', () => {
  for (const [before, after] of texts) assert.equal(mapText(before, context), after);
});

test('IDs in rendered messages follow attributes of mentions and addresses', () => {
  const html =
    '<span class="user-mention" data-user-id="3">@Ada</span> <span data-user-id="*">@all</span> ' +
    '<span class="user-group-mention" data-user-group-id="6">@weavers</span> ' +
    '<a class="stream" data-stream-id="4" href="/#narrow/channel/4-lounge">#lounge</a> data-user-id=&quot;3&quot;' +
    `<img src="/user_avatars/2/ab/c/image.webp"><img src="/external_content/0aff/${Buffer.from('http://x/y').toString('hex')}">`;
  assert.equal(
    mapHtml(html, context),
    '<span class="user-mention" data-user-id="103">@Ada</span> <span data-user-id="*">@all</span> ' +
      '<span class="user-group-mention" data-user-group-id="406">@weavers</span> ' +
      '<a class="stream" data-stream-id="204" href="/#narrow/channel/204-lounge">#lounge</a> data-user-id=&quot;3&quot;' +
      `<img src="/user_avatars/5/ab/c/image.webp"><img src="/external_content/new/${Buffer.from('http://x/y').toString('hex')}">`,
  );
});

test('Operands of a narrow follow their operators, negated ones too', () => {
  assert.equal(
    mapNarrow('narrow/-channel/4/sender/3-ada/is/starred', context),
    'narrow/-channel/204/sender/103-ada/is/starred',
  );
});

test('Hostile texts take linear time', () => {
  for (const part of ['@**', '#**a>', 'http://', '#narrow/', '/user_uploads/2', ' data-user-id="', '@**a|1'])
    assert.equal(typeof mapHtml(part.repeat(200_000 / part.length), context), 'string');
});

test('Bounds stay bounds, and whole chunks lie between old and new IDs of messages', () => {
  assert.deepEqual(
    [0, 1, 500, 501, 9999, null].map((bound) => ids.getBound('message', bound)),
    [0, 65_537, 66_036, 66_037, 66_037, null],
  );
  assert.deepEqual([ids.getChunk(0), ids.getChunk(3)], [1, 4]);
  assert.equal(ids.find('message', 501), undefined);
  assert.throws(() => ids.get('person', 0), /0 is no ID of table person/);
  assert.equal(ids.get('person', null), null);
});

test('Every operator of a narrow declares which IDs its operand has', () => {
  assert.deepEqual(
    operatorNames.filter((name) => !Object.hasOwn(operandTables, name)),
    [],
  );
});
