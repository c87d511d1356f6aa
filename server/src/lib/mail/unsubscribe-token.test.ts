import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { openUnsubscribeToken, unsubscribeToken, type Unsubscription } from './unsubscribe-token.ts';

const secrets = { serverKey: randomBytes(32) };
const given: Unsubscription = { orgId: 1, userId: 40, reasons: ['person', 'channel'], channelId: 77 };

test('An unsubscribe token names the user and the kind of email', () => {
  assert.deepEqual(openUnsubscribeToken(secrets, unsubscribeToken(secrets, given)), given);
  const direct: Unsubscription = { ...given, reasons: ['topic'], channelId: null };
  assert.deepEqual(openUnsubscribeToken(secrets, unsubscribeToken(secrets, direct)), direct);
});

test('A link to unsubscribe that was changed, or made elsewhere, is none', () => {
  const token = unsubscribeToken(secrets, given);
  const other = unsubscribeToken({ serverKey: randomBytes(32) }, given);
  for (const wrong of [
    '',
    'a',
    other,
    token.slice(0, -1),
    `${token}a`,
    token.replace('.14.', '.15.'),
    token.toUpperCase(),
  ])
    assert.equal(openUnsubscribeToken(secrets, wrong), undefined, wrong);
});

test('A link to unsubscribe outlives the rotation of the key for as long as signatures do', () => {
  const token = unsubscribeToken(secrets, given);
  const next = { serverKey: randomBytes(32) };
  const until = Date.now() + 3600_000;
  assert.deepEqual(openUnsubscribeToken({ ...next, former: [{ ...secrets, until }] }, token), given);
  assert.equal(openUnsubscribeToken({ ...next, former: [{ ...secrets, until: 1 }] }, token), undefined);
});
