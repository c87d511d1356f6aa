import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { localServer } from '../../../../tests/support/services/local-server.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import { makeWorld } from '../../../../tests/support/world.ts';

interface Email {
  email: string;
  primary?: boolean;
  verified?: boolean;
}

/** As the API of GitHub Enterprise responds. */
async function connected(t: TestContext, engine: Engine) {
  const person = {
    user: { id: 7, login: 'dan-i', name: 'Dan Ito' as string | null },
    emails: [] as Email[],
    status: 200,
  };
  const github = await localServer(t, (request, response) => {
    const json = (body: unknown) =>
      response.writeHead(person.status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.url === '/login/oauth/access_token')
      return json({ access_token: 'gho', token_type: 'bearer', scope: 'user:email' });
    assert.equal(request.headers.authorization, 'Bearer gho');
    if (request.url === '/api/v3/user') return json(person.user);
    return json(person.emails.map((one) => ({ primary: false, verified: true, visibility: null, ...one })));
  });
  const settings = `provider = "github"\nissuer = "${github.url}"\nclient_id = "heddle"\nclient_secret = "s3cret"`;
  const world = await makeWorld(t, engine, { toml: `[[oidc]]\n${settings}\n` });
  const visitor = new Visitor(world);
  const signIn = async () => {
    const { location } = await visitor.open('/accounts/login/social/github');
    const url = new URL(location);
    assert.equal(url.pathname, '/login/oauth/authorize');
    assert.equal(url.searchParams.get('scope'), 'read:user user:email');
    return visitor.comeBack(`/complete/github/?code=abc&state=${url.searchParams.get('state') ?? ''}`);
  };
  return { person, world, visitor, signIn };
}

onBothEngines('Sign-in with GitHub', (engine) => {
  test('GitHub signs in by a verified address of an account, and afterwards by its ID', async (t) => {
    const { person, world, visitor, signIn } = await connected(t, engine);
    person.emails = [{ email: 'private@example.com', primary: true }, { email: 'dan@example.com' }];
    assert.equal((await signIn()).status, 303);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    person.emails = [{ email: 'eve@example.com', primary: true }];
    await signIn();
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    const { json } = await world.anonymous.get('/server_settings');
    const [entry] = json.external_authentication_methods as { name: string; display_name: string }[];
    assert.deepEqual([entry?.name, entry?.display_name], ['github', 'GitHub']);
    assert.equal((json.authentication_methods as Record<string, boolean>).github, true);
  });

  test('GitHub signs in by no address that is unverified or receives no mail', async (t) => {
    const { person, visitor, signIn } = await connected(t, engine);
    person.emails = [
      { email: 'dan@example.com', primary: true, verified: false },
      { email: '7+dan-i@users.noreply.github.com' },
    ];
    assert.equal((await signIn()).status, 403);
    assert.equal(await visitor.whoAmI(), undefined);
  });

  test('GitHub gives a new account the primary address, and the login where there is no name', async (t) => {
    const { person, world, visitor, signIn } = await connected(t, engine);
    await setOrganization(world, { invite_required: false });
    person.user.name = null;
    person.emails = [{ email: 'second@example.com' }, { email: 'first@example.com', primary: true }];
    assert.equal((await signIn()).status, 303);
    const { json } = await world.as('ada').get(`/users/${(await visitor.whoAmI()) ?? 0}`);
    const user = json.user as { full_name: string; delivery_email: string };
    assert.deepEqual([user.full_name, user.delivery_email], ['dan-i', 'first@example.com']);
  });

  test('A failure of GitHub is reported as one that may pass', async (t) => {
    const { person, signIn } = await connected(t, engine);
    person.emails = [{ email: 'dan@example.com', primary: true }];
    person.status = 502;
    assert.equal((await signIn()).status, 503);
    person.status = 200;
    assert.equal((await signIn()).status, 303);
  });
});
