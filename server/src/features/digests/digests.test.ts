import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import type { Email } from '../../lib/mail/email.ts';
import { composeDigest } from './index.ts';
import { enqueueDigests, isDigestTime, organizationsWithDigests } from './send.ts';

const dayMs = 24 * 3600_000;
/** A Tuesday evening after everything that a test does. */
const evening = Date.UTC(2090, 0, 3, 19);

const say = async (world: World, who: Name, topic: string, content: string, channel = 'general') => {
  const { status, json } = await world
    .as(who)
    .post('/messages', { type: 'channel', to: channel, topic, content });
  assert.equal(status, 200, json.msg);
};

async function digestFor(world: World, who: Name): Promise<Email | undefined> {
  const cache = await world.app.organizations.cache(world.orgId);
  const user = cache.users.get(world.people[who].id);
  assert.ok(user);
  return composeDigest(world.app, cache, user, Date.now());
}

/** Whom a digest was prepared for at a time. */
async function preparedAt(world: World, time: number): Promise<number[]> {
  const rows = await world.app.db.read.q
    .selectFrom('digest_email')
    .select('user_id')
    .where('org_id', '=', world.orgId)
    .where('considered_at', '=', time)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
}

onBothEngines('Digests', (engine) => {
  test('A digest has the liveliest topics and new channels that its recipient may read, as text and HTML', async (t) => {
    const world = await makeWorld(t, engine);
    for (const who of ['ada', 'ben', 'cleo'] as const) await say(world, who, 'looms', `**Looms** by ${who}`);
    await say(world, 'ada', 'muted', 'not for eve');
    await say(world, 'ada', 'secret', 'not for eve', 'design');
    const muting = { stream_id: world.channels.general, topic: 'muted', visibility_policy: 1 };
    assert.equal((await world.as('eve').post('/user_topics', muting)).status, 200);
    const made = { subscriptions: [{ name: 'warps' }] };
    assert.equal((await world.as('ada').post('/users/me/subscriptions', made)).status, 200);
    const hidden = { subscriptions: [{ name: 'wefts' }], invite_only: true };
    assert.equal((await world.as('ada').post('/users/me/subscriptions', hidden)).status, 200);
    const email = await digestFor(world, 'eve');
    assert.ok(email?.html !== undefined);
    assert.deepEqual([email.to, email.subject], ['eve@example.com', 'This week in Weavers']);
    assert.match(email.text, /#general > looms\nAda Achterberg, .+:\n> Looms by ada\n/);
    assert.match(email.text, /\n1 more message\nhttp/);
    assert.match(email.html, /<strong>Looms<\/strong> by ben/);
    assert.match(email.text, /New channels\n#.*warps/s);
    for (const absent of ['not for eve', 'secret', 'wefts'])
      assert.ok(!email.text.includes(absent) && !email.html.includes(absent), absent);
    assert.match(email.unsubscribeUrl ?? '', /\/unsubscribe\/[\w.-]+$/);
  });

  test('A digest is in the language of its recipient, and without content where they or the organization want none', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'looms', 'Warp and weft');
    const settings = { default_language: 'de', message_content_in_email_notifications: false };
    assert.equal((await world.as('eve').patch('/settings', settings)).status, 200);
    const email = await digestFor(world, 'eve');
    assert.equal(email?.subject, 'Diese Woche in Weavers');
    assert.ok(!email.text.includes('Warp') && email.html?.includes('Warp') === false);
    assert.match(email.text, /#general > looms\n1 Nachricht\n/);
    await setOrganization(world, { message_content_allowed_in_email_notifications: false });
    assert.ok((await digestFor(world, 'dan'))?.text.includes('Warp') === false);
  });

  test('A digest leaves out those whom its recipient has muted, bots, and what they left before', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'looms', 'by Ada');
    await say(world, 'cleo', 'other', 'for the private channel', 'design');
    assert.equal((await world.as('dan').post(`/users/me/muted_users/${world.people.ada.id}`)).status, 200);
    const left = { subscriptions: ['design'] };
    assert.equal((await world.as('dan').delete('/users/me/subscriptions', left)).status, 200);
    const email = await digestFor(world, 'dan');
    for (const absent of ['by Ada', 'for the private channel'])
      assert.ok(email?.text.includes(absent) !== true, absent);
  });

  test('Digests are prepared once a week, for those who want them and were not there lately', async (t) => {
    const world = await makeWorld(t, engine);
    const prepare = async (time: number) => {
      await enqueueDigests(world.app, world.orgId, time);
      return preparedAt(world, time);
    };
    assert.deepEqual(await prepare(evening), [], 'the organization has not enabled them');
    assert.ok(!(await organizationsWithDigests(world.app)).includes(world.orgId));
    await setOrganization(world, { digest_emails_enabled: true });
    assert.ok((await organizationsWithDigests(world.app)).includes(world.orgId));
    assert.equal((await world.as('eve').patch('/settings', { enable_digest_emails: false })).status, 200);
    assert.deepEqual(await prepare(evening - dayMs), [], 'it is another weekday');
    // 2 January 2024 was a Tuesday; all have joined since.
    assert.deepEqual(await prepare(Date.UTC(2024, 0, 2, 19)), []);
    const { ada, ben, cleo, dan, gus } = world.people;
    const expected = [ada, ben, cleo, dan, gus].map(({ id }) => id).sort((a, b) => a - b);
    assert.deepEqual(await prepare(evening), expected);
    assert.deepEqual(await prepare(evening + 3600_000), [], 'they were considered already');
    assert.deepEqual(await prepare(evening + 7 * dayMs), expected);
  });

  test('Digests are ended by the link in them, with one click', async (t) => {
    const world = await makeWorld(t, engine);
    await say(world, 'ada', 'looms', 'Warp and weft');
    const url = new URL((await digestFor(world, 'eve'))?.unsubscribeUrl ?? '');
    const asked = await fetch(world.url + url.pathname);
    assert.match(await asked.text(), /you get weekly summaries/);
    const body = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' });
    assert.equal((await fetch(world.url + url.pathname, { method: 'POST', body })).status, 200);
    const { json } = await world.as('eve').post('/register', { fetch_event_types: ['user_settings'] });
    assert.equal((json.user_settings as { enable_digest_emails: boolean }).enable_digest_emails, false);
  });
});

test('Digests are due in the evening of the chosen weekday, by UTC', () => {
  assert.equal(isDigestTime(1, evening), true);
  assert.equal(isDigestTime(0, evening - dayMs), true);
  assert.equal(isDigestTime(6, Date.UTC(2090, 0, 8, 18)), true);
  assert.equal(isDigestTime(1, Date.UTC(2090, 0, 3, 17, 59)), false);
  assert.equal(isDigestTime(2, evening), false);
});
