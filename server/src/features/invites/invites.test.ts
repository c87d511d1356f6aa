import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  addChannel,
  addOrganization,
  groupId,
  setChannel,
  setOrganization,
} from '../../../../tests/support/change.ts';
import type { Params, Reply } from '../../../../tests/support/client.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { makeGroup } from '../../../../tests/support/fixtures/groups.ts';
import { invite, listed } from '../../../../tests/support/fixtures/invites.ts';
import { emailsTo, joinPathFor, sentEmails } from '../../../../tests/support/fixtures/mail.ts';
import { makeWorld, names, type Name, type World } from '../../../../tests/support/world.ts';

async function assertRefused(world: World, asked: Promise<Reply>, expected: [number, string, string]) {
  const { status, json } = await asked;
  assert.deepEqual([status, json.code, json.msg], expected);
  assert.deepEqual(await listed(world, 'ada'), []);
  assert.deepEqual(await sentEmails(world), []);
}

onBothEngines('Email invitations', (engine) => {
  test('An email invitation is sent once to each address and listed for the inviter and administrators', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const addresses = 'Hal <hal@example.com>,\n Ida@example.com\r\n,HAL@example.com,';
    const { status, json } = await invite(world, 'dan', { invitee_emails: addresses });
    assert.deepEqual([status, json], [200, { result: 'success', msg: '' }]);
    const [email, ...more] = await emailsTo(world, 'hal@example.com');
    assert.deepEqual(more, []);
    assert.equal(email?.subject, 'Dan Ito has invited you to Weavers');
    assert.match(email.text, /\nhttp:\/\/localhost:\d+\/join\/[\w-]{40}\n/);
    assert.equal((await emailsTo(world, 'Ida@example.com')).length, 1);
    const own = await listed(world, 'dan');
    assert.deepEqual(await listed(world, 'ben'), own);
    assert.deepEqual(await listed(world, 'eve'), []);
    const [one] = own;
    assert.ok(one);
    const { id, invited, expiry_date, link_url, ...rest } = one;
    assert.ok(link_url?.endsWith(await joinPathFor(world, 'hal@example.com')));
    assert.deepEqual(rest, {
      invited_by_user_id: world.people.dan.id,
      invited_as: 400,
      is_multiuse: false,
      email: 'hal@example.com',
      notify_referrer_on_join: true,
    });
    assert.equal(typeof id, 'number');
    assert.equal(Number(expiry_date) - invited, 14_400 * 60);
  });

  test('An email invitation accepts every parameter, and expires as requested or never', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const group_ids = [await makeGroup(world, 'ada', 'weavers')];
    const { general, design } = world.channels;
    const all = {
      stream_ids: [general, design, general],
      group_ids,
      include_realm_default_subscriptions: true,
      notify_referrer_on_join: false,
      welcome_message_custom_text: `漢${'𝄞'.repeat(7999)}`,
      invite_as: 600,
      invite_expires_in_minutes: null,
    };
    assert.equal((await invite(world, 'ada', all)).status, 200);
    const [first] = await listed(world, 'ada');
    assert.deepEqual(
      [first?.expiry_date, first?.invited_as, first?.notify_referrer_on_join],
      [null, 600, false],
    );
    const row = await world.app.db.read.q.selectFrom('invitation').selectAll().executeTakeFirstOrThrow();
    assert.deepEqual(
      [row.channel_ids, row.group_ids, row.includes_defaults, row.welcome_text],
      [JSON.stringify([general, design]), JSON.stringify(group_ids), 1, all.welcome_message_custom_text],
    );
    await invite(world, 'ada', { invitee_emails: 'ida@example.com', invite_expires_in_minutes: 3 });
    const second = (await listed(world, 'ada'))[1];
    assert.equal(Number(second?.expiry_date) - Number(second?.invited), 180);
  });

  test('An email invitation is valid for the configured time, and at most a hundred years', async (t) => {
    const world = await makeWorld(t, engine, { config: { invitationMinutes: 90 } });
    assert.equal((await invite(world, 'dan')).status, 200);
    const [one] = await listed(world, 'dan');
    assert.equal(Number(one?.expiry_date) - Number(one?.invited), 90 * 60);
    for (const minutes of [-1, 100 * 366 * 24 * 60 + 1, 1e300]) {
      const { status, json } = await invite(world, 'dan', { invite_expires_in_minutes: minutes });
      assert.deepEqual([status, json.code], [400, 'REQUEST_VARIABLE_INVALID']);
    }
    assert.equal((await listed(world, 'dan')).length, 1);
  });

  test('An email invitation adds to groups that the inviter can add members to, for every role', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const { cleo, dan } = world.people;
    const mayAdd = { direct_members: [cleo.id, dan.id], direct_subgroups: [] };
    const weavers = await makeGroup(world, 'ada', 'weavers', [], { can_add_members_group: mayAdd });
    const manages = await makeGroup(world, 'eve', 'spinners');
    const asked: [Name, number, number][] = [
      ['ada', weavers, 200],
      ['ben', weavers, 400],
      ['cleo', weavers, 200],
      ['dan', weavers, 200],
      ['eve', weavers, 400],
      ['eve', manages, 200],
      ['dan', manages, 400],
    ];
    for (const [who, group, expected] of asked) {
      const given = { invitee_emails: `${who}-${group}@example.com`, group_ids: [group] };
      const { status, json } = await invite(world, who, given);
      assert.equal(status, expected, `${who} ${group}: ${json.msg}`);
      if (status === 400) assert.equal(json.msg, 'Insufficient permission');
    }
    assert.equal((await sentEmails(world)).length, 4);
  });

  test('An email invitation can have a custom welcome message from administrators only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const welcome_message_custom_text = 'Mind the loom';
    for (const [who, text] of [
      ['dan', null],
      ['cleo', null],
      ['ben', welcome_message_custom_text],
    ] as const) {
      const invitee_emails = `${who}s-friend@example.com`;
      assert.equal((await invite(world, who, { invitee_emails, welcome_message_custom_text })).status, 200);
      const query = world.app.db.read.q.selectFrom('invitation').select('welcome_text');
      const row = await query.where('email', '=', invitee_emails).executeTakeFirst();
      assert.equal(row?.welcome_text, text);
    }
  });

  test('An invalid email invitation is refused with a reason and invites nobody', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const other = await addOrganization(world);
    const archived = await addChannel(world, { name: 'attic' });
    await setChannel(world, archived, { is_archived: 1 });
    const { general, design, vault } = world.channels;
    const foreign = await world.app.db.read.q
      .selectFrom('user_group')
      .select('id')
      .where('org_id', '=', other.orgId)
      .executeTakeFirstOrThrow();
    const unused = await makeGroup(world, 'ada', 'unused');
    await world.as('ada').post(`/user_groups/${unused}/deactivate`);
    const bad = (msg: string): [number, string, string] => [400, 'BAD_REQUEST', msg];
    const wrong: [Name, Params, [number, string, string]][] = [
      ['ada', { invitee_emails: ' ,\n, ' }, bad('You must specify at least one email address.')],
      ['ada', { stream_ids: [general, 99_999] }, bad('Invalid channel ID 99999. No invites were sent.')],
      ['ada', { stream_ids: [archived] }, bad(`Invalid channel ID ${archived}. No invites were sent.`)],
      ['eve', { stream_ids: [design] }, bad(`Invalid channel ID ${design}. No invites were sent.`)],
      ['ben', { stream_ids: [vault] }, bad(`Invalid channel ID ${vault}. No invites were sent.`)],
      ['ada', { group_ids: [foreign.id] }, bad('Invalid user group')],
      ['ada', { group_ids: [unused] }, bad('User group is deactivated.')],
      ['ada', { group_ids: [await groupId(world, 'role:owners')] }, bad('Insufficient permission')],
      ['dan', { group_ids: [await makeGroup(world, 'ada', 'closed')] }, bad('Insufficient permission')],
      [
        'ada',
        { invite_expires_in_minutes: 0 },
        [400, 'REQUEST_VARIABLE_INVALID', "Bad value for 'invite_expires_in_minutes': 0"],
      ],
      [
        'ada',
        { welcome_message_custom_text: 'x'.repeat(8001) },
        bad('welcome_message_custom_text is too long (limit: 8000 characters)'),
      ],
      [
        'ada',
        { welcome_message_custom_text: 'a\u0000b' },
        bad('Invalid character in welcome_message_custom_text.'),
      ],
      ['ada', { stream_ids: undefined }, [400, 'REQUEST_VARIABLE_MISSING', "Missing 'stream_ids' argument"]],
      [
        'ada',
        { invitee_emails: undefined },
        [400, 'REQUEST_VARIABLE_MISSING', "Missing 'invitee_emails' argument"],
      ],
      ['ada', { invite_as: 500 }, bad('Invalid invite_as: Value error, Not in the list of possible values')],
      ['ada', { stream_ids: 'x' }, bad('stream_ids is not valid JSON')],
    ];
    for (const [who, params, expected] of wrong)
      await assertRefused(world, invite(world, who, params), expected);
  });

  test('An email invitation subscribes to no channels if the inviter cannot subscribe others', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const owners = await groupId(world, 'role:owners');
    await setOrganization(world, { can_add_subscribers_group: owners });
    const refusal = 'You do not have permission to subscribe other users to channels.';
    for (const channel of [world.channels.general, world.channels.lounge])
      await assertRefused(world, invite(world, 'dan', { stream_ids: [channel] }), [
        400,
        'BAD_REQUEST',
        refusal,
      ]);
    const { dan } = world.people;
    const mayAdd = { can_add_subscribers_group: { direct_members: [dan.id], direct_subgroups: [] } };
    await setChannel(world, world.channels.design, { permissions: mayAdd });
    const { general, design, lounge } = world.channels;
    await assertRefused(world, invite(world, 'dan', { stream_ids: [lounge] }), [400, 'BAD_REQUEST', refusal]);
    assert.equal((await invite(world, 'dan', { stream_ids: [general, design] })).status, 200);
    const defaults = { invitee_emails: 'ida@example.com', include_realm_default_subscriptions: true };
    assert.equal((await invite(world, 'eve', defaults)).status, 200);
  });

  test('Inviting by email requires can_invite_users_group, and is refused to guests and most bots', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const everyone = { direct_members: names.map((name) => world.people[name].id), direct_subgroups: [] };
    await setOrganization(world, { can_invite_users_group: everyone });
    const refusal: [number, string, string] = [400, 'BAD_REQUEST', 'Insufficient permission'];
    await assertRefused(world, invite(world, 'gus'), refusal);
    await setOrganization(world, { can_invite_users_group: await groupId(world, 'role:moderators') });
    for (const who of ['dan', 'eve'] as const) await assertRefused(world, invite(world, who), refusal);
    assert.equal((await invite(world, 'cleo')).status, 200);
    assert.equal((await world.as('gus').get('/invites')).json.msg, 'Not allowed for guest users');
    assert.equal((await world.anonymous.post('/invites')).status, 401);
  });

  test('A registration says whether emails are delivered', async (t) => {
    for (const smtpUrl of [undefined, 'smtp://127.0.0.1:9'] as const) {
      const world = await makeWorld(t, engine, { alone: true, config: smtpUrl ? { smtpUrl } : {} });
      const { json } = await world.as('dan').post('/register', { fetch_event_types: ['realm'] });
      assert.equal(json.realm_heddle_server_sends_mail, smtpUrl !== undefined);
    }
  });

  test('An email invitation is limited to the inviter’s own role', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const most = { ada: 100, ben: 200, cleo: 300, dan: 400 } as const;
    const words = { 100: 'owner', 200: 'administrator', 300: 'moderator' } as const;
    for (const [who, own] of Object.entries(most) as [keyof typeof most, number][])
      for (const role of [100, 200, 300, 400, 600] as const) {
        const { status, json } = await invite(world, who, {
          invitee_emails: `${who}-${role}@example.com`,
          invite_as: role,
        });
        if (role >= own) assert.equal(status, 200, json.msg);
        else
          assert.deepEqual(
            [status, json.code, json.msg],
            [403, 'UNAUTHORIZED_PRINCIPAL', `Must be an organization ${words[role as 100 | 200 | 300]}`],
          );
      }
    assert.equal((await sentEmails(world)).length, 5 + 4 + 3 + 2);
  });

  test('An email invitation reports addresses that were not invited and invites the others', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('ada').delete(`/users/${world.people.eve.id}`);
    const invitee_emails =
      'DAN@example.com, hal@example.com\neve@example.com, nonsense, x@mailinator.com,=?utf-8?q?x?=@example.com';
    const { status, json } = await invite(world, 'ada', { invitee_emails });
    assert.deepEqual([status, json.code], [400, 'INVITATION_FAILED']);
    assert.deepEqual(json.errors, [
      ['DAN@example.com', 'There is an account with this address.', false],
      ['eve@example.com', 'The account with this address is deactivated.', true],
      ['nonsense', 'This is not an email address.', false],
      ['x@mailinator.com', 'Disposable email addresses are not accepted.', false],
      ['=?utf-8?q?x?=@example.com', 'This is not an email address.', false],
    ]);
    assert.deepEqual(json.heddle_error_keys, [
      'invitations.has-account',
      'invitations.is-deactivated',
      'invitations.not-an-email',
      'email.disposable',
      'invitations.not-an-email',
    ]);
    assert.deepEqual(
      [json.sent_invitations, json.daily_limit_reached, json.license_limit_reached],
      [true, false, false],
    );
    assert.deepEqual(
      (await listed(world, 'ada')).map((one) => one.email),
      ['hal@example.com'],
    );
    assert.equal((await emailsTo(world, 'hal@example.com')).length, 1);
    const nobody = await invite(world, 'ada', { invitee_emails: 'dan@example.com' });
    assert.deepEqual([nobody.json.code, nobody.json.sent_invitations], ['INVITATION_FAILED', false]);
  });

  test('Email invitations are limited to allowed domains where the organization wants it', async (t) => {
    const world = await makeWorld(t, engine);
    await world.as('ada').post('/realm/domains', { domain: 'bücher.example', allow_subdomains: false });
    await world.as('ada').post('/realm/domains', { domain: 'mailinator.com', allow_subdomains: true });
    const changes = { emails_restricted_to_domains: true };
    assert.equal((await world.as('ada').patch('/realm', changes)).status, 200);
    const addresses = [
      'a@bücher.example',
      'b@xn--bcher-kva.example',
      'c@shop.bücher.example',
      'd@mailinator.com',
      'e@shop.Mailinator.com',
      'f@example.com',
      'g+x@mailinator.com',
    ];
    const { json } = await invite(world, 'ada', { invitee_emails: addresses.join() });
    const outside = 'Email addresses of this domain cannot join this organization.';
    assert.deepEqual(json.errors, [
      ['c@shop.bücher.example', outside, false],
      ['f@example.com', outside, false],
      ['g+x@mailinator.com', 'Addresses with a + in them are not accepted.', false],
    ]);
    assert.equal((await listed(world, 'ada')).length, 4);
    await world.as('ada').patch('/realm', {
      emails_restricted_to_domains: false,
      disallow_disposable_email_addresses: false,
    });
    const free = await invite(world, 'ada', { invitee_emails: 'f+x@example.com, h@mailinator.com' });
    assert.equal(free.status, 200);
  });

  test('Email invitations are limited per day', async (t) => {
    const world = await makeWorld(t, engine);
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `p${from + i}@example.com`).join('\n');
    assert.equal((await invite(world, 'ada', { invitee_emails: many(0, 99) })).status, 200);
    const { json } = await invite(world, 'dan', { invitee_emails: many(200, 2) });
    assert.deepEqual(
      [json.code, json.daily_limit_reached, json.sent_invitations, json.errors],
      ['INVITATION_FAILED', true, false, []],
    );
    const endless = await invite(world, 'ada', { invitee_emails: 'p300@example.com,'.repeat(20_000) });
    assert.deepEqual([endless.status, endless.json.code], [400, 'BAD_REQUEST'], endless.json.msg);
    const [first, ...others] = await listed(world, 'ada');
    assert.equal(others.length, 98);
    assert.equal((await world.as('ada').post(`/invites/${first?.id ?? 0}/resend`)).status, 200);
    const again = await world.as('ada').post(`/invites/${first?.id ?? 0}/resend`);
    assert.deepEqual([again.json.code, again.json.daily_limit_reached], ['INVITATION_FAILED', true]);
    const day = 24 * 3600_000;
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('invitation')
        .set({ invited_at: tx.now - day })
        .execute();
    });
    assert.equal((await invite(world, 'dan', { invitee_emails: many(200, 2) })).status, 200);
  });
});
