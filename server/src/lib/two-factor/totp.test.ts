import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawQrCode } from './qr-code.ts';
import { matchTotp, newTotpSecret, toBase32, totpCode, totpStep, totpUri } from './totp.ts';

const secret = toBase32(Buffer.from('12345678901234567890'));

test('Codes are those of RFC 6238', () => {
  assert.equal(secret, 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ');
  const vectors = [
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ] as const;
  for (const [seconds, code] of vectors) assert.equal(totpCode(secret, totpStep(seconds * 1000)), code);
});

test('A code counts one step early and late, and never again once it or a later one was used', () => {
  const now = 1_800_000_000_000;
  const step = totpStep(now);
  const match = (other: number, after = 0) => matchTotp(secret, totpCode(secret, step + other), now, after);
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((other) => match(other)),
    [undefined, step - 1, step, step + 1, undefined],
  );
  assert.equal(match(0, step), undefined);
  assert.equal(match(-1, step), undefined);
  assert.equal(match(1, step), step + 1);
  for (const code of ['', '12345', '1234567', '１２３４５６'])
    assert.equal(matchTotp(secret, code, now, 0), undefined);
});

test('A new secret is 160 random bits, and its address names the organization and the account', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(), newTotpSecret());
  assert.equal(
    totpUri(secret, 'Weavers & Co: north', 'dan+x@example.com'),
    `otpauth://totp/Weavers%20%26%20Co%3A%20north:dan%2Bx%40example.com?secret=${secret}&issuer=Weavers%20%26%20Co%3A%20north`,
  );
});

test('A QR code is a drawing that holds nothing but squares', async () => {
  const drawing = await drawQrCode(totpUri(secret, '"><script>', 'dan@example.com'));
  assert.match(drawing, /^<svg [^<>]*><path [^<>]*\/><path d="[Mhvz0-9 -]+"\/><\/svg>$/);
});
