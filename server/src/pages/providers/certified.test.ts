import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { browseProvider, TestOidcProvider } from '../../../../tests/support/services/oidc-provider.ts';
import { until } from '../../../../tests/support/until.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

async function connected(t: TestContext, engine: Engine) {
  const provider = await TestOidcProvider.start(t);
  const settings = `id = "main"\nissuer = "${provider.url}"\nclient_id = "heddle"\nclient_secret = "s3cret"`;
  const world = await makeWorld(t, engine, { toml: `[[oidc]]\n${settings}\n` });
  provider.serve(world.url, 'main');
  const visitor = new Visitor(world);
  const cookies = new Map<string, string>();
  const goThere = async () =>
    browseProvider((await visitor.open('/accounts/login/social/main')).location, cookies);
  const getPath = (address: string) => address.slice(world.url.length);
  return { provider, world, visitor, cookies, goThere, getPath };
}

onBothEngines('Sign-in with a certified provider', (engine) => {
  test('A person signs in, signs out here and at the provider, and all their sessions end', async (t) => {
    const { provider, world, visitor, cookies, goThere, getPath } = await connected(t, engine);
    const back = await visitor.comeBack(getPath(await goThere()));
    assert.deepEqual([back.status, back.location], [303, '/'], back.text);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);

    const second = new Visitor(world);
    const there = await browseProvider((await second.open('/accounts/login/social/main')).location, cookies);
    assert.equal((await second.comeBack(getPath(there))).status, 303);
    assert.equal(await second.whoAmI(), world.people.dan.id);

    const { text } = await visitor.open('/logout', { method: 'POST' });
    const [, href = ''] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(text) ?? [];
    const address = href.replaceAll('&amp;', '&');
    assert.ok(address.startsWith(`${provider.url}/session/end?`), address);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await (await fetch(address, { headers: { cookie } })).text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    const body = new URLSearchParams({ xsrf, logout: 'yes' });
    await fetch(`${provider.url}/session/end/confirm`, {
      method: 'POST',
      headers: { cookie },
      body,
      redirect: 'manual',
    });
    await until(
      'the provider has ended the second session',
      async () => (await second.whoAmI()) === undefined,
    );
  });

  test('A provider refuses an authorization code that was used before', async (t) => {
    const { world, visitor, goThere, getPath } = await connected(t, engine);
    const first = new URL(await goThere());
    assert.equal((await visitor.comeBack(getPath(first.href))).status, 303);
    const thief = new Visitor(world);
    const asked = new URL((await thief.open('/accounts/login/social/main')).location).searchParams;
    first.searchParams.set('state', asked.get('state') ?? '');
    assert.equal((await thief.comeBack(getPath(first.href))).status, 400);
    assert.equal(await thief.whoAmI(), undefined);
  });

  test('A code of another sign-in is refused, since its PKCE verifier is in another browser', async (t) => {
    const { world, goThere, getPath } = await connected(t, engine);
    const stolen = new URL(await goThere());
    const thief = new Visitor(world);
    const asked = new URL((await thief.open('/accounts/login/social/main')).location).searchParams;
    stolen.searchParams.set('state', asked.get('state') ?? '');
    assert.equal((await thief.comeBack(getPath(stolen.href))).status, 400);
    assert.equal(await thief.whoAmI(), undefined);
  });
});
