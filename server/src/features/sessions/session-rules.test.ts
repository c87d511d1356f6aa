import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getBrowser } from '../../../../tests/support/clients/browser.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { holdTimeouts } from '../../../../tests/support/faults/hold-timeouts.ts';
import { until } from '../../../../tests/support/until.ts';
import { say } from '../../../../tests/support/talk.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { startSession } from '../../core/sessions/index.ts';
import { hashPassword } from '../../lib/passwords.ts';
import { checkPasswordStrength } from '../../core/users/index.ts';

const password = 'a loom and a half';
const passwordHash = await hashPassword(password);
const policy = '/heddle/sign_in_policy';
const hour = 3600_000;

type Ages = { created?: number; seen?: number };

/** As if the sessions of this person had begun, and been used, so long ago. */
async function setTimes(world: World, who: 'dan' | 'eve', { created = 0, seen = 0 }: Ages): Promise<void> {
  await world.app.db.write(world.orgId, 'system', (tx) =>
    tx.q
      .updateTable('session')
      .set({ created_at: Date.now() - created, last_seen_at: Date.now() - seen })
      .where('user_id', '=', world.people[who].id)
      .execute(),
  );
}

/** Changes the times of sessions; the restart is for those in memory. */
async function age(world: World, who: 'dan' | 'eve', ages: Ages): Promise<void> {
  await setTimes(world, who, ages);
  await world.restart();
}

const emails = async ({ app }: World) =>
  (await app.db.read.q.selectFrom('job').select('payload').where('kind', '=', 'email').execute()).map(
    ({ payload }) => payload,
  );

onBothEngines('The rules of sessions', (engine) => {
  test('A session ends when it is older than the organization allows, also while it is used', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('ada').patch(policy, { session_hours: 8 });
    const { cookie = '' } = await getBrowser(world, 'dan');
    const status = async () =>
      (await fetch(`${world.url}/api/v1/users/me`, { headers: { cookie, 'x-heddle-client': 'web' } })).status;
    await age(world, 'dan', { created: 7 * hour });
    assert.equal(await status(), 200);
    await age(world, 'dan', { created: 8 * hour });
    assert.equal(await status(), 401);
  });

  test('A session ends when it was not used for longer than the organization allows', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('ada').patch(policy, { idle_minutes: 60 });
    const { cookie = '' } = await getBrowser(world, 'dan');
    const headers = { cookie, 'x-heddle-client': 'web' };
    const seen = async () =>
      (
        await world.app.db.read.q
          .selectFrom('session')
          .select('last_seen_at')
          .where('user_id', '=', world.people.dan.id)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    await age(world, 'dan', { seen: 30 * 60_000 });
    const before = await seen();
    await fetch(`${world.url}/api/v1/events?queue_id=x&last_event_id=0&dont_block=true`, { headers });
    assert.equal(await seen(), before, 'waiting for events is no use');
    assert.equal((await fetch(`${world.url}/api/v1/users/me`, { headers })).status, 200);
    while ((await seen()) === before) await new Promise((resolve) => setTimeout(resolve, 2));
    await age(world, 'dan', { seen: hour });
    assert.equal((await fetch(`${world.url}/api/v1/users/me`, { headers })).status, 401);
  });

  test('A tighter rule ends the sessions beyond it at once, with their event queues', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await getBrowser(world, 'dan');
    await age(world, 'dan', { created: 30 * hour });
    const eve = await getBrowser(world, 'eve');
    const { json } = await world.as('ada').patch(policy, { session_hours: 24 });
    assert.deepEqual([json.session_hours, json.idle_minutes, json.min_password_length], [24, null, 8]);
    const rows = await world.app.db.read.q.selectFrom('session').select('user_id').execute();
    assert.deepEqual(
      rows.map(({ user_id }) => user_id),
      [world.people.eve.id],
    );
    assert.equal((await eve.get('/users/me')).status, 200);
  });

  for (const [title, isRelaxed] of [
    ['A poll that is held ends with its session when this becomes older than the organization allows', false],
    ['A poll that is held continues if its organization allows older sessions meanwhile', true],
  ] as const)
    test(title, async (t) => {
      const world = await makeWorld(t, engine, { alone: true });
      await world.as('ada').patch(policy, { session_hours: 1 });
      const dan = await getBrowser(world, 'dan');
      await setTimes(world, 'dan', { created: hour - 5 * 60_000 });
      const timers = holdTimeouts(t, (ms) => ms > 60_000 && ms < 5 * 60_000 + 1000);
      const { queue_id, last_event_id } = (await dan.post('/register', { fetch_event_types: [] })).json;
      const queue = { queue_id: queue_id as string, last_event_id: last_event_id as number };
      const poll = dan.get('/events', queue);
      await until('the poll is held', () =>
        Promise.resolve(world.app.hub.get(queue.queue_id)?.isHeld === true),
      );
      await setTimes(world, 'dan', { created: hour });
      if (isRelaxed) await world.as('ada').patch(policy, { session_hours: 2 });
      timers.end();
      // The write of the timer comes before it.
      if (isRelaxed) await say(world, 'ada', 'general', 'looms');
      const { json } = await poll;
      assert.equal(isRelaxed ? json.result : json.code, isRelaxed ? 'success' : 'UNAUTHORIZED');
      assert.equal(world.app.hub.get(queue.queue_id) !== undefined, isRelaxed);
    });

  test('Only owners change the rules, within bounds', async (t) => {
    const world = await makeWorld(t, engine);
    assert.equal((await world.as('ben').patch(policy, { session_hours: 8 })).status, 403);
    for (const wrong of [{ session_hours: 0 }, { idle_minutes: 14 }, { min_password_length: 7 }])
      assert.equal((await world.as('ada').patch(policy, wrong)).status, 400);
  });

  test('Ending a session ends its event queues, and signing out elsewhere keeps the session that asks', async (t) => {
    const world = await makeWorld(t, engine);
    const [here, there] = [await getBrowser(world, 'dan'), await getBrowser(world, 'dan')];
    const register = async (browser: typeof here) =>
      (await browser.post('/register', { fetch_event_types: [] })).json.queue_id as string;
    const [own, other] = [await register(here), await register(there)];
    const { json } = await here.delete('/heddle/sessions');
    assert.equal(json.ended, 1);
    assert.equal((await there.get('/users/me')).status, 401);
    assert.equal(world.app.hub.get(other), undefined);
    assert.ok(world.app.hub.get(own));
    const [session] = (await here.get('/heddle/sessions')).json.sessions as { ip_address: string }[];
    assert.equal(session?.ip_address, '127.0.0.1');
  });
});

onBothEngines('Passwords', (engine) => {
  test('A password that many people have is refused, also with digits and signs behind it', async (t) => {
    const world = await makeWorld(t, engine);
    const cache = await world.app.organizations.cache(world.orgId);
    const check = (password: string) =>
      checkPasswordStrength(cache, password, { email: 'hal@example.com', fullName: 'Hal Novak' });
    for (const weak of ['jennifer', 'JENNIFER!', 'corvette2024', '1q2w3e4r5t', 'Password123!'])
      await assert.rejects(check(weak), /most common|follow/, weak);
    for (const good of ['warp-and-weft-17', 'jennifer rides a corvette', 'kettle9!tangle'])
      await assert.doesNotReject(check(good), good);
  });

  test('A password shorter than the organization asks for is refused', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('ada').patch(policy, { min_password_length: 20 });
    const cache = await world.app.organizations.cache(world.orgId);
    const about = { email: 'hal@example.com', fullName: 'Hal Novak' };
    await assert.rejects(checkPasswordStrength(cache, 'warp-and-weft-17', about), /20 characters/);
    await assert.doesNotReject(checkPasswordStrength(undefined, 'warp-and-weft-17', about));
  });
});

onBothEngines('A password that has to be replaced', (engine) => {
  test('Someone whose password has to be replaced gets a new one before the password signs in anywhere', async (t) => {
    const world = await makeWorld(t, engine, { passwordHash, alone: true });
    const { dan } = world.people;
    const path = `/heddle/users/${dan.id}/require_password_change`;
    assert.equal((await world.as('ben').post(path)).status, 403);
    assert.equal((await world.as('ada').post(path)).status, 200);
    const given = { username: 'dan@example.com', password };
    const { status, json } = await world.anonymous.post('/fetch_api_key', given);
    assert.deepEqual([status, json.code], [401, 'PASSWORD_RESET_REQUIRED']);
    assert.equal((await world.as('dan').get('/users/me')).status, 200, 'keys stay');
    const post = (to: string, body: Record<string, string>) =>
      fetch(to, { method: 'POST', redirect: 'manual', body: new URLSearchParams(body) });
    const signIn = () => post(`${world.url}/login`, given);
    const response = await signIn();
    const link = response.headers.get('location') ?? '';
    assert.match(link, /\/reset\/[\w-]+$/);
    assert.ok(!response.headers.getSetCookie().some((line) => line.startsWith('heddle_session=')));
    await post(link, { password: 'warp-and-weft-17' });
    given.password = 'warp-and-weft-17';
    assert.equal((await signIn()).headers.get('location'), '/');
    assert.equal((await world.anonymous.post('/fetch_api_key', given)).status, 200);
  });
});

const joinedAnHourAgo = ({ app, orgId }: World, id: number): Promise<void> =>
  app.db.write(orgId, 'system', async (tx) => {
    await tx.q
      .updateTable('person')
      .set({ date_joined: tx.now - 3600_000 })
      .where('id', '=', id)
      .execute();
    await tx.touch({ users: [id] });
  });

onBothEngines('A sign-in from another device', (engine) => {
  test('A sign-in from a browser that was not used before is reported by email; the first ones of an account and known ones are not', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.app.jobs.stop();
    const signIn = (device: string) =>
      startSession(
        world.app,
        {
          token: undefined,
          userAgent: 'Mozilla/5.0 (X11; Linux) Firefox/140.0',
          address: '203.0.113.7',
          isMarked: false,
          getDevice: () => device,
          keep: () => undefined,
          refuseForeignPage: () => undefined,
          refuseForeign: () => undefined,
        },
        { orgId: world.orgId, userId: world.people.dan.id },
      );
    await signIn('laptop');
    await signIn('laptop');
    await signIn('tablet of the first minutes');
    assert.deepEqual(await emails(world), []);
    await joinedAnHourAgo(world, world.people.dan.id);
    await signIn('laptop');
    assert.deepEqual(await emails(world), []);
    await signIn('phone');
    const [mail = '', ...others] = await emails(world);
    assert.deepEqual(others, []);
    assert.match(mail, /New sign-in.*Firefox, Linux, from the address 203\.0\.113\.7/);
    await world.as('dan').patch('/settings', { enable_login_emails: false });
    await signIn('tablet');
    assert.equal((await emails(world)).length, 1);
  });
});
