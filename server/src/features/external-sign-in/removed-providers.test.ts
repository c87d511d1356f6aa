import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { fakeIssuer, type FakeIssuer } from '../../../../tests/support/services/fake-issuer.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { endRemovedProviders } from './removed-providers.ts';

/** Starts the server again with this heddle.toml. */
const startWith = async (world: World, toml: string): Promise<void> => {
  await world.restart(async ({ dataDir }) => writeFileSync(join(dataDir, 'heddle.toml'), toml));
  await endRemovedProviders(world.app);
};

const table = (id: string, { url }: { url: string }, more = ''): string =>
  `[[oidc]]\nid = "${id}"\nissuer = "${url}"\nclient_id = "heddle"\nclient_secret = "x"\n${more}\n`;

async function signIn(world: World, issuer: FakeIssuer, id: string): Promise<Visitor> {
  const visitor = new Visitor(world);
  const { location } = await visitor.open(`/accounts/login/social/${id}`);
  const asked = new URL(location).searchParams;
  const claims = { sub: 'd-1', email: 'dan@example.com', email_verified: true };
  issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', ...claims });
  await visitor.comeBack(`/complete/${id}/?code=abc&state=${asked.get('state') ?? ''}`);
  assert.equal(await visitor.whoAmI(), world.people.dan.id);
  return visitor;
}

const countRemovals = async (world: World): Promise<number> => {
  const { entries } = (await world.as('ada').get('/realm/audit_log', { limit: 20 })).json;
  return (entries as { action: string }[]).filter(({ action }) => action === 'sign_in_provider.delete')
    .length;
};

onBothEngines('Providers that are removed from heddle.toml', (engine) => {
  test('Their sessions end at the next start, once, and no others', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const [company, other] = [await fakeIssuer(t), await fakeIssuer(t)];
    await startWith(world, table('company', company) + table('other', other));
    const [gone, kept] = [await signIn(world, company, 'company'), await signIn(world, other, 'other')];
    // A slash is no other provider.
    await startWith(world, table('company', { url: `${company.url}/` }) + table('other', other));
    assert.equal(await gone.whoAmI(), world.people.dan.id);
    await startWith(world, table('other', other));
    assert.deepEqual([await gone.whoAmI(), await kept.whoAmI()], [undefined, world.people.dan.id]);
    assert.equal(await countRemovals(world), 1);
    await startWith(world, table('other', other));
    assert.equal(await countRemovals(world), 1);
    // It is offered to other organizations only.
    await startWith(world, table('other', other, 'organizations = ["elsewhere"]'));
    assert.equal(await kept.whoAmI(), undefined);
    assert.equal(await countRemovals(world), 2);
  });

  test('Sessions of a provider of the settings stay while it is there, also turned off', async (t) => {
    const config = { reachableNetworks: '127.0.0.0/8' };
    const world = await makeWorld(t, engine, { alone: true, config });
    const issuer = await fakeIssuer(t);
    const settings = { name: 'Company', issuer: issuer.url, client_id: 'heddle' };
    const path = '/heddle/sign_in_providers';
    const given = { kind: 'oidc', slug: 'company', settings, secret: 'kepttoitself4711' };
    const { json } = await world.as('ada').post(path, given);
    assert.equal(json.result, 'success', json.msg);
    const visitor = await signIn(world, issuer, 'company');
    await startWith(world, '');
    await world.as('ada').patch(`${path}/company`, { is_enabled: false });
    await startWith(world, '');
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    assert.equal(await countRemovals(world), 0);
  });

  test('Sessions of a directory end with it, those that began with a password later do not', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { orgId, people } = world;
    const [before, later] = [Date.now() - 86_400_000, Date.now()];
    const values = { org_id: orgId, user_id: people.dan.id, user_agent: '', last_seen_at: later };
    const directory = 'ldap_url = "ldap://127.0.0.1:9"\nldap_search_base = "dc=example"';
    await startWith(world, directory);
    await world.app.db.write(orgId, 'system', async (tx) => {
      const expires_at = later + 86_400_000;
      for (const [token_hash, created_at] of [
        ['a', before],
        ['b', later],
      ] as const)
        await tx.q
          .insertInto('session')
          .values({ ...values, token_hash, created_at, expires_at })
          .execute();
      const { org_id, user_id } = values;
      const identity = { issuer: 'ldap', subject: 'uid=dan', created_at: before, last_used_at: before };
      await tx.q
        .insertInto('external_identity')
        .values({ org_id, user_id, ...identity, key_hash: null, key_sid: null })
        .execute();
    });
    const left = async () =>
      (
        await world.app.db.read.q
          .selectFrom('session')
          .select('token_hash')
          .where('user_id', '=', values.user_id)
          .execute()
      )
        .map(({ token_hash }) => token_hash)
        .filter((hash) => hash.length === 1);
    await startWith(world, directory);
    assert.deepEqual(await left(), ['a', 'b']);
    await startWith(world, '');
    assert.deepEqual(await left(), ['b']);
  });
});
