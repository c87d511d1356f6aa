import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import xmlEncryption from 'xml-encryption';
import { userSetting } from '../../core/organization/index.ts';
import { selfSigned } from '../../lib/tls/self-signed.ts';
import { setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { Visitor } from '../../../../tests/support/clients/visitor.ts';
import {
  type AssertionFacts,
  FakeIdp,
  encodeResponse,
  newId,
  requestIn,
} from '../../../../tests/support/services/fake-idp.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';

const idp = new FakeIdp();

const table = (more = '', id = 'company') =>
  `[[saml]]\nid = "${id}"\nname = "Company"\nentity_id = "${idp.entityId}"\nurl = "${idp.url}"\nslo_url = "${idp.sloUrl}"\n` +
  `certificate_file = "${idp.certificateFile}"\n${more}\n`;

async function connected(t: TestContext, engine: Engine, more = '') {
  const world = await makeWorld(t, engine, { toml: table(more) });
  return { world, visitor: new Visitor(world) };
}

/** As an identity provider encrypts it for the holder of a certificate. */
async function encryptAssertion(xml: string, certificate: string): Promise<string> {
  const data = await promisify(xmlEncryption.encrypt)(xml, {
    rsa_pub: createPublicKey(certificate).export({ type: 'spki', format: 'pem' }),
    pem: certificate,
    encryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
    keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  });
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${data}</saml:EncryptedAssertion>`;
}

const acs = (world: World): string => `${world.url}/complete/company/`;
const audience = (world: World): string => `${world.url}/saml/metadata.xml`;

/** Begins at this server. */
async function begin(visitor: Visitor, query = '') {
  const { status, location, text } = await visitor.open(`/accounts/login/social/company${query}`);
  assert.equal(status, 303, text);
  assert.ok(location.startsWith(`${idp.url}?SAMLRequest=`));
  return requestIn(location);
}

const post = (visitor: Visitor, xml: string, relayState = '') =>
  visitor.open('/complete/company/', {
    method: 'POST',
    body: new URLSearchParams({ SAMLResponse: encodeResponse(xml), RelayState: relayState }),
    headers: { 'sec-fetch-site': 'cross-site', origin: 'https://idp.example.com' },
  });

type Change = (facts: AssertionFacts) => AssertionFacts;

const factsFor = (world: World, inResponseTo: string | null): AssertionFacts => ({
  audience: audience(world),
  recipient: acs(world),
  inResponseTo,
  nameId: 'd-1',
  attributes: { email: 'dan@example.com', displayName: 'Dan Provided' },
});

/** A whole sign-in, of which one thing is another. */
async function signIn(world: World, visitor: Visitor, change: Change = (facts) => facts, query = '') {
  const asked = await begin(visitor, query);
  return post(visitor, idp.signedResponse(change(factsFor(world, asked.id))), asked.relayState);
}

onBothEngines('Sign-in with SAML', (engine) => {
  test('An identity provider is offered to people and apps, and asked with an ID that its assertion has to answer', async (t) => {
    const { world, visitor } = await connected(t, engine);
    const { json } = await world.anonymous.get('/server_settings');
    assert.deepEqual(
      (json.external_authentication_methods as { name: string }[]).map(({ name }) => name),
      ['saml:company'],
    );
    assert.equal((json.authentication_methods as Record<string, boolean>).saml, true);
    const { xml } = await begin(visitor);
    assert.match(xml, /AssertionConsumerServiceURL="[^"]+\/complete\/company\/"/);
    const back = await signIn(world, visitor, undefined, '?next=/inbox');
    assert.deepEqual([back.status, back.location], [303, '/inbox'], back.text);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
  });

  test('Someone is known by their name ID from then on, whatever their email is', async (t) => {
    const { world, visitor } = await connected(t, engine);
    await signIn(world, visitor);
    const again = new Visitor(world);
    await signIn(world, again, (facts) => ({ ...facts, attributes: { email: 'eve@example.com' } }));
    assert.equal(await again.whoAmI(), world.people.dan.id);
    const other = await signIn(world, new Visitor(world), (facts) => ({ ...facts, nameId: 'd-2' }));
    assert.equal(other.status, 403, 'a second identity does not take the account over');
  });

  test('A new account is made where the organization allows it, in the language of the browser, and groups and roles follow the attributes', async (t) => {
    const rules =
      'new_accounts = "on"\n[saml.groups]\n"eng" = "makers"\n[saml.roles]\n"admins" = "moderator"';
    const { world, visitor } = await connected(t, engine, rules);
    await setOrganization(world, {});
    await world.as('ada').post('/user_groups/create', { name: 'makers', description: '', members: [] });
    visitor.headers = { 'accept-language': 'de' };
    const back = await signIn(world, visitor, (facts) => ({
      ...facts,
      nameId: 'h-1',
      attributes: { email: 'hal@example.com', givenName: 'Hal', sn: 'Novak', groups: ['eng', 'admins'] },
    }));
    assert.equal(back.status, 303, back.text);
    const id = await visitor.whoAmI();
    const { json } = await world.as('ada').get(`/users/${id}`);
    assert.deepEqual([json.user.full_name, json.user.role], ['Hal Novak', 300]);
    const user = (await world.app.organizations.cache(world.orgId)).users.get(id ?? 0);
    assert.equal(user && userSetting(user, 'default_language'), 'de');
  });

  test('An encrypted assertion signs in only if its content is signed, and only with the key', async (t) => {
    const own = await selfSigned('heddle');
    const folder = mkdtempSync(join(tmpdir(), 'heddle-saml-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'key.pem'), own.key);
    writeFileSync(join(folder, 'own.pem'), own.certificate);
    const files = `own_key_file = "${folder}/key.pem"\nown_certificate_file = "${folder}/own.pem"`;
    const { world, visitor } = await connected(t, engine, files);
    const send = async (content: (id: string) => string, certificate = own.certificate) => {
      const asked = await begin(visitor);
      const sealed = await encryptAssertion(content(asked.id), certificate);
      return post(visitor, idp.response(sealed, asked.id), asked.relayState);
    };
    const facts = (id: string) => factsFor(world, id);
    assert.equal((await send((id) => idp.assertion(facts(id)))).status, 400, 'not signed');
    const weak = (id: string) => idp.sign(idp.assertion(facts(id)), 'Assertion', 'sha1');
    assert.equal((await send(weak)).status, 400, 'signed with SHA-1');
    const signed = (id: string) => idp.sign(idp.assertion(facts(id)));
    const other = await selfSigned('another');
    assert.equal((await send(signed, other.certificate)).status, 400, 'encrypted for another server');
    assert.equal(await visitor.whoAmI(), undefined);
    const back = await send(signed);
    assert.equal(back.status, 303, back.text);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
  });

  test('The metadata say where assertions go, and that they have to be signed', async (t) => {
    const { world, visitor } = await connected(t, engine);
    const { text, status } = await visitor.open('/saml/metadata.xml');
    assert.equal(status, 200);
    assert.ok(text.includes(`entityID="${audience(world)}"`) && text.includes(`Location="${acs(world)}"`));
    assert.match(text, /WantAssertionsSigned="true"/);
  });

  test('A signed logout request of the provider ends the sessions of that person, an unsigned one or a repetition does not', async (t) => {
    const { world, visitor } = await connected(t, engine);
    await signIn(world, visitor);
    const path = '/complete/company/?';
    const unsigned = await visitor.comeBack(path + idp.logoutQuery('d-1', acs(world), false));
    assert.equal(unsigned.status, 400);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
    const query = idp.logoutQuery('d-1', acs(world));
    const forged = query.replace(/SAMLRequest=[^&]+/, (request) => {
      const other = idp.logoutQuery('e-1', acs(world), false);
      return `${request}&${other}`;
    });
    assert.equal((await visitor.comeBack(path + forged)).status, 400);
    assert.equal((await visitor.comeBack(`${path}${query}&RelayState=%E0%A4%A`)).status, 400);
    const { status, location } = await visitor.comeBack(path + query);
    assert.equal(status, 303);
    assert.ok(location.startsWith(`${idp.sloUrl}?SAMLResponse=`));
    assert.equal(await visitor.whoAmI(), undefined);
    await signIn(world, visitor);
    assert.equal((await visitor.comeBack(path + query)).status, 400);
    assert.equal(await visitor.whoAmI(), world.people.dan.id);
  });

  test('Signing out here leads to the provider', async (t) => {
    const { world, visitor } = await connected(t, engine);
    await signIn(world, visitor);
    const { text } = await visitor.open('/logout', { method: 'POST' });
    assert.match(text, /https:\/\/idp\.example\.com\/slo\?SAMLRequest=/);
    assert.equal(await visitor.whoAmI(), undefined);
  });
});

onBothEngines('Attacks on sign-in with SAML', (engine) => {
  test('An assertion for another time, server, sign-in or of another provider signs nobody in', async (t) => {
    const { world } = await connected(t, engine);
    const hour = 3600_000;
    const changes: Record<string, Change> = {
      expired: (facts) => ({ ...facts, notBefore: -2 * hour, notOnOrAfter: -hour }),
      future: (facts) => ({ ...facts, notBefore: hour, notOnOrAfter: 2 * hour }),
      old: (facts) => ({ ...facts, issuedAt: -hour, notBefore: -hour, notOnOrAfter: hour }),
      'another audience': (facts) => ({ ...facts, audience: 'https://chat.example.net/saml/metadata.xml' }),
      'another recipient': (facts) => ({ ...facts, recipient: 'https://chat.example.net/complete/company/' }),
      'another request': (facts) => ({ ...facts, inResponseTo: newId() }),
      'no request': (facts) => ({ ...facts, inResponseTo: null }),
      'another issuer': (facts) => ({ ...facts, issuer: 'https://evil.example.com' }),
      'SHA-1': (facts) => ({ ...facts, algorithm: 'sha1' }),
    };
    for (const [what, change] of Object.entries(changes)) {
      const visitor = new Visitor(world);
      const { status } = await signIn(world, visitor, change);
      assert.equal(status, 400, what);
      assert.equal(await visitor.whoAmI(), undefined, what);
    }
  });

  test('An assertion that is not signed, changed after signing, or wrapped around a signed one signs nobody in', async (t) => {
    const { world } = await connected(t, engine);
    for (const [what, forge] of Object.entries(forgeries)) {
      const visitor = new Visitor(world);
      const { id, relayState } = await begin(visitor);
      const facts = { ...factsFor(world, id), nameId: 'gus', attributes: { email: 'gus@example.com' } };
      const evil = { ...facts, nameId: 'a-1', attributes: { email: 'ada@example.com' } };
      const { status } = await post(visitor, forge(facts, evil), relayState);
      const who = await visitor.whoAmI();
      assert.notEqual(who, world.people.ada.id, what);
      // What is left of some wrappings is the signed assertion itself, which is for whom it says.
      assert.ok(status === 400 ? who === undefined : who === world.people.gus.id, `${what}: ${status}`);
    }
  });

  test('A response counts once, in the browser that began, and only for what it began', async (t) => {
    const { world, visitor } = await connected(t, engine);
    const asked = await begin(visitor);
    const xml = idp.signedResponse(factsFor(world, asked.id));
    assert.equal((await post(new Visitor(world), xml, asked.relayState)).status, 400, 'another browser');
    assert.equal((await post(visitor, xml, 'another state')).status, 400, 'another state');
    assert.equal((await post(visitor, xml, asked.relayState)).status, 303);
    assert.equal((await post(visitor, xml, asked.relayState)).status, 400, 'a replay');
  });

  test('The page that a sign-in continues with is on this server', async (t) => {
    const { world, visitor } = await connected(t, engine);
    const back = await signIn(world, visitor, undefined, '?next=https://evil.example.com/');
    assert.deepEqual([back.status, back.location], [303, '/']);
  });

  test('A sign-in that begins at the provider is refused unless the operator allows it, and counts once then', async (t) => {
    const { world: strict, visitor } = await connected(t, engine);
    const refused = await post(visitor, idp.signedResponse(factsFor(strict, null)));
    assert.equal(refused.status, 400);
    const { world, visitor: other } = await connected(t, engine, 'idp_initiated = "on"');
    const xml = idp.signedResponse(factsFor(world, null));
    assert.equal((await post(other, xml, 'https://evil.example.com/')).location, '/');
    assert.equal(await other.whoAmI(), world.people.dan.id);
    const replay = await post(new Visitor(world), xml);
    assert.equal(replay.status, 400);
    const answer = idp.signedResponse(factsFor(world, newId()));
    assert.equal((await post(new Visitor(world), answer)).status, 400, 'it responds to another request');
  });
});

type Forge = (facts: AssertionFacts, evil: AssertionFacts) => string;

const signatureIn = (xml: string): string => /<Signature.*<\/Signature>/s.exec(xml)?.[0] ?? '';
const without = (xml: string, part: string): string => xml.replace(part, '');
/** Puts something behind the opening tag. */
const inside = (xml: string, content: string): string => xml.replace(/^(<[^>]+>)/, `$1${content}`);
const idIn = (xml: string): string => /ID="([^"]+)"/.exec(xml)?.[1] ?? '';
const extensions = (content: string): string =>
  `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${content}</samlp:Extensions>`;

/** XSW 1 to 8 as they are usually numbered, and what is simpler. */
const forgeries: Readonly<Record<string, Forge>> = {
  unsigned: (_, evil) => idp.response(idp.assertion(evil), evil.inResponseTo),
  'changed after signing': (facts) =>
    idp.signedResponse(facts).replaceAll('gus@example.com', 'ada@example.com'),
  'a comment in a name': (facts) =>
    idp.signedResponse(facts).replace('gus@example.com', 'ada@example.com<!---->.gus@example.com'),
  'XSW 1': (facts, evil) => {
    const signed = idp.sign(idp.response(idp.assertion(facts), facts.inResponseTo), 'Response');
    const signature = signatureIn(signed);
    const original = without(signed, signature);
    const outer = idp.response(idp.assertion(evil), evil.inResponseTo);
    return outer.replace(
      '</samlp:Response>',
      `${signature.replace('</Signature>', `<Object>${original}</Object></Signature>`)}</samlp:Response>`,
    );
  },
  'XSW 2': (facts, evil) => {
    const signed = idp.sign(idp.response(idp.assertion(facts), facts.inResponseTo), 'Response');
    const signature = signatureIn(signed);
    const outer = idp.response(idp.assertion(evil), evil.inResponseTo);
    return outer.replace('</samlp:Response>', `${without(signed, signature)}${signature}</samlp:Response>`);
  },
  'XSW 3': (facts, evil) =>
    idp.response(idp.assertion(evil) + idp.sign(idp.assertion(facts)), evil.inResponseTo),
  'XSW 4': (facts, evil) => {
    const signed = idp.sign(idp.assertion(facts));
    return idp.response(
      idp.assertion(evil).replace('</saml:Assertion>', `${signed}</saml:Assertion>`),
      evil.inResponseTo,
    );
  },
  'XSW 5': (facts, evil) => {
    const signed = idp.sign(idp.assertion(facts));
    const signature = signatureIn(signed);
    const forged = inside(idp.assertion({ ...evil, id: newId() }), signature);
    return idp.response(forged + without(signed, signature), evil.inResponseTo);
  },
  'XSW 6': (facts, evil) => {
    const signed = idp.sign(idp.assertion(facts));
    const signature = signatureIn(signed);
    const original = without(signed, signature);
    const carrying = signature.replace('</Signature>', `<Object>${original}</Object></Signature>`);
    return idp.response(inside(idp.assertion(evil), carrying), evil.inResponseTo);
  },
  'XSW 7': (facts, evil) => {
    const signed = idp.sign(idp.assertion(facts));
    return idp.response(extensions(idp.assertion({ ...evil, id: idIn(signed) })) + signed, evil.inResponseTo);
  },
  'XSW 8': (facts, evil) => {
    const signed = idp.sign(idp.assertion(facts));
    const signature = signatureIn(signed);
    const carrying = signature.replace(
      '</Signature>',
      `<Object>${without(signed, signature)}</Object></Signature>`,
    );
    return idp.response(inside(idp.assertion({ ...evil, id: idIn(signed) }), carrying), evil.inResponseTo);
  },
  'a document type': (facts) => `<!DOCTYPE x [<!ENTITY y "z">]>${idp.signedResponse(facts)}`,
};
