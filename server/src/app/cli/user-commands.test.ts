import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { OperatedServer, ownerPassword, serverStates } from '../../../../tests/support/process/operator.ts';
import { turnOnTwoFactor } from '../../../../tests/support/two-factor.ts';

onBothEngines('Commands about users', (engine) => {
  for (const state of serverStates) {
    test(`The user-list and user-show commands show accounts of a ${state} server, without secrets`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      await server.createOrganization();
      const { id } = await server.createUser('Ben');
      const { users } = await server.command<{ users: Record<string, unknown>[] }>('user-list', {
        bots: false,
      });
      assert.deepEqual(
        users.map(({ email, role, is_active, is_bot }) => [email, role, is_active, is_bot]),
        [
          ['ada@example.com', 'owner', true, false],
          ['ben@example.com', 'member', true, false],
        ],
      );
      const shown = await server.command('user-show', { email: 'BEN@example.com' });
      assert.equal(shown.user_id, id);
      assert.deepEqual([shown.channels, shown.sessions, shown.files, shown.last_seen], [1, 0, 0, null]);
      assert.doesNotMatch(JSON.stringify([users, shown]), /api_key|password|hash/);
      await assert.rejects(server.command('user-show', { email: 'eve@example.com' }), /No user in Weavers/);
      await assert.rejects(server.command('user-show', { email: 'welcome-bot@heddle.invalid' }), /No user/);
    });

    test(`The user-deactivate command ends an account and its bots on a ${state} server, and user-reactivate undoes it`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const ben = await server.createUser('Ben');
      const bot = { full_name: 'Loom', short_name: 'loom', bot_type: 1 };
      const { json } = await server.as(ben).post('/bots', bot);
      const email = ben.email;
      assert.equal((await server.command('user-deactivate', { email })).changed, true);
      assert.equal((await server.command('user-deactivate', { email })).changed, false);
      assert.equal((await server.as(ben).get('/users/me')).status, 401);
      const { json: one } = await server.as(ada).get(`/users/${String(json.user_id)}`);
      assert.equal(one.user.is_active, false);
      assert.equal((await server.command('user-show', { email })).is_active, false);
      assert.equal((await server.command('user-reactivate', { email })).changed, true);
      assert.equal((await server.command('user-reactivate', { email })).changed, false);
      const { json: back } = await server.as(ben).get('/users/me/subscriptions');
      assert.equal(back.subscriptions.length, 1);
      await assert.rejects(
        server.command('user-deactivate', { email: ada.email }),
        /only organization owner/,
      );
    });

    test(`The user-reset-password command prints a link or sets a password on a ${state} server`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const { email } = ada;
      const signIn = (password: string) =>
        server.as(ada).post('/fetch_api_key', { username: email, password });
      const { link } = await server.command('user-reset-password', { email });
      const path = new URL(String(link)).pathname;
      assert.equal((await fetch(`${server.url}${path}`)).status, 200);
      await server.command('user-reset-password', { email, password: 'warp and weft and shuttle' });
      assert.equal((await signIn('warp and weft and shuttle')).status, 200);
      assert.equal((await signIn(ownerPassword)).status, 401);
      assert.equal((await fetch(`${server.url}${path}`)).status, 404, 'the link ends with the password');
      await assert.rejects(
        server.command('user-reset-password', { email, password: 'password' }),
        /password/i,
      );
      const ben = await server.createUser('Ben');
      await server.command('user-deactivate', { email: ben.email });
      await assert.rejects(server.command('user-reset-password', { email: ben.email }), /is deactivated/);
    });

    test(`The user-sign-out command ends browser sessions on a ${state} server, and keys-revoke everything else`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const { email } = ada;
      const sessions = `${server.url}/api/v1/heddle/sessions`;
      const headers = { 'x-heddle-client': 'web' };
      const body = new URLSearchParams({ username: email, password: ownerPassword });
      const { headers: given, status } = await fetch(sessions, { method: 'POST', headers, body });
      assert.equal(status, 200);
      const cookie = given
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; ');
      const asBrowser = () => fetch(`${server.url}/api/v1/users/me`, { headers: { ...headers, cookie } });
      assert.equal((await asBrowser()).status, 200);
      assert.equal((await server.command('user-sign-out', { email })).sessions, 1);
      assert.equal((await asBrowser()).status, 401);
      assert.equal((await server.as(ada).get('/users/me')).status, 200);
      await server.command('keys-revoke', { email, bots: false });
      assert.equal((await server.as(ada).get('/users/me')).status, 401);
    });

    test(`The keys commands list, create and revoke API keys of a ${state} server, those of bots on request`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const ben = await server.createUser('Ben');
      const { json } = await server
        .as(ben)
        .post('/bots', { full_name: 'Loom', short_name: 'loom', bot_type: 1 });
      const bot = { id: Number(json.user_id), email: '', apiKey: String(json.api_key) };
      bot.email = (await server.as(ada).get(`/users/${bot.id}`)).json.user.email;
      const list = async (options: object) =>
        (await server.command<{ keys: { email: string }[] }>('keys-list', { ...options })).keys.map(
          (key) => key.email,
        );
      assert.deepEqual(await list({}), [ada.email, ben.email, bot.email]);
      assert.deepEqual(await list({ email: ben.email }), [ben.email, bot.email]);
      const made = await server.command('keys-create', {
        email: bot.email,
        name: 'CI',
        scopes: ['read'],
        days: 30,
      });
      const named = () => server.as({ ...bot, apiKey: String(made.api_key) });
      assert.equal((await named().get('/users')).status, 200);
      const { keys } = await server.command<{ keys: Record<string, unknown>[] }>('keys-list', {
        email: bot.email,
      });
      assert.deepEqual([keys[1]?.key_id, keys[1]?.name, keys[1]?.scopes], [made.key_id, 'CI', ['read']]);
      await server.command('keys-revoke', { email: bot.email, bots: false, key: made.key_id });
      assert.equal((await named().get('/users')).status, 401);
      assert.equal((await server.as(bot).get('/users/me')).status, 200);
      const one = await server.command('keys-revoke', { email: ben.email, bots: false });
      assert.deepEqual(one.revoked, [ben.email]);
      assert.equal((await server.as(bot).get('/users/me')).status, 200);
      const both = await server.command('keys-revoke', { email: ben.email, bots: true });
      assert.deepEqual(both.revoked, [ben.email, bot.email]);
      assert.equal((await server.as(bot).get('/users/me')).status, 401);
    });

    test(`The user-delete command erases a person of a ${state} server and leaves conversations whole`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const ben = await server.createUser('Benedict Okafor', { email: 'benedict@example.com' });
      const as = () => server.as(ben);
      await turnOnTwoFactor(as(), ownerPassword);
      const say = { type: 'channel', to: 'general', topic: 'lunch', content: 'soup at noon' };
      assert.equal((await as().post('/messages', say)).status, 200);
      await as().post('/drafts', {
        drafts: [{ type: 'private', to: [ada.id], topic: '', content: 'a draft canary' }],
      });
      await as().post('/users/me/status', { status_text: 'a status canary' });
      await as().post('/users/me/alert_words', { alert_words: ['canary'] });
      await as().post('/saved_snippets', { title: 'a snippet canary', content: 'canary' });
      await as().post('/bots', { full_name: 'Loom', short_name: 'loom', bot_type: 1 });
      const queue = await server.as(ada).post('/register', { event_types: ['realm_user'] });
      const { email } = ben;
      const gone = await server.command('user-delete', { email });
      assert.deepEqual([gone.bots, gone.full_name], [1, `Deleted user ${ben.id}`]);
      assert.equal((await as().get('/users/me')).status, 401);
      const { json } = await server.as(ada).get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        apply_markdown: false,
      });
      const [message] = json.messages;
      assert.deepEqual(
        [message.content, message.sender_id, message.sender_full_name],
        ['soup at noon', ben.id, `Deleted user ${ben.id}`],
      );
      const rows = await Promise.all(
        (
          [
            'person',
            'draft',
            'user_status',
            'alert_word',
            'saved_snippet',
            'external_identity',
            'session',
            'two_factor',
            'recovery_code',
          ] as const
        ).map((table) => server.app.db.read.q.selectFrom(table).selectAll().execute()),
      );
      assert.doesNotMatch(JSON.stringify(rows), /benedict|okafor|canary|loom/i);
      assert.deepEqual(rows.slice(-2), [[], []]);
      const { events } = (
        await server
          .as(ada)
          .get('/events', { queue_id: queue.json.queue_id, last_event_id: -1, dont_block: true })
      ).json;
      assert.ok(
        events.some((event: { person?: { is_active?: boolean } }) => event.person?.is_active === false),
      );
      await assert.rejects(server.command('user-delete', { email }), /No user in Weavers/);
      await assert.rejects(server.command('user-delete', { email: ada.email }), /only organization owner/);
      // The address is free again.
      await server.createUser('Benedict Okafor', { email });
    });
  }
});
