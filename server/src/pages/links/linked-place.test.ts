import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readClientPath, readNarrow } from './linked-place.ts';

test('A link of any client is read: its channel, its topic and its message', () => {
  for (const [narrow, place] of [
    ['channel/3-tea/topic/a.20b/near/12', { channelId: 3, topic: 'a b', messageId: 12 }],
    ['channel/3-tea/topic/a/with/12', { channelId: 3, topic: 'a', messageId: 12 }],
    ['stream/3-tea/subject/a', { channelId: 3, topic: 'a' }],
    ['channel/3', { channelId: 3 }],
    ['near/12', { messageId: 12 }],
    ['id/12', { messageId: 12 }],
    ['dm/1,2-dm/near/12', { messageId: 12 }],
    ['is/starred', {}],
    ['channel/x', {}],
    ['near/012', {}],
    ['near/99999999999999999', {}],
    ['channel/3/topic/.E0', {}],
  ] as const)
    assert.deepEqual(readNarrow(narrow), place, narrow);
});

test('An address of the web client is read', () => {
  for (const [path, place] of [
    ['/channel/3-tea/topic/a%20b/near/12', { channelId: 3, topic: 'a b', messageId: 12 }],
    ['/channel/3-tea/topic/a%2Fb', { channelId: 3, topic: 'a/b' }],
    ['/channel/3/topic/~..', { channelId: 3, topic: '..' }],
    ['/channel/3/topic/', { channelId: 3, topic: '' }],
    ['/channel/3/near/12', { channelId: 3, messageId: 12 }],
    ['/channel/3/topic/%E0', { channelId: 3, topic: '%E0' }],
    ['/channel/tea', {}],
    ['/dm/1,2/near/12', {}],
    ['/settings/profile', {}],
  ] as const)
    assert.deepEqual(readClientPath(path), place, path);
});
