import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findFirstPlace } from '../../server/src/pages/first-visit/first-screen.ts';
import { firstMessages } from '../../web/src/connection/register.ts';
import { pageSize } from '../../web/src/store/registration.ts';
import { parseAddress } from '../../web/src/view/narrow/address.ts';

/** As the script of the page asks for them. */
function ofScript(path: string): string | undefined {
  const here = parseAddress(`https://chat.example${path}`);
  return here.screen === 'narrow'
    ? JSON.stringify(firstMessages({ first: here.narrow, near: here.near }))
    : undefined;
}

test('The server sends the messages of a first visit as the client would ask for them', () => {
  for (const path of [
    '/feed',
    '/mentions',
    '/starred',
    '/feed/near/12',
    '/channel/4',
    '/channel/4-design/near/7',
    '/channel/4-design/topic/lunch',
    '/channel/4-design/topic/a%2Fb%20%E2%9C%94/near/7',
    '/channel/4/topic/~.',
    '/channel/4/topic/',
    '/dm/8',
    '/dm/8,9',
    '/dm/8,9-Ben,-Cat',
    '/dm/8,9/near/3',
  ])
    assert.equal(JSON.stringify(findFirstPlace(path, pageSize)?.messages), ofScript(path), path);
});

test('The server sends no messages where a first visit shows none, or only the client knows which', () => {
  for (const path of [
    '/',
    '/inbox',
    '/recent',
    '/channel/4-design/topics',
    '/channel/4/topic/lunch/with/7',
    '/search',
    '/dm/me',
    '/dm/x',
    '/channel/x',
    '/settings/profile',
    '/__proto__',
    '/toString',
  ])
    assert.equal(findFirstPlace(path, pageSize), undefined, path);
});
