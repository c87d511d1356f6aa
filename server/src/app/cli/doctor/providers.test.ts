import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { fakeIssuer } from '../../../../../tests/support/services/fake-issuer.ts';
import { loadConfig } from '../../../lib/config/config.ts';
import { checkProviders } from './services.ts';

function configured(t: TestContext, issuer: string, more = '') {
  const data = mkdtempSync(join(tmpdir(), 'heddle-doctor-'));
  t.after(() => rmSync(data, { recursive: true }));
  const toml = `[[oidc]]\nid = "main"\nissuer = "${issuer}"\nclient_id = "heddle"\nclient_secret = "s3cret"\n${more}`;
  writeFileSync(join(data, 'heddle.toml'), toml);
  return loadConfig({ data, baseUrl: 'https://chat.example.com' }, {});
}

test('The doctor asks each sign-in provider and shows its redirect URIs', async (t) => {
  const issuer = await fakeIssuer(t);
  issuer.metadata = { code_challenge_methods_supported: ['S256'] };
  issuer.tokenError = [400, { error: 'invalid_grant' }];
  const { url } = issuer;
  const [found, ...more] = await checkProviders(configured(t, url, 'organizations = ["", "weavers"]'), false);
  assert.ok(found);
  assert.equal(found.state, 'ok', found.text);
  for (const host of ['chat', 'weavers.chat'])
    assert.ok(found.text.includes(`https://${host}.example.com/complete/main/`), found.text);
  assert.deepEqual(more, []);
});

test('The doctor names what is wrong with a sign-in provider, and what to do', async (t) => {
  const issuer = await fakeIssuer(t);
  const check = async (address = issuer.url) => {
    const [found] = await checkProviders(configured(t, address), false);
    assert.ok(found?.text);
    assert.equal(found.state, 'problem', found.text);
    assert.ok(!found.text.includes('s3cret'));
    return found.text;
  };
  issuer.metadata = { issuer: `${issuer.url}/realm` };
  assert.match(await check(), /calls itself .*Copy it exactly/);
  issuer.metadata = { jwks_uri: 'http://10.255.255.1/jwks' };
  assert.match(await check(), /can allow it with reachable_networks/);
  issuer.isDown = true;
  assert.match(await check(), /openid-configuration responds with status 503/);
  assert.match(await check('http://127.0.0.1:9'), /refuses the connection/);
});
