import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { satisfies, type Lock } from './install.mjs';
import { suits } from './launch.mjs';

const LOCK: Lock = {
  packages: { '': { version: '1.0.0' }, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } },
};

describe('Choosing a Node', () => {
  const good = {
    versions: { node: '24.15.0', sqlite: '3.51.3', openssl: '3.5.5' },
    features: { typescript: 'strip' },
  };
  const variants: [string, Partial<typeof good.versions>, boolean][] = [
    ['24.15 with a safe SQLite', {}, true],
    ['a newer one', { node: '26.10.0', sqlite: '3.53.4' }, true],
    ['one with an SQLite that can lose a write', { node: '24.14.1', sqlite: '3.51.2' }, false],
    ['one without argon2', { node: '24.6.0' }, false],
    ['one built over an old OpenSSL', { openssl: '3.0.15' }, false],
    ['Node 20', { node: '20.20.2' }, false],
  ];
  for (const [what, versions, fits] of variants) {
    it(`The launcher ${fits ? 'accepts' : 'refuses'} ${what}`, () => {
      assert.equal(suits({ ...good, versions: { ...good.versions, ...versions } }), fits);
    });
  }

  it('The launcher refuses a Node without SQLite or type stripping', () => {
    assert.equal(suits({ ...good, versions: { node: '24.15.0', openssl: '3.5.5' } }), false);
    assert.equal(suits({ ...good, features: { typescript: false } }), false);
  });
});

describe('Complete installations', () => {
  it('An installation is complete with every package of the lock file in its version and content', () => {
    assert.ok(satisfies(LOCK, LOCK, 'all'));
    for (const wrong of [
      { version: '1.0.1', integrity: 'sha512-a' },
      { version: '1.0.0', integrity: 'sha512-b' },
    ]) {
      assert.ok(!satisfies(LOCK, { packages: { 'node_modules/a': wrong } }, 'all'));
    }
    assert.ok(!satisfies(LOCK, { packages: {} }, 'all'));
  });

  it('An installation is complete with one of several platform packages', () => {
    const optional = { version: '1.0.0', integrity: 'sha512-a', optional: true };
    const lock = { packages: { 'node_modules/linux': optional, 'node_modules/windows': optional } };
    assert.ok(satisfies(lock, { packages: { 'node_modules/linux': optional } }, 'all'));
    assert.ok(!satisfies(lock, { packages: {} }, 'all'));
  });
});
