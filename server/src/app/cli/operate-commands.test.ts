import assert from 'node:assert/strict';
import { test } from 'node:test';
import { basicAuthorization } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { OperatedServer, serverStates } from '../../../../tests/support/process/operator.ts';
import { enqueue, jobKind } from '../../core/jobs/index.ts';

interface ListedJob {
  id: number;
  kind: string;
  state: string;
  attempts: number;
  last_error: string | null;
}

onBothEngines('Commands about the server', (engine) => {
  for (const state of serverStates) {
    test(`Organizations of a ${state} server are listed, renamed, deactivated and reactivated`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const queue = await server
        .as(ada)
        .post('/register', { event_types: ['realm'], fetch_event_types: ['realm'] });
      assert.equal(queue.status, 200);
      const renamed = await server.command('organization-set', { setting: 'name', value: ' Guild ' });
      assert.equal(renamed.changed, true);
      const again = await server.command('organization-set', { setting: 'name', value: 'Guild' });
      assert.equal(again.changed, false);
      const off = { active: false };
      assert.equal((await server.command('organization-set-active', off)).changed, true);
      assert.equal((await server.command('organization-set-active', off)).changed, false);
      const { status, json } = await server.as(ada).get('/users/me');
      assert.deepEqual([status, json.code], [401, 'REALM_DEACTIVATED']);
      const { organizations } = await server.command<{ organizations: Record<string, unknown>[] }>(
        'organization-list',
        {},
      );
      assert.deepEqual(
        organizations.map(({ name, subdomain, is_active, active_users }) => [
          name,
          subdomain,
          is_active,
          active_users,
        ]),
        [['Guild', '', false, 1]],
      );
      await server.command('organization-set-active', { active: true });
      const { json: held } = await server.as(ada).get('/events', {
        queue_id: queue.json.queue_id,
        last_event_id: -1,
        dont_block: true,
      });
      assert.deepEqual(
        held.events.map(({ op, property, value }: Record<string, unknown>) => [op, property, value]),
        [
          ['update', 'name', 'Guild'],
          ['deactivated', undefined, undefined],
        ],
      );
    });

    test(`The organization-set command changes a setting of a ${state} server, checked as by the API`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      const set = (setting: string, value: string) => server.command('organization-set', { setting, value });
      assert.equal((await set('message_retention_days', '365')).value, 365);
      await set('invite_required', 'false');
      const { json } = await server.as(ada).post('/register', { fetch_event_types: ['realm'] });
      assert.deepEqual([json.realm_message_retention_days, json.realm_invite_required], [365, false]);
      assert.equal((await set('message_retention_days', 'unlimited')).changed, true);
      await assert.rejects(set('invite_requred', 'false'), /Unknown setting "invite_requred"/);
      await assert.rejects(set('__proto__', 'false'), /Unknown setting/);
      await assert.rejects(set('invite_required', 'perhaps'), /invite_required cannot be "perhaps"/);
      await assert.rejects(set('message_retention_days', '0'), /message_retention_days/);
      await assert.rejects(set('name', ' '), /name/);
    });

    test(`Failed jobs of a ${state} server are listed without content, retried and dropped`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const { orgId } = await server.createOrganization();
      const kind = jobKind<{ secret: string }>('removed in this version');
      for (const secret of ['first canary', 'second canary'])
        await server.app.db.write(orgId, 'system', (tx) => enqueue(tx, kind, { secret }));
      await server.app.jobs.runDue();
      await server.app.db.write(orgId, 'system', (tx) =>
        tx.q.updateTable('job').set({ is_dead: 1 }).execute(),
      );
      const list = async () => {
        const answer = await server.command<{ jobs: ListedJob[] }>('jobs-list', { dead: true, limit: 10 });
        assert.doesNotMatch(JSON.stringify(answer), /canary/);
        return answer.jobs;
      };
      const [first, second] = await list();
      assert.ok(first && second);
      // Where there may be nodes of a newer version, a kind that only those know is left to them.
      const attempts = server.app.nodes.claimant ? 0 : 1;
      assert.deepEqual(
        [first.kind, first.state, first.attempts],
        ['removed in this version', 'dead', attempts],
      );
      assert.match(first.last_error ?? '', attempts === 0 ? /^$/ : /has no job/);
      const dropped = await server.command('jobs-drop', { ids: [first.id, first.id + 1000], dead: false });
      assert.deepEqual(dropped.dropped, [first.id]);
      const retried = await server.command('jobs-retry', { ids: [], dead: true });
      assert.deepEqual(retried.retried, [second.id]);
      assert.deepEqual(await list(), []);
      await assert.rejects(server.command('jobs-drop', { ids: [], dead: false }), /Name the jobs by ID/);
    });

    test(`The storage-stats and queue-stats commands count what a ${state} server holds`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      const ada = await server.createOrganization();
      await server.as(ada).post('/register', { event_types: ['message'], fetch_event_types: [] });
      const form = new FormData();
      form.append('file', new Blob(['a canary sings']), 'canary.txt');
      const authorization = basicAuthorization(ada);
      const sent = await fetch(`${server.url}/api/v1/user_uploads`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      });
      assert.equal(sent.status, 200);
      const storage = await server.command<{
        database_bytes: number;
        engine: string;
        organizations: Record<string, unknown>[];
      }>('storage-stats', { top: 5 });
      assert.equal(storage.engine, engine);
      assert.ok(storage.database_bytes > 0);
      const [one] = storage.organizations;
      assert.deepEqual([one?.files, one?.file_bytes, one?.unused_files], [1, 14, 1]);
      assert.deepEqual(one?.largest_owners, [{ email: ada.email, files: 1, file_bytes: 14 }]);
      const { organizations } = await server.command<{ organizations: Record<string, unknown>[] }>(
        'queue-stats',
        { top: 5 },
      );
      assert.equal(organizations[0]?.queues, 1);
      const [client] = organizations[0].furthest_behind as { email: string; events_behind: number }[];
      assert.equal(client?.email, ada.email);
    });

    test(`The mail-test command sends an email from a ${state} server, or refuses an invalid address`, async (t) => {
      const server = await OperatedServer.start(t, engine, state);
      await server.createOrganization();
      const { sent, text } = await server.command('mail-test', { to: 'ada@example.com' });
      assert.deepEqual([sent, String(text).includes('No mail server is configured')], [false, true]);
      await assert.rejects(server.command('mail-test', { to: 'nobody' }), /is not an email address/);
    });
  }
});
