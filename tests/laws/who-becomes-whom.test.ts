/** Whom every way to sign in makes of someone, by the state of the account that has the email address. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SignJWT } from 'jose';
import { hashPassword } from '../../server/src/lib/passwords.ts';
import { declareNotRun } from '../support/checks/not-run.ts';
import { Visitor } from '../support/clients/visitor.ts';
import { onBothEngines, type Engine } from '../support/engines.ts';
import { encodeResponse, FakeIdp } from '../support/services/fake-idp.ts';
import { fakeIssuer } from '../support/services/fake-issuer.ts';
import {
  base,
  changeDirectory,
  hasSlapd,
  noSlapd,
  reader,
  replaceValue,
  startSlapd,
} from '../support/services/slapd.ts';
import { makeWorld, names, type World, type WorldOptions } from '../support/world.ts';

const password = 'a shuttle and a half';
const secret = 'a secret that only the portal and this server know';
const idp = new FakeIdp();
const passwordHash = await hashPassword('a loom and a half');

/** Someone whom the provider knows by this subject comes with an email address. @returns their account */
type Arrive = (subject: string, email: string) => Promise<number | undefined>;
type Connect = (t: TestContext, engine: Engine) => Promise<{ world: World; arrive: Arrive }>;

const make = (t: TestContext, engine: Engine, options: WorldOptions) =>
  makeWorld(t, engine, { passwordHash, ...options });

const ldap =
  (ldapTrustEmail: 'off' | 'members' | 'everyone'): Connect =>
  async (t, engine) => {
    const uids = ['anyone', 'dan', 'ada', 'ben', 'first', 'second', 'eve'];
    const slapd = await startSlapd(
      uids.map((uid) => ({ uid, cn: uid, mail: `${uid}@nowhere.example`, password })),
    );
    t.after(() => slapd.stop());
    const config = {
      ldapUrl: slapd.url,
      ldapStartTls: 'off',
      ldapSearchBase: base,
      ldapBindDn: reader.dn,
      ldapBindPassword: reader.password,
      ldapTrustEmail,
    } as const;
    const world = await make(t, engine, { config });
    const arrive: Arrive = async (subject, email) => {
      await changeDirectory(slapd, (client) => replaceValue(client, subject, 'mail', email));
      const { json } = await world.anonymous.post('/fetch_api_key', { username: subject, password });
      return json.user_id as number | undefined;
    };
    return { world, arrive };
  };

const oidc =
  (email_verified: boolean): Connect =>
  async (t, engine) => {
    const issuer = await fakeIssuer(t);
    const toml = `[[oidc]]\nid = "main"\nissuer = "${issuer.url}"\nclient_id = "heddle"\nclient_secret = "s3cret"\nnew_accounts = "on"\n`;
    const world = await make(t, engine, { toml });
    const arrive: Arrive = async (sub, email) => {
      const visitor = new Visitor(world);
      const asked = new URL((await visitor.open('/accounts/login/social/main')).location).searchParams;
      issuer.idToken = await issuer.sign({ nonce: asked.get('nonce') ?? '', sub, email, email_verified });
      await visitor.comeBack(`/complete/main/?code=abc&state=${asked.get('state') ?? ''}`);
      return visitor.whoAmI();
    };
    return { world, arrive };
  };

const saml: Connect = async (t, engine) => {
  const toml =
    `[[saml]]\nid = "company"\nname = "Company"\nentity_id = "${idp.entityId}"\nurl = "${idp.url}"\n` +
    `certificate_file = "${idp.certificateFile}"\nidp_initiated = "on"\nnew_accounts = "on"\n`;
  const world = await make(t, engine, { toml });
  const arrive: Arrive = async (nameId, email) => {
    const visitor = new Visitor(world);
    const path = '/complete/company/';
    const facts = {
      audience: `${world.url}/saml/metadata.xml`,
      recipient: world.url + path,
      inResponseTo: null,
    };
    const xml = idp.signedResponse({ ...facts, nameId, attributes: { email, displayName: nameId } });
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://idp.example.com' };
    const body = new URLSearchParams({ SAMLResponse: encodeResponse(xml) });
    await visitor.open(path, { method: 'POST', headers, body });
    return visitor.whoAmI();
  };
  return { world, arrive };
};

const jwt: Connect = async (t, engine) => {
  const world = await make(t, engine, { toml: `[[jwt]]\nsecret = "${secret}"\nnew_accounts = "on"\n` });
  const arrive: Arrive = async (name, email) => {
    const visitor = new Visitor(world);
    const token = await new SignJWT({ name, email, jti: `${name} ${email}` })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.from(secret));
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://portal.example.com' };
    const body = new URLSearchParams({ token });
    await visitor.open('/accounts/login/jwt/', { method: 'POST', headers, body });
    return visitor.whoAmI();
  };
  return { world, arrive };
};

const proxy: Connect = async (t, engine) => {
  const toml = '[remote_user]\nheader = "X-Remote-User"\nnew_accounts = "on"\n';
  const world = await make(t, engine, { toml, config: { trustedProxies: '127.0.0.1' } });
  const arrive: Arrive = async (_name, email) => {
    const visitor = new Visitor(world);
    visitor.headers = { 'x-remote-user': email };
    await visitor.open('/accounts/login/sso/');
    return visitor.whoAmI();
  };
  return { world, arrive };
};

/** Makes accounts, and signs nobody in. */
const scim: Connect = async (t, engine) => {
  const world = await make(t, engine, {});
  const { token } = (await world.as('ada').post('/heddle/scim_tokens', { name: 'Provider' })).json;
  const arrive: Arrive = async (externalId, userName) => {
    const response = await fetch(`${world.url}/scim/v2/Users`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      body: JSON.stringify({ userName, externalId, name: { formatted: externalId } }),
    });
    const { id } = (await response.json()) as { id?: string };
    return id === undefined ? undefined : Number(id);
  };
  return { world, arrive };
};

interface Outcomes {
  freeAddress: string;
  member: string;
  owner: string;
  administrator: string;
  /** Their address at the provider becomes that of someone else. */
  boundHere: string;
  boundToAnother: string;
  deactivated: string;
}

const nobody = 'nobody';
const refusedByAddress = { member: nobody, owner: nobody, administrator: nobody };
const admittedByAddress = { member: 'dan', owner: 'ada', administrator: 'ben' };
const bySubject = { freeAddress: 'new', boundHere: 'first', boundToAnother: nobody, deactivated: nobody };
/** The address is all that is known: it means the account that has it now. */
const onlyAddress = { freeAddress: 'new', boundHere: 'cleo', boundToAnother: 'first', deactivated: nobody };
const nothing = { ...refusedByAddress, boundHere: nobody, boundToAnother: nobody, deactivated: nobody };

const ways: Readonly<Record<string, { connect: Connect; outcomes: Outcomes; isDirectory?: true }>> = {
  LDAP: { connect: ldap('off'), isDirectory: true, outcomes: { ...bySubject, ...refusedByAddress } },
  'LDAP that trusts addresses of members': {
    connect: ldap('members'),
    isDirectory: true,
    outcomes: { ...bySubject, ...refusedByAddress, member: 'dan' },
  },
  'LDAP that trusts all addresses': {
    connect: ldap('everyone'),
    isDirectory: true,
    outcomes: { ...bySubject, ...admittedByAddress },
  },
  'OpenID Connect with a verified address': {
    connect: oidc(true),
    outcomes: { ...bySubject, ...admittedByAddress },
  },
  'OpenID Connect without a verified address': {
    connect: oidc(false),
    outcomes: { ...nothing, freeAddress: nobody },
  },
  SAML: { connect: saml, outcomes: { ...bySubject, ...admittedByAddress } },
  'a JSON web token': { connect: jwt, outcomes: { ...onlyAddress, ...admittedByAddress } },
  'the header of a proxy': { connect: proxy, outcomes: { ...onlyAddress, ...admittedByAddress } },
  SCIM: { connect: scim, outcomes: { ...nothing, freeAddress: 'new' } },
};

onBothEngines('Who becomes whom', (engine) => {
  for (const [way, { connect, outcomes, isDirectory }] of Object.entries(ways)) {
    if (isDirectory && !hasSlapd) continue;
    test(`By ${way}, people get the accounts that they may have, and no others`, async (t) => {
      const { world, arrive } = await connect(t, engine);
      const known = new Map<number | undefined, string>(names.map((name) => [world.people[name].id, name]));
      known.set(undefined, nobody);
      const become = async (subject: string, email: string) => {
        const id = await arrive(subject, email);
        const name = known.get(id) ?? 'new';
        if (name === 'new') known.set(id, subject);
        return name;
      };
      assert.equal((await world.as('ada').delete(`/users/${world.people.eve.id}`)).status, 200);
      const freeAddress = await become('anyone', 'newton@example.com');
      const member = await become('dan', 'dan@example.com');
      const owner = await become('ada', 'ada@example.com');
      const administrator = await become('ben', 'ben@example.com');
      const deactivated = await become('eve', 'eve@example.com');
      await become('first', 'first@example.com');
      // SCIM refuses an address that is taken, and has no other way to bind.
      const boundHere = await become('first', 'cleo@example.com');
      const boundToAnother = await become('second', 'first@example.com');
      const found = { freeAddress, member, owner, administrator, boundHere, boundToAnother, deactivated };
      assert.deepEqual(found, outcomes);
    });
  }
});

if (!hasSlapd) declareNotRun('Who becomes whom by LDAP', noSlapd);
