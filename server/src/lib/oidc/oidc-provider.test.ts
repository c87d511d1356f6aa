import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SignInProvider } from '../config/oidc-config.ts';
import { OidcProvider } from './oidc-provider.ts';
import { ProviderUnavailableError } from './person.ts';

test('A provider whose client authentication could not be set up is asked again after some seconds', async (t) => {
  let attempts = 0;
  const settings: SignInProvider = {
    ...{ id: 'looms', kind: 'oidc', name: 'Looms', iconFile: undefined, issuer: 'http://127.0.0.1:9' },
    ...{ clientId: 'heddle', organizations: undefined, scopes: ['openid'], trustsEmail: false },
    ...{ newAccounts: 'on', signsOut: false, groupsClaim: 'groups', groups: new Map(), roles: new Map() },
    ...{ teamId: '', keyId: '' },
    get clientSecret(): string {
      attempts++;
      throw new Error('It cannot be read.');
    },
  };
  const provider = new OidcProvider(settings, undefined);
  let now = 1_000_000;
  t.mock.method(performance, 'now', () => now);
  for (const [seconds, expected] of [
    [0, 1],
    [4, 1],
    [6, 2],
  ] as const) {
    now = 1_000_000 + seconds * 1000;
    await assert.rejects(provider.getIssuer(), ProviderUnavailableError);
    assert.equal(attempts, expected, `after ${seconds} seconds`);
  }
});
