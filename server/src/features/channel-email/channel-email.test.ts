import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { makeBot } from '../../../../tests/support/fixtures/bots.ts';
import { groupId } from '../../../../tests/support/change.ts';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import { overtake } from '../../../../tests/support/overtake.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import type { Tx } from '../../core/log/index.ts';
import { exits, receiveMail } from '../../app/cli/mail-receive.ts';
import { openAdminSocket } from '../../app/cli/socket/socket.ts';
import { gatewayBot } from './addresses.ts';

const mailReplies = 'post+%s@example.com';

async function open(t: TestContext, engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { config: { mailReplies } });
  const socket = await openAdminSocket(world.app);
  undoAfter(t, () => socket.close());
  return world;
}

async function addressFor(world: World, who: Name, sender_id?: number): Promise<string> {
  const { general } = world.channels;
  const params = sender_id === undefined ? {} : { sender_id };
  const { status, json } = await world.as(who).get(`/streams/${general}/email_address`, params);
  assert.equal(status, 200, json.msg);
  return json.email;
}

/** @param lines Headers, an empty line and the body. */
function receive(world: World, to: string, lines: readonly string[]): Promise<number> {
  const head = [`To: ${to}`, 'From: =?utf-8?q?J=C3=B6rg?= <joerg@partner.test>'];
  const input = Readable.from([Buffer.from([...head, ...lines].join('\r\n'))]);
  return receiveMail({ data: world.app.config.data }, input);
}

interface PostedMessage {
  id: number;
  subject: string;
  content: string;
  sender_full_name: string;
}

async function newest(world: World, who: Name = 'dan'): Promise<PostedMessage | undefined> {
  const narrow = [{ operator: 'channel', operand: world.channels.general }];
  const params = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false, narrow };
  const { json } = await world.as(who).get('/messages', params);
  return (json.messages as PostedMessage[])[0];
}

onBothEngines('The email address of a channel', (engine) => {
  test('The email address of a channel is empty without a mail server, and refused to those who may not post', async (t) => {
    const world = await makeWorld(t, engine);
    const { general, vault } = world.channels;
    const bot = await makeBot(world, 'dan');
    const address = (who: 'dan' | 'gus', id: number, sender?: number) =>
      world.as(who).get(`/streams/${id}/email_address`, sender === undefined ? {} : { sender_id: sender });
    for (const sender of [undefined, world.people.dan.id, bot.id]) {
      const { status, json } = await address('dan', general, sender);
      assert.deepEqual([status, json.email], [200, ''], json.msg);
    }
    const notOwn = await address('dan', general, world.people.ben.id);
    assert.deepEqual([notOwn.status, notOwn.json.msg], [400, 'No such bot']);
    const hidden = await address('gus', vault);
    assert.deepEqual([hidden.status, hidden.json.msg], [400, 'Invalid channel ID']);
    const administrators = { new: await groupId(world, 'role:administrators') };
    await world.as('ada').patch(`/streams/${general}`, { can_send_message_group: administrators });
    const { json } = await address('dan', general);
    assert.equal(json.msg, 'You do not have permission to post in this channel.');
  });

  test('An email to a channel is posted once, without quotation and signature unless its address keeps them', async (t) => {
    const world = await open(t, engine);
    const address = await addressFor(world, 'dan');
    assert.match(address, /^post\+general\.[0-9a-f]{32}\.show-sender@example\.com$/);
    assert.equal(await addressFor(world, 'dan'), address);
    const email = [
      'Subject: RE: =?utf-8?b?R3LDvMOfZQ==?=',
      'Message-ID: <1@partner.test>',
      '',
      'Hello @**all**',
      '',
      '> quoted',
      '-- ',
      'Partner Ltd',
    ];
    assert.equal(await receive(world, address, email), exits.taken);
    const first = await newest(world);
    assert.ok(first);
    const { id, subject, content, sender_full_name } = first;
    assert.deepEqual([subject, sender_full_name], ['Grüße', 'Email Gateway']);
    assert.equal(content, 'From: Jörg <joerg@partner.test>\n\nHello @_**all**');
    assert.equal(await receive(world, address, email), exits.taken);
    assert.equal((await newest(world))?.id, id);
    const all = address.replace('show-sender', 'include-footer+include-quotes');
    const other = email.map((line) => line.replace('<1@', '<2@').replace(/^Subject.*/, 'Subject:'));
    assert.equal(await receive(world, all.toUpperCase(), other), exits.taken);
    const kept = await newest(world);
    assert.equal(kept?.subject, 'Email with no subject');
    assert.equal(kept.content, 'Hello @_**all**\n\n> quoted\n--\nPartner Ltd');
  });

  test('An email to a channel brings its files, and HTML where the address prefers it', async (t) => {
    const world = await open(t, engine);
    const address = (await addressFor(world, 'dan', world.people.dan.id)).replace(
      'show-sender',
      'prefer-html',
    );
    const part = (head: string, body: string) => ['--x', head, '', body];
    const email = [
      'Subject: Plan',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      ...part('Content-Type: multipart/alternative; boundary=y', '--y'),
      'Content-Type: text/plain',
      '',
      'plain',
      '--y',
      'Content-Type: text/html',
      '',
      '<p>as <b>HTML</b></p>',
      '--y--',
      ...part(
        'Content-Type: text/plain; name="plan.txt"\r\nContent-Disposition: attachment; filename="@**all** plan.txt"\r\nContent-Transfer-Encoding: base64',
        Buffer.from('the plan').toString('base64'),
      ),
      '--x--',
    ];
    assert.equal(await receive(world, address, email), exits.taken);
    const { content = '', sender_full_name } = (await newest(world)) ?? {};
    assert.equal(sender_full_name, 'Dan Ito');
    const [, path = ''] =
      /^as \*\*HTML\*\*\n\n\[@&#42;&#42;all&#42;&#42; plan\.txt\]\((\/user_uploads\/\S+)\)$/.exec(content) ??
      [];
    assert.notEqual(path, '', content);
    const listed = async () => (await world.as('dan').get('/attachments')).json.attachments as unknown[];
    const kept = await listed();
    assert.equal(kept.length, 1);
    assert.equal(await receive(world, address, email), exits.taken);
    assert.deepEqual(await listed(), kept);
  });

  test('An email to a channel keeps its long subject, its HTML, the images in it and its appointments', async (t) => {
    const world = await open(t, engine);
    const address = (await addressFor(world, 'dan')).replace('.show-sender', '');
    const subject =
      'A long subject of more than sixty characters whose last words tell what it is about: REFUND';
    assert.equal(await receive(world, address, [`Subject: ${subject}`, '', 'Please.']), exits.taken);
    const long = await newest(world);
    assert.equal(long?.subject, `${subject.slice(0, 59)}…`);
    assert.equal(long.content, `${subject}\n\nPlease.`);
    const html = '<p>See <a href="https://x.example/1">this</a> <img src="cid:plan@x"></p>';
    const part = (head: string, body: string) => ['--x', head, '', body];
    const email = [
      'Subject: Plan',
      'Content-Type: multipart/related; boundary=x',
      '',
      ...part('Content-Type: text/html', html),
      ...part('Content-Type: image/png; name="plan.png"\r\nContent-ID: <plan@x>', 'PNG'),
      ...part('Content-Type: text/calendar', 'BEGIN:VEVENT\r\nSUMMARY:Weaving\r\nEND:VEVENT'),
      '--x--',
    ];
    assert.equal(await receive(world, address, email), exits.taken);
    assert.match(
      (await newest(world))?.content ?? '',
      /^Appointment: \*\*Weaving\*\*\n\nSee \[this\]\(https:\/\/x\.example\/1\) \[plan\.png\]\(\/user_uploads\/\S+\)\n\n\[invitation\.ics\]\(\/user_uploads\/\S+\)$/,
    );
  });

  test('An email to a channel is refused for addresses that were replaced or whose owner may not post, and discarded from programs', async (t) => {
    const world = await open(t, engine);
    const { general } = world.channels;
    const email = ['Subject: x', '', 'hello'];
    const first = await addressFor(world, 'dan');
    assert.equal((await world.as('dan').delete(`/streams/${general}/email_address`)).status, 200);
    assert.equal(await receive(world, first, email), exits.nobody);
    const second = await addressFor(world, 'dan');
    assert.notEqual(second, first);
    assert.equal(await receive(world, second, ['Auto-Submitted: auto-replied', ...email]), exits.taken);
    assert.equal(await newest(world), undefined);
    const administrators = { new: await groupId(world, 'role:administrators') };
    await world.as('ada').patch(`/streams/${general}`, { can_send_message_group: administrators });
    assert.equal(await receive(world, second, email), exits.nobody);
    const unknown = second.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    assert.equal(await receive(world, unknown, email), exits.nobody);
  });

  test('An email is not posted as a bot that has been given to another owner', async (t) => {
    const world = await open(t, engine);
    const bot = await makeBot(world, 'dan');
    const address = await addressFor(world, 'dan', bot.id);
    const email = ['Subject: x', '', 'hello'];
    assert.equal(await receive(world, address, ['Message-ID: <1@partner.test>', ...email]), exits.taken);
    const given = await world.as('ada').patch(`/bots/${bot.id}`, { bot_owner_id: world.people.eve.id });
    assert.equal(given.status, 200);
    assert.equal(await receive(world, address, ['Message-ID: <2@partner.test>', ...email]), exits.nobody);
    const own = await addressFor(world, 'eve', bot.id);
    assert.equal(await receive(world, own, ['Message-ID: <3@partner.test>', ...email]), exits.taken);
    await world.as('ada').patch(`/bots/${bot.id}`, { bot_owner_id: world.people.dan.id });
    for (const ended of [address, own])
      assert.equal(await receive(world, ended, ['Message-ID: <4@partner.test>', ...email]), exits.nobody);
  });

  test('An email is not posted if its address ends, or its owner loses the right to post, while it waits to be stored', async (t) => {
    const world = await open(t, engine);
    const { dan } = world.people;
    const { app, orgId } = world;
    const gateway = gatewayBot(await app.organizations.cache(orgId))?.id ?? assert.fail();
    const changes: ((tx: Tx) => Promise<void>)[] = [
      async (tx) => {
        await tx.q.deleteFrom('channel_email').where('user_id', '=', dan.id).execute();
      },
      async (tx) => {
        await tx.q.updateTable('person').set({ is_active: 0 }).where('id', '=', dan.id).execute();
        await tx.touch({ users: [dan.id] });
      },
    ];
    for (const change of changes) {
      const address = await addressFor(world, 'dan');
      const ask = () => [receive(world, address, ['Subject: x', '', 'hello'])];
      assert.deepEqual(await overtake(t, world, { userId: gateway, ask, change }), [exits.nobody]);
    }
    assert.equal(await newest(world, 'eve'), undefined);
  });

  test('An email above the size for emails is returned to its sender, and not read further', async (t) => {
    const world = await open(t, engine);
    const address = await addressFor(world, 'dan');
    const piece = Buffer.alloc(1024 * 1024, 'hello ');
    let sent = 0;
    const input = function* () {
      yield Buffer.from(`To: ${address}\r\nFrom: joerg@partner.test\r\nSubject: x\r\n\r\n`);
      for (; sent < 10; sent++) yield piece;
    };
    const { data } = world.app.config;
    const given = { data, smtpReceiverMaxMib: '2' };
    assert.equal(await receiveMail(given, Readable.from(input())), exits.unreadable);
    assert.ok(sent < 5, String(sent));
    assert.equal(await newest(world), undefined);
  });

  test('Emails to channels of one organization are limited, and the mail server brings the others later', async (t) => {
    const world = await open(t, engine);
    const address = await addressFor(world, 'dan');
    const results = new Set<number>();
    for (let n = 0; n < 51; n++) results.add(await receive(world, address, ['Subject: x', '', `hello ${n}`]));
    assert.deepEqual([...results], [exits.taken, exits.later]);
  });
});
