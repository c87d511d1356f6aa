import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SignInProvider } from '../config/oidc-config.ts';
import { fakeIssuer, usualProvider } from '../../../../tests/support/services/fake-issuer.ts';
import { OidcProvider } from './oidc-provider.ts';
import { ProviderUnavailableError } from './person.ts';
import { providerFetch } from './provider-fetch.ts';

const asked = { method: 'GET', headers: {} };

test('A provider whose client authentication could not be set up is asked again after some seconds', async (t) => {
  let attempts = 0;
  const settings: SignInProvider = {
    ...usualProvider,
    issuer: 'http://127.0.0.1:9',
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

test('A document of a provider that is nested too deeply, or has too many fields, is refused', async (t) => {
  const issuer = await fakeIssuer(t);
  const fetchDocument = providerFetch({ issuer: issuer.url }, undefined);
  const load = async () =>
    (await fetchDocument(`${issuer.url}/.well-known/openid-configuration`, asked)).json();
  assert.equal(((await load()) as { issuer: string }).issuer, issuer.url);
  let nested: unknown = [];
  for (let depth = 0; depth < 40; depth++) nested = [nested];
  issuer.metadata = { nested };
  await assert.rejects(load(), /nested too deeply/);
  issuer.metadata = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${n}`, 1]));
  await assert.rejects(load(), /too many fields/);
});
