import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fakeIssuer } from '../../../../../tests/support/services/fake-issuer.ts';
import { loadConfig } from '../../../lib/config/config.ts';
import { checkProviders } from './providers.ts';

function configured(t: TestContext, issuer: string, more = '') {
  const data = mkdtempSync(join(tmpdir(), 'heddle-doctor-'));
  t.after(() => rmSync(data, { recursive: true }));
  const toml = `[[oidc]]\nid = "main"\nissuer = "${issuer}"\nclient_id = "heddle"\nclient_secret = "s3cret"\n${more}`;
  writeFileSync(join(data, 'heddle.toml'), toml);
  return loadConfig({ data, baseUrl: 'https://chat.example.com' }, {});
}

test('The doctor asks each sign-in provider and shows its redirect URIs', async (t) => {
  const { url } = await fakeIssuer(t);
  const [found, ...more] = await checkProviders(configured(t, url, 'organizations = ["", "weavers"]'));
  assert.deepEqual(found, {
    name: 'sign-in: main',
    state: 'ok',
    text: `${url} responds; redirect URI https://chat.example.com/complete/main/, https://weavers.chat.example.com/complete/main/`,
  });
  assert.deepEqual(more, []);
});

test('The doctor names what is wrong with a sign-in provider, and what to do', async (t) => {
  const issuer = await fakeIssuer(t);
  const check = async (address = issuer.url) => {
    const [found] = await checkProviders(configured(t, address));
    assert.ok(found?.text);
    assert.equal(found.state, 'problem', found.text);
    assert.ok(!found.text.includes('s3cret'));
    return found.text;
  };
  issuer.metadata = { issuer: `${issuer.url}/realm` };
  assert.match(await check(), /copy "issuer" from its \/\.well-known\/openid-configuration/);
  issuer.metadata = { jwks_uri: 'http://10.255.255.1/jwks' };
  assert.match(await check(), /add that to reachable_networks/);
  issuer.isDown = true;
  assert.match(await check(), /openid-configuration is found/);
  assert.match(await check('http://127.0.0.1:9'), /Check issuer, and that this machine can reach it/);
});
