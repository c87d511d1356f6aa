import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hashPassword, needsRehash, PasswordsBusyError, verifyPassword } from './passwords.ts';

/** Made by hand at a small cost, so that tests of the form are quick. */
const cheap = '$argon2id$v=19$m=8,t=1,p=1$c29tZXNhbHQ$';

describe('Passwords', () => {
  it('A password matches its hash, and no other password does', async () => {
    const hash = await hashPassword('correct horse');
    assert.match(hash, /^\$argon2id\$v=19\$m=47104,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
    assert.equal(await verifyPassword('correct horse', hash), true);
    assert.equal(await verifyPassword('correct horse ', hash), false);
    assert.equal(await verifyPassword('', hash), false);
  });

  it('A password has a different hash each time', async () => {
    assert.notEqual(await hashPassword('same'), await hashPassword('same'));
  });

  it('A password matches in every Unicode normalization form', async () => {
    const hash = await hashPassword('caf\u00e9');
    assert.equal(await verifyPassword('cafe\u0301', hash), true);
  });

  it('A password never matches for an account without one, or an invalid hash', async () => {
    const digest = 'A'.repeat(43);
    for (const stored of [
      null,
      '',
      '!',
      cheap,
      `${cheap}AAAA`,
      `$argon2i$v=19$m=8,t=1,p=1$c29tZXNhbHQ$${digest}`,
      `$argon2id$v=19$m=8,t=1,p=0$c29tZXNhbHQ$${digest}`,
      `$argon2id$v=19$m=9999999,t=1,p=1$c29tZXNhbHQ$${digest}`,
      `$argon2id$v=19$m=8,t=99,p=1$c29tZXNhbHQ$${digest}`,
    ]) {
      assert.equal(await verifyPassword('', stored), false);
    }
  });

  it('A password is rehashed when the cost has changed', async () => {
    assert.equal(needsRehash(await hashPassword('x')), false);
    assert.equal(needsRehash(`${cheap}${'A'.repeat(43)}`), true);
  });

  it('A password beyond the maximum length is refused and matches nothing', async () => {
    const long = 'x'.repeat(4097);
    await assert.rejects(hashPassword(long), RangeError);
    assert.equal(await verifyPassword(long, await hashPassword('')), false);
  });

  it('A password check waits for others, and is refused when hundreds are waiting', async () => {
    // At the smallest cost, so that 600 take no time; the limit is on their number.
    const stored = `${cheap}${'A'.repeat(43)}`;
    const results = await Promise.allSettled(Array.from({ length: 600 }, () => verifyPassword('x', stored)));
    const refused = results.filter((result) => result.status === 'rejected');
    // Checks of a server that another test in this process has not ended yet wait in the same line.
    assert.ok(refused.length >= 600 - 502 && refused.length < 600 - 400, `${refused.length}`);
    for (const { reason } of refused) assert(reason instanceof PasswordsBusyError);
    assert.equal(await verifyPassword('x', stored), false);
  });
});
