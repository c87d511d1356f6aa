import assert from 'node:assert/strict';
import { createECDH, createPublicKey, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import { openPush } from '../../../../tests/support/services/push-service.ts';
import { pushKey } from '../secrets.ts';
import { areSubscriptionKeys, encryptPush, largestPlaintext } from './encrypt.ts';
import { vapidHeader, vapidPublicKey } from './vapid.ts';

const subscriber = () => {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return { curve, auth: Buffer.alloc(16, 7) };
};

describe('Web Push', () => {
  test('Web Push encrypts as the example of RFC 8291 does', () => {
    const curve = createECDH('prime256v1');
    curve.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
    const keys = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
    const body = encryptPush(Buffer.from('When I grow up, I want to be a watermelon'), keys, { curve, salt });
    assert.equal(
      body.toString('base64url'),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });

  test('Web Push encrypts up to the largest message so that only the subscriber can read it', () => {
    const { curve, auth } = subscriber();
    const keys = { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') };
    const text = Buffer.alloc(largestPlaintext, 'ü');
    const body = encryptPush(text, keys);
    assert.equal(body.length, 4096);
    assert.deepEqual(openPush(body, curve, auth), text);
    assert.notDeepEqual(encryptPush(text, keys), body);
    assert.throws(() => openPush(body, subscriber().curve, auth));
  });

  test('Web Push takes only keys that something can be encrypted for', () => {
    const good = { p256dh: subscriber().curve.getPublicKey('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
    assert.ok(areSubscriptionKeys(good));
    const offCurve = Buffer.alloc(65, 1);
    offCurve[0] = 4;
    for (const p256dh of ['', 'AAAA', offCurve.toString('base64url'), Buffer.alloc(65).toString('base64url')])
      assert.ok(!areSubscriptionKeys({ ...good, p256dh }), p256dh);
    for (const auth of ['', 'AAAA', `${good.auth}AAAA`]) assert.ok(!areSubscriptionKeys({ ...good, auth }));
  });

  test('Web Push signs requests with the key that browsers subscribe with, for one push service and a limited time', () => {
    const secrets = { serverKey: Buffer.alloc(32, 5) };
    const now = Date.now();
    const asked = { endpoint: 'https://push.example.com:8443/a/b', subject: 'https://chat.example.com', now };
    const [, token = '', k = ''] = /^vapid t=(\S+), k=(\S+)$/.exec(vapidHeader(secrets, asked)) ?? [];
    assert.equal(k, vapidPublicKey(secrets));
    const [head = '', claims = '', signature = ''] = token.split('.');
    assert.deepEqual(JSON.parse(Buffer.from(claims, 'base64url').toString()), {
      aud: 'https://push.example.com:8443',
      exp: Math.floor(now / 1000) + 43_200,
      sub: 'https://chat.example.com',
    });
    const point = Buffer.from(k, 'base64url');
    const part = (from: number, to: number) => point.subarray(from, to).toString('base64url');
    const jwk = { kty: 'EC', crv: 'P-256', x: part(1, 33), y: part(33, 65) };
    const key = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const;
    assert.ok(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url')));
  });

  test('The key of Web Push outlives a rotation of the server key', () => {
    const before = { serverKey: Buffer.alloc(32, 5) };
    const other = { serverKey: Buffer.alloc(32, 6) };
    assert.notEqual(vapidPublicKey(other), vapidPublicKey(before));
    assert.equal(vapidPublicKey({ ...other, pushKey: pushKey(before) }), vapidPublicKey(before));
  });
});
