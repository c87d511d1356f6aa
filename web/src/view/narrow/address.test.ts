import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { parseAddress, getPath, type Address } from './address.ts';

const names = { channel: (id: number) => (id === 4 ? 'Design & Farbe' : undefined) };
const narrow = (to: Narrow, near?: number): Address => ({
  screen: 'narrow',
  narrow: to,
  ...(near === undefined ? {} : { near }),
});

const addresses: readonly [string, Address][] = [
  ['/inbox', { screen: 'inbox' }],
  ['/settings/notifications/sounds', { screen: 'settings', page: 'notifications/sounds' }],
  ['/organization', { screen: 'organization', page: '' }],
  ['/feed', narrow({ kind: 'feed' })],
  ['/feed/near/7', narrow({ kind: 'feed' }, 7)],
  ['/channel/4-design-farbe', narrow({ kind: 'channel', channelId: 4 })],
  ['/channel/5', narrow({ kind: 'channel', channelId: 5 })],
  [
    '/channel/4-design-farbe/topic/a%2Fb%20%3F%23/near/12',
    narrow({ kind: 'topic', channelId: 4, topic: 'a/b ?#' }, 12),
  ],
  ['/channel/4-design-farbe/topic/', narrow({ kind: 'topic', channelId: 4, topic: '' })],
  ['/channel/4-design-farbe/topic/~..', narrow({ kind: 'topic', channelId: 4, topic: '..' })],
  ['/channel/4-design-farbe/topic/~~home', narrow({ kind: 'topic', channelId: 4, topic: '~home' })],
  ['/channel/4-design-farbe/topic/near', narrow({ kind: 'topic', channelId: 4, topic: 'near' })],
  [
    '/channel/4-design-farbe/topic/tea/with/12',
    { screen: 'narrow', narrow: { kind: 'topic', channelId: 4, topic: 'tea' }, with: 12 },
  ],
  ['/channel/4-design-farbe/topics', { screen: 'topics', channelId: 4 }],
  ['/channel/4-design-farbe/topic/topics', narrow({ kind: 'topic', channelId: 4, topic: 'topics' })],
  ['/dm/8,9', narrow({ kind: 'direct', userIds: [8, 9] })],
  ['/dm/me', narrow({ kind: 'direct', userIds: [] })],
];

describe('Addresses', () => {
  for (const [path, address] of addresses) {
    it(`Parsing and formatting the address ${path} round-trips`, () => {
      assert.deepEqual(parseAddress(path), address);
      assert.equal(getPath(address, names), path);
    });
  }

  it('A search address is parsed into terms', () => {
    const address = parseAddress('/search?q=from%3Ame%20-is%3Astarred%20red%20%22two%20words%22');
    assert.deepEqual(
      address.screen === 'narrow' && address.narrow.kind === 'search' && address.narrow.terms,
      [
        { operator: 'from', operand: 'me' },
        { operator: 'is', operand: 'starred', negated: true },
        { operator: 'search', operand: 'red "two words"' },
      ],
    );
  });

  it('The topic list of a channel also opens by the address of other clients', () => {
    assert.deepEqual(parseAddress('/#topics/channel/4-design'), { screen: 'topics', channelId: 4 });
  });

  it('Links in messages are parsed as addresses', () => {
    const lunch: Narrow = { kind: 'topic', channelId: 4, topic: 'lunch (late)' };
    assert.deepEqual(
      parseAddress('/#narrow/channel/4-design/topic/lunch.20.28late.29/near/17'),
      narrow(lunch, 17),
    );
    assert.deepEqual(parseAddress('/#narrow/stream/4-design/topic/lunch.20.28late.29/with/17'), {
      screen: 'narrow',
      narrow: lunch,
      with: 17,
    });
    assert.deepEqual(parseAddress('/#narrow/dm/8,9-group'), narrow({ kind: 'direct', userIds: [8, 9] }));
    assert.deepEqual(parseAddress('/#narrow/is/starred'), narrow({ kind: 'starred' }));
    assert.deepEqual(parseAddress('/#narrow/near/17'), narrow({ kind: 'feed' }, 17));
    assert.deepEqual(parseAddress('/#narrow/id/17'), narrow({ kind: 'feed' }, 17));
    assert.deepEqual(parseAddress('/#recent'), { screen: 'recent' });
    assert.deepEqual(parseAddress('/#settings/preferences'), { screen: 'settings', page: 'preferences' });
  });

  it('Invalid addresses are recognized', () => {
    for (const path of ['/', '/nowhere', '/channel/x', '/inbox/7', '/dm/ben']) {
      assert.deepEqual(parseAddress(path), { screen: 'unknown' }, path);
    }
  });
});
