import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JWTPayload } from 'jose';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { runArchiveImport } from '../../../../tests/support/fixtures/imports.ts';
import { zip } from '../../../../tests/support/fixtures/zip.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { fakeIssuer } from '../../../../tests/support/services/fake-issuer.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { importLinks } from '../../app/cli/commands/imports.ts';

const person = (id: string, name: string) => ({
  id,
  name,
  profile: { real_name: name, email: `${name}@moved.example` },
});
const said = (user: string, ts: string) => ({ type: 'message', user, ts, text: `from ${user}` });
const slack = zip([
  { name: 'users.json', data: JSON.stringify([person('U1', 'olga'), person('U2', 'piet')]) },
  { name: 'channels.json', data: JSON.stringify([{ id: 'C1', name: 'shed', members: ['U1', 'U2'] }]) },
  {
    name: 'shed/2023-01-02.json',
    data: JSON.stringify([said('U1', '1672650000.000100'), said('U2', '1672650001.000100')]),
  },
]);

/** By email address, the paths of those who have not signed in yet. */
async function listLinks({ app, orgId }: World): Promise<Map<string, string>> {
  const { organization } = await app.organizations.cache(orgId);
  const { links } = await importLinks.run(app, { org: organization.subdomain });
  const rows = links as { email: string; link: string }[];
  return new Map(rows.map(({ email, link }) => [email, new URL(link).pathname]));
}

onBothEngines('Accounts of imported people', (engine) => {
  test('Imported people claim their account by a link that works once, or by single sign-on with a verified email address only', async (t) => {
    const issuer = await fakeIssuer(t);
    const toml = `[[oidc]]\nid = "main"\nname = "Company"\nissuer = "${issuer.url}"\nclient_id = "heddle"\nclient_secret = "s3cret"\n`;
    const world = await makeWorld(t, engine, { toml });
    await runArchiveImport(world, slack);
    const cache = await world.app.organizations.cache(world.orgId);
    const findUserId = (email: string) => cache.users.find('deliveryEmail', email)?.id;
    const links = await listLinks(world);
    assert.deepEqual([...links.keys()].sort(), ['olga@moved.example', 'piet@moved.example']);

    const byProvider = async (claims: JWTPayload) => {
      const visitor = new Visitor(world);
      const asked = new URL((await visitor.open('/accounts/login/social/main')).location).searchParams;
      issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...claims });
      const { status } = await visitor.comeBack(`/complete/main/?code=abc&state=${asked.get('state') ?? ''}`);
      return { status, who: await visitor.whoAmI() };
    };
    const olga = { sub: 'o-1', email: 'olga@moved.example' };
    for (const claims of [olga, { ...olga, email_verified: false }])
      assert.deepEqual(await byProvider(claims), { status: 403, who: undefined });
    const claimed = await byProvider({ ...olga, email_verified: true });
    assert.deepEqual(claimed, { status: 303, who: findUserId('olga@moved.example') });
    assert.ok(claimed.who !== undefined);
    const [[email, path] = ['', ''], ...others] = await listLinks(world);
    assert.deepEqual([email, others], ['piet@moved.example', []]);

    const password = 'warp and weft 1793';
    const choose = async (link: string) => {
      const body = new URLSearchParams({ password });
      return (await new Visitor(world).open(link, { method: 'POST', body })).status;
    };
    assert.equal(await choose(links.get(email) ?? ''), 404, 'a newer link ends the one before');
    assert.equal(await choose(path), 303);
    assert.equal(await choose(path), 404);
    const key = await world.anonymous.post('/fetch_api_key', { username: 'piet@moved.example', password });
    assert.equal(key.json.user_id, findUserId('piet@moved.example'), key.json.msg);
    assert.equal((await listLinks(world)).size, 0);
  });
});
