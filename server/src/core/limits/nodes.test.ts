import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { onEngine } from '../../../../tests/support/engines.ts';
import { invite, listed } from '../../../../tests/support/fixtures/invites.ts';
import { makeNodes } from '../../../../tests/support/nodes.ts';
import type { World } from '../../../../tests/support/world.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { makeLimit, useOnce, writeOnce } from './index.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);
const dan = 'dan@example.com';

const limitedNodes = (t: TestContext): Promise<[World, World]> => makeNodes(t, { rateLimits: 'on' });

const signIn = async (node: World, given: string): Promise<number> =>
  (await node.anonymous.post('/fetch_api_key', { username: dan, password: given })).status;

/** As if everything that was counted had happened an hour earlier. */
const hourLater = ({ app }: World): Promise<void> =>
  app.db.write(0, 'system', async (tx) => {
    await tx.connection.run(
      `UPDATE limited_use SET expires_at = expires_at - 3600000, times = array_to_string(ARRAY(
         SELECT time::bigint - 3600000 FROM unnest(string_to_array(times, ' ')) AS time), ' ')`,
      [],
    );
  });

const countRows = async ({ app }: World): Promise<number> =>
  (await app.db.read.q.selectFrom('limited_use').select('key').execute()).length;

onEngine('postgres', 'Limits of several nodes', () => {
  test('Failed sign-ins on any node count together, and expire', async (t) => {
    const [a, b] = await limitedNodes(t);
    await a.app.db.write(a.orgId, 'system', async (tx) => {
      await tx.q.updateTable('person').set({ password_hash: passwordHash }).execute();
    });
    for (const node of [a, b, a, b, a]) assert.equal(await signIn(node, 'a guess'), 401);
    assert.deepEqual([await signIn(a, password), await signIn(b, password)], [429, 429]);
    await hourLater(a);
    assert.equal(await signIn(b, password), 200);
    await hourLater(a);
    await b.app.maintenance.deleteExpired();
    assert.equal(await countRows(a), 0);
  });

  test('Emails to reset a password count together, whichever node is asked for them', async (t) => {
    const [a, b] = await limitedNodes(t);
    const ask = async ({ url }: World) =>
      (await fetch(`${url}/reset`, { method: 'POST', body: new URLSearchParams({ email: dan }) })).status;
    for (const node of [a, b, a, b, a]) assert.equal(await ask(node), 200);
    assert.deepEqual([await ask(a), await ask(b)], [429, 429]);
  });

  test('Requests to change the email address count together, without refused ones', async (t) => {
    const [a, b] = await limitedNodes(t);
    const change = async (node: World, email: string) =>
      (await node.as('dan').patch('/settings', { email })).status;
    assert.equal(await change(a, 'no address'), 400);
    assert.equal(await change(a, dan), 200);
    for (const node of [a, b]) assert.equal(await change(node, 'dan.ito@example.com'), 200);
    for (const node of [a, b]) assert.equal(await change(node, 'ito@example.com'), 429);
    await hourLater(a);
    assert.equal(await change(b, 'ito@example.com'), 200);
  });

  test('A token that works once works on one node, however many are asked at the same time', async (t) => {
    const [a, b] = await limitedNodes(t);
    const used = await Promise.all([a, b, a, b].map(({ app }) => useOnce(app, 'token')));
    assert.equal(used.filter(Boolean).length, 1);
    assert.equal(await useOnce(b.app, 'another token'), true);
  });

  test('What a token causes is written once, and with the mark that the token was used, or not at all', async (t) => {
    const [a, b] = await limitedNodes(t);
    const write = ({ app, orgId }: World, outcome: () => Promise<string>) =>
      writeOnce(app, { token: 'logout' }, orgId, outcome);
    await assert.rejects(write(a, () => Promise.reject(new Error('not written'))));
    const written = await Promise.all([a, b, a].map((node) => write(node, () => Promise.resolve('written'))));
    assert.deepEqual(
      written.filter((one) => one !== undefined),
      [{ value: 'written' }],
    );
  });

  test('Resent invitations count together, whichever node is asked for them', async (t) => {
    const [a, b] = await limitedNodes(t);
    await invite(a, 'dan', {});
    const [invitation] = await listed(a, 'dan');
    const resend = async (node: World) =>
      (await node.as('dan').post(`/invites/${invitation?.id ?? 0}/resend`)).status;
    for (const node of [a, b, a, b, a]) assert.equal(await resend(node), 200);
    assert.deepEqual([await resend(a), await resend(b)], [429, 429]);
  });

  test('A use that is taken back, or cleared, on one node is free again on the other', async (t) => {
    const [a, b] = await limitedNodes(t);
    const [here, there] = [a, b].map(({ app }) => makeLimit(app, 'letters', { seconds: 60, count: 2 }));
    assert.ok(here && there);
    const uses = await Promise.all([here, there, here, there].map((limit) => limit.use('dan')));
    assert.equal(uses.filter(({ isAllowed }) => isAllowed).length, 2);
    const { isAllowed, retryAfter } = await here.check('dan');
    assert.ok(!isAllowed && retryAfter > 0 && retryAfter <= 60, String(retryAfter));
    await here.refund('dan');
    assert.equal((await there.use('dan')).isAllowed, true);
    await here.clear(['dan']);
    assert.equal((await there.check('dan')).isAllowed, true);
    assert.equal(await countRows(a), 0);
    await here.refund('dan');
  });
});
