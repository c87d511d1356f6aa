import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../../../wire/core.ts';
import { addOrganization, addPerson } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { listen } from '../../../../tests/support/listen.ts';
import { makeWorld, names } from '../../../../tests/support/world.ts';
import { addDomain } from './actions.ts';
import { allowedDomains, isOfAllowedDomain } from './addresses.ts';

const acme = { domain: 'acme.example', allow_subdomains: false };

onBothEngines('Allowed domains', (engine) => {
  test('Allowed domains are added by an owner, who gets the ID, and visible to everyone', async (t) => {
    const world = await makeWorld(t, engine);
    const { status, json } = await world.as('ada').post('/realm/domains', acme);
    assert.equal(status, 200);
    assert.ok(Number.isInteger(json.new_domain[0]));
    assert.equal(json.new_domain[1], 'acme.example');
    assert.deepEqual((await world.as('gus').get('/realm/domains')).json.domains, [acme]);
  });

  test('Allowed domains are changed and removed by an owner', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    await ada.post('/realm/domains', acme);
    assert.equal((await ada.patch('/realm/domains/acme.example', { allow_subdomains: true })).status, 200);
    assert.deepEqual((await ada.get('/realm/domains')).json.domains, [{ ...acme, allow_subdomains: true }]);
    assert.equal((await ada.delete('/realm/domains/ACME.example')).status, 200);
    assert.deepEqual((await ada.get('/realm/domains')).json.domains, []);
  });

  test('Allowed domains cannot be changed by anyone but owners', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('ada').post('/realm/domains', acme);
    const received = await listen(world.as('ada'), { event_types: ['realm_domains'] });
    const bot = await addPerson(world, 'shuttle-bot', { botOwner: 'ada' });
    const adminBot = await addPerson(world, 'weft-bot', { botOwner: 'ada', role: roles.administrator });
    for (const who of [...names.filter((one) => one !== 'ada'), bot, adminBot]) {
      const person = world.as(who);
      for (const refused of [
        await person.post('/realm/domains', { ...acme, domain: 'other.example' }),
        await person.patch('/realm/domains/acme.example', { allow_subdomains: true }),
        await person.delete('/realm/domains/acme.example'),
      ])
        assert.deepEqual(
          [refused.status, refused.json.code, refused.json.msg],
          [403, 'UNAUTHORIZED_PRINCIPAL', 'Must be an organization owner'],
        );
    }
    for (const refused of [
      await world.anonymous.get('/realm/domains'),
      await world.anonymous.post('/realm/domains', acme),
      await world.anonymous.patch('/realm/domains/acme.example', { allow_subdomains: true }),
      await world.anonymous.delete('/realm/domains/acme.example'),
    ])
      assert.equal(refused.status, 401);
    assert.deepEqual(await received.received(), []);
    assert.deepEqual((await world.as('ada').get('/realm/domains')).json.domains, [acme]);
    const ownerBot = await addPerson(world, 'warp-bot', { botOwner: 'ada', role: roles.owner });
    assert.equal((await world.as(ownerBot).delete('/realm/domains/acme.example')).status, 200);
  });

  test('Allowed domains are normalized and unique', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    const { json } = await ada.post('/realm/domains', { ...acme, domain: ' Bücher.Example ' });
    assert.equal(json.new_domain[1], ' Bücher.Example ');
    const path = `/realm/domains/${encodeURIComponent('BÜCHER.example')}`;
    assert.equal((await ada.patch(path, { allow_subdomains: true })).status, 200);
    const kept = { domain: 'xn--bcher-kva.example', allow_subdomains: true };
    assert.deepEqual((await ada.get('/realm/domains')).json.domains, [kept]);
    const again = await ada.post('/realm/domains', { ...acme, domain: 'xn--bcher-kva.example' });
    assert.deepEqual(
      [again.status, again.json.msg],
      [400, 'The domain xn--bcher-kva.example is already a part of your organization.'],
    );
    assert.equal((await ada.delete(path)).status, 200);
    assert.deepEqual((await ada.get('/realm/domains')).json.domains, []);
  });

  test('Allowed domains must be valid domain names', async (t) => {
    const world = await makeWorld(t, engine);
    const wrong = [
      '',
      'acme',
      '.acme.example',
      'acme.example.',
      'a..example',
      '-a.example',
      'a-.example',
      'a b.example',
      'a@b.example',
      '10.0.0.1',
      `${'a'.repeat(64)}.example`,
      'a_b.example',
      '{"$ne":1}',
      'acme.example/x',
    ];
    const received = await listen(world.as('ada'), { event_types: ['realm_domains'] });
    for (const domain of wrong) {
      const { status, json } = await world.as('ada').post('/realm/domains', { ...acme, domain });
      assert.equal(status, 400, domain);
      assert.match(json.msg, /^Invalid domain: /, domain);
    }
    assert.deepEqual(await received.received(), []);
    assert.deepEqual((await world.as('ada').get('/realm/domains')).json.domains, []);
  });

  test('Changing or removing a missing allowed domain is refused', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    for (const refused of [
      await ada.patch('/realm/domains/none.example', { allow_subdomains: true }),
      await ada.delete('/realm/domains/none.example'),
    ])
      assert.deepEqual(
        [refused.status, refused.json.code, refused.json.msg],
        [400, 'BAD_REQUEST', 'No entry found for domain none.example.'],
      );
  });

  test('Allowed domains of another organization are neither visible nor changeable', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const other = await addOrganization(world);
    await world.app.db.write(other.orgId, 'system', (tx) => addDomain(tx, acme));
    const ada = world.as('ada');
    assert.deepEqual((await ada.get('/realm/domains')).json.domains, []);
    assert.equal((await ada.patch('/realm/domains/acme.example', { allow_subdomains: true })).status, 400);
    assert.equal((await ada.delete('/realm/domains/acme.example')).status, 400);
    assert.deepEqual(await allowedDomains(world.app.db.read, other.orgId), [acme]);
  });

  test('Allowed domains require allow_subdomains', async (t) => {
    const world = await makeWorld(t, engine);
    const ada = world.as('ada');
    assert.equal(
      (await ada.post('/realm/domains', { domain: 'acme.example' })).json.code,
      'REQUEST_VARIABLE_MISSING',
    );
    const wrong = await ada.post('/realm/domains', { ...acme, allow_subdomains: 'perhaps' });
    assert.equal(wrong.status, 400);
    await ada.post('/realm/domains', acme);
    assert.equal((await ada.patch('/realm/domains/acme.example')).json.code, 'REQUEST_VARIABLE_MISSING');
  });
});

test('An email address matches a domain, or its subdomains where they are allowed', () => {
  const domains = [acme, { domain: 'wide.example', allow_subdomains: true }];
  for (const email of ['dan@acme.example', 'dan@ACME.example', 'dan@wide.example', 'dan@a.b.wide.example'])
    assert.equal(isOfAllowedDomain(email, domains), true, email);
  for (const email of [
    'dan@sub.acme.example',
    'dan@notacme.example',
    'dan@notwide.example',
    'acme.example@evil.example',
  ])
    assert.equal(isOfAllowedDomain(email, domains), false, email);
});
