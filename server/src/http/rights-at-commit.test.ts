import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { roles, type Role } from '../../../wire/core.ts';
import { addPerson } from '../../../tests/support/change.ts';
import type { Account, Params, Reply } from '../../../tests/support/client.ts';
import { onBothEngines } from '../../../tests/support/engines.ts';
import { overtake } from '../../../tests/support/overtake.ts';
import { makeWorld, type World } from '../../../tests/support/world.ts';

type Asked = [method: 'POST' | 'PATCH' | 'DELETE', path: string, params: Params];

/** Sends requests of an account, which are admitted, and changes its role while they wait to be written. */
const demote = (
  t: TestContext,
  world: World,
  account: Account,
  { role, asked }: { role: Role; asked: readonly Asked[] },
): Promise<Reply[]> =>
  overtake(t, world, {
    userId: account.id,
    ask: () =>
      asked.map(([method, path, params]) =>
        world.as(account)[method === 'POST' ? 'post' : method === 'PATCH' ? 'patch' : 'delete'](path, params),
      ),
    async change(tx) {
      await tx.q.updateTable('person').set({ role }).where('id', '=', account.id).execute();
      await tx.touch({ users: [account.id] });
    },
  });

onBothEngines('Rights that end while a request waits for others to commit', (engine) => {
  for (const [from, to, code] of [
    ['owner', 'administrator', 'Must be an organization owner'],
    ['administrator', 'member', 'Must be an organization administrator'],
  ] as const)
    test(`What an ${from} asks for is refused if they are only ${to} when it is written`, async (t) => {
      const world = await makeWorld(t, engine);
      const account = await addPerson(world, 'olga', { role: roles[from] });
      const { dan } = world.people;
      const ofOwners: Asked[] = [
        ['POST', '/heddle/scim_tokens', { name: 'taken' }],
        ['POST', '/realm/domains', { domain: 'taken.example', allow_subdomains: true }],
        ['POST', `/heddle/users/${dan.id}/require_password_change`, {}],
        ['PATCH', '/heddle/sign_in_policy', { min_password_length: 9 }],
      ];
      const ofAdministrators: Asked[] = [
        ['PATCH', '/realm', { name: 'Taken' }],
        [
          'POST',
          '/realm/filters',
          { pattern: 'T-(?P<id>[0-9]+)', url_template: 'https://taken.example/{id}' },
        ],
        ['POST', '/channel_folders/create', { name: 'taken', description: '' }],
        ['POST', '/realm/profile_fields', { name: 'taken', field_type: 1 }],
        ['POST', `/heddle/users/${dan.id}/password_link`, {}],
        ['DELETE', `/users/${dan.id}`, {}],
      ];
      const asked = from === 'owner' ? ofOwners : ofAdministrators;
      const replies = await demote(t, world, account, { role: roles[to], asked });
      for (const [at, { status, json }] of replies.entries())
        assert.deepEqual([status, json.msg], [403, code], JSON.stringify(asked[at]));
    });

  test('What a request asks for is written if its endpoint still admits the user', async (t) => {
    const world = await makeWorld(t, engine);
    const account = await addPerson(world, 'olga', { role: roles.owner });
    const asked: Asked[] = [['POST', '/channel_folders/create', { name: 'kept', description: '' }]];
    const [reply = assert.fail()] = await demote(t, world, account, { role: roles.administrator, asked });
    assert.equal(reply.status, 200, reply.json.msg);
  });
});
