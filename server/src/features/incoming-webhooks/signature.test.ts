import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { verify, type Scheme } from './signature.ts';

const secret = 'a secret of both';
const body = '{"loom":"wéave"}';
const now = 1_800_000_000_000;
const hex = (text: string, key = secret) => createHmac('sha256', key).update(text).digest('hex');

const judged = (scheme: Scheme, headers: Record<string, string>, text = body, at = now, key = secret) =>
  verify(scheme, key, { bytes: Buffer.from(text), header: (name) => headers[name], now: at });

test('The signature in the documentation of GitHub is right', () => {
  const headers = {
    'x-hub-signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
  };
  assert.equal(judged('github', headers, 'Hello, World!', now, "It's a Secret to Everybody"), 'right');
});

test('A signature is right for its body and its secret only', () => {
  const seconds = String(now / 1000);
  const linear = `{"webhookTimestamp":${String(now)}}`;
  const cases: [Scheme, (key: string, text: string) => Record<string, string>, string][] = [
    ['github', (key, text) => ({ 'x-hub-signature-256': `sha256=${hex(text, key)}` }), body],
    ['gitea', (key, text) => ({ 'x-gitea-signature': hex(text, key) }), body],
    ['sentry', (key, text) => ({ 'sentry-hook-signature': hex(text, key) }), body],
    ['linear', (key, text) => ({ 'linear-signature': hex(text, key) }), linear],
    [
      'stripe',
      (key, text) => ({ 'stripe-signature': `t=${seconds},v0=x,v1=${hex(`${seconds}.${text}`, key)}` }),
      body,
    ],
    [
      'slack',
      (key, text) => ({
        'x-slack-request-timestamp': seconds,
        'x-slack-signature': `v0=${hex(`v0:${seconds}:${text}`, key)}`,
      }),
      body,
    ],
  ];
  for (const [scheme, sign, text] of cases) {
    assert.equal(judged(scheme, sign(secret, text), text), 'right', scheme);
    assert.equal(judged(scheme, sign(secret, text), `${text} `), 'wrong', scheme);
    assert.equal(judged(scheme, sign('another', text), text), 'wrong', scheme);
    assert.equal(judged(scheme, {}, text), 'wrong', scheme);
    const cut = Object.fromEntries(
      Object.entries(sign(secret, text)).map(([name, value]) => [name, value.slice(0, -1)]),
    );
    assert.notEqual(judged(scheme, cut, text), 'right', scheme);
  }
});

test('The token of GitLab is the secret itself', () => {
  assert.equal(judged('gitlab', { 'x-gitlab-token': secret }), 'right');
  for (const token of ['', 'another', `${secret} `])
    assert.equal(judged('gitlab', { 'x-gitlab-token': token }), 'wrong');
  assert.equal(judged('gitlab', {}), 'wrong');
});

test('One of several signatures of Stripe is enough, while a secret is replaced', () => {
  const seconds = String(now / 1000);
  const right = hex(`${seconds}.${body}`);
  assert.equal(
    judged('stripe', { 'stripe-signature': `t=${seconds},v1=${'0'.repeat(64)},v1=${right}` }),
    'right',
  );
  assert.equal(judged('stripe', { 'stripe-signature': `t=${seconds},v0=${right}` }), 'wrong');
});

test('A signature of five minutes ago, or of the future, is stale', () => {
  const slack = (seconds: number) =>
    judged('slack', {
      'x-slack-request-timestamp': String(seconds),
      'x-slack-signature': `v0=${hex(`v0:${String(seconds)}:${body}`)}`,
    });
  const stripe = (seconds: number) =>
    judged('stripe', { 'stripe-signature': `t=${String(seconds)},v1=${hex(`${String(seconds)}.${body}`)}` });
  const linear = (seconds: number) => {
    const text = `{"webhookTimestamp": ${String(seconds * 1000)}}`;
    return judged('linear', { 'linear-signature': hex(text) }, text);
  };
  for (const judge of [slack, stripe, linear])
    for (const [offset, verdict] of [
      [0, 'right'],
      [-299, 'right'],
      [-301, 'stale'],
      [301, 'stale'],
    ] as const)
      assert.equal(judge(now / 1000 + offset), verdict);
  assert.equal(
    judged('slack', { 'x-slack-request-timestamp': 'x', 'x-slack-signature': `v0=${hex(`v0:x:${body}`)}` }),
    'stale',
  );
});
