import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import { makeAuthority } from '../../../../tests/support/services/certificates.ts';
import { SmtpClient, smtpClient } from '../../../../tests/support/services/smtp-client.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { getSender } from '../../lib/mail/compose.ts';
import type { Settings } from '../../lib/config/config-schema.ts';
import { replyAddress } from '../../lib/mail/reply-address.ts';
import { openSmtpReceiver } from './smtp-receiver.ts';

const mailReplies = 'post+%s@chat.example.com';

async function open(t: TestContext, engine: Engine, more: Partial<Settings> = {}) {
  const config = { mailReplies, smtpReceiverPort: 0, smtpReceiverMaxMib: 1, ...more };
  const world = await makeWorld(t, engine, { config });
  const receiver = await openSmtpReceiver(world.app);
  undoAfter(t, () => receiver.close());
  return { world, port: receiver.port };
}

async function channelAddress(world: World): Promise<string> {
  const { json } = await world.as('dan').get(`/streams/${world.channels.general}/email_address`);
  return json.email as string;
}

interface PostedMessage {
  content: string;
  subject: string;
  sender_full_name: string;
}

async function posted(world: World): Promise<PostedMessage[]> {
  const narrow = [{ operator: 'channel', operand: world.channels.general }];
  const params = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow };
  return (await world.as('dan').get('/messages', params)).json.messages as PostedMessage[];
}

const email = (id: string, ...more: readonly string[]) => [
  'From: Someone <someone@partner.test>',
  `Message-ID: <${id}@partner.test>`,
  'Subject: Looms',
  ...more,
];

onBothEngines('The SMTP receiver', (engine) => {
  test('An email to a channel is posted before it is acknowledged, and once however often it comes', async (t) => {
    const { world, port } = await open(t, engine);
    const [address, client] = [await channelAddress(world), await smtpClient(t, port)];
    for (let n = 0; n < 2; n++) assert.match(await client.deliver(address, email('1', '', 'Hello')), /^250 /);
    const messages = await posted(world);
    assert.deepEqual(
      messages.map(({ content, subject }) => [subject, content]),
      [['Looms', 'From: Someone <someone@partner.test>\n\nHello']],
    );
    assert.equal(readdirSync(join(world.app.config.data, 'mail')).length, 0);
  });

  test('A reply to a notification is posted in the name of its recipient', async (t) => {
    const { world, port } = await open(t, engine);
    const place = { type: 'channel', to: 'general', topic: 'looms' };
    const { json } = await world.as('ben').post('/messages', { ...place, content: 'Dan?' });
    const about = { orgId: world.orgId, userId: world.people.dan.id, messageId: json.id as number };
    const address = replyAddress(world.app.secrets, mailReplies, about, Date.now());
    const client = await smtpClient(t, port);
    const forged = await client.deliver(address, email('2', '', 'Forged'));
    assert.match(forged, /^550 5\.7\.1 It was not sent from the email address of the account/);
    const own = ['From: dan@example.com', 'Message-ID: <3@example.com>', '', 'Here.'];
    assert.match(await client.deliver(address, own), /^250 /);
    assert.deepEqual(
      (await posted(world)).map(({ content, sender_full_name }) => `${sender_full_name}: ${content}`),
      ['Ben Okafor: Dan?', 'Dan Ito: Here.'],
    );
  });

  test('The receiver relays nothing, and says at RCPT who is unknown; after five of them it ends the connection', async (t) => {
    const { world, port } = await open(t, engine);
    const client = await smtpClient(t, port);
    const unknown = (await channelAddress(world)).replace(/[0-9a-f]{32}/, '0'.repeat(32));
    await client.command('MAIL FROM:<someone@partner.test>');
    for (const to of [
      'someone@elsewhere.test',
      'dan@example.com',
      'post+1-2-3@chat.example.com',
      unknown,
      '',
    ])
      assert.match(await client.command(`RCPT TO:<${to}>`), /^5[05]\d /, to);
    assert.match(await client.command('AUTH PLAIN AGEAYg=='), /^5\d\d /);
    assert.match(await client.command('STARTTLS'), /^5\d\d /);
    await client.command('RCPT TO:<someone@elsewhere.test>');
    assert.match(await client.command('RCPT TO:<someone@elsewhere.test>'), /^421 4\.7\.0 Too many unknown/);
  });

  test('An email is received over TLS where there is a certificate', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'heddle-smtp-'));
    undoAfter(t, () => rm(folder, { recursive: true }));
    const { certificate, key } = makeAuthority(folder, 'chat.example.com');
    const { world, port } = await open(t, engine, { smtpReceiverCert: certificate, smtpReceiverKey: key });
    const [address, client] = [await channelAddress(world), await smtpClient(t, port)];
    await client.secure();
    assert.match(await client.command('EHLO partner.test'), /^250-/);
    assert.match(await client.deliver(address, email('7', '', 'Hello')), /^250 /);
    assert.equal((await posted(world)).length, 1);
  });

  test('Channels take what programs and lists send, and neither automatic replies nor our own emails', async (t) => {
    const { world, port } = await open(t, engine);
    const [address, client] = [await channelAddress(world), await smtpClient(t, port)];
    const taken = ['Auto-Submitted: auto-generated', 'Precedence: list', 'Precedence: bulk'];
    for (const header of taken)
      assert.match(
        await client.deliver(address, email(header, header, '', 'backup failed')),
        /^250 /,
        header,
      );
    const { address: own } = getSender(world.app.config);
    for (const header of ['Auto-Submitted: auto-replied', `Auto-Submitted: auto-generated\r\nX-Loop: ${own}`])
      assert.match(
        await client.deliver(address, email('4', header, '', 'x')),
        /^550 5\.7\.1 Automatic replies/,
        header,
      );
    // Bounces and replies of programs have no sender in the envelope, whatever their headers say.
    assert.match(await client.deliver(address, email('8', '', 'Away'), ''), /^550 5\.7\.1 Automatic replies/);
    assert.equal((await posted(world)).length, taken.length);
  });

  test('The same email is taken ten times within ten minutes, and other emails besides', async (t) => {
    const { world, port } = await open(t, engine);
    const [address, client] = [await channelAddress(world), await smtpClient(t, port)];
    for (let n = 0; n < 10; n++)
      assert.match(await client.deliver(address, email(`r${String(n)}`, '', 'backup failed')), /^250 /);
    const again = await client.deliver(address, email('r10', '', 'backup failed'));
    assert.match(again, /^550 5\.7\.1 The same email has arrived ten times/);
    assert.match(await client.deliver(address, email('other', '', 'backup done')), /^250 /);
  });

  test('Oversized emails are refused with the reason', async (t) => {
    const { world, port } = await open(t, engine);
    const [address, client] = [await channelAddress(world), await smtpClient(t, port)];
    const large = email('5', '', ...Array.from({ length: 1100 }, () => 'x'.repeat(998)));
    assert.match(await client.deliver(address, large), /^552 5\.3\.4 An email may have 1 MiB/);
    assert.match(await client.command(`MAIL FROM:<a@b.test> SIZE=${String(2 ** 24)}`), /^552 /);
    assert.equal((await posted(world)).length, 0);
  });

  test('An email that never ends is cut off, and a sender that goes away leaves nothing behind', async (t) => {
    const { world, port } = await open(t, engine);
    const address = await channelAddress(world);
    const files = () => readdirSync(join(world.app.config.data, 'mail'));
    const begin = async () => {
      const client = await smtpClient(t, port);
      await client.command('MAIL FROM:<someone@partner.test>');
      await client.command(`RCPT TO:<${address}>`);
      await client.command('DATA');
      client.send('Subject: x\r\n\r\nthe beginning\r\n');
      return client;
    };
    const endless = await begin();
    const line = `${'x'.repeat(1000)}\r\n`.repeat(100);
    await until('it is cut off', async () => {
      if (!endless.isClosed) endless.send(line);
      return endless.isClosed;
    });
    const gone = await begin();
    await until('it is being received', async () => files().length === 1);
    await gone.end();
    await until('nothing is left', async () => files().length === 0);
    assert.equal((await posted(world)).length, 0);
  });

  test('While the database is away, emails stay with their sender', async (t) => {
    const { world, port } = await open(t, engine);
    const [address, client] = [await channelAddress(world), await smtpClient(t, port)];
    const { write } = world.app.db;
    world.app.db.write = () => Promise.reject(new Error('The database is not available.'));
    assert.match(await client.deliver(address, email('6', '', 'Hello')), /^451 4\.3\.0 /);
    world.app.db.write = write;
    assert.match(await client.deliver(address, email('6', '', 'Hello')), /^250 /);
    assert.equal((await posted(world)).length, 1);
  });

  test('One network address has at most ten connections', async (t) => {
    const { port } = await open(t, engine);
    for (let n = 0; n < 10; n++) await smtpClient(t, port);
    const more = new SmtpClient(connect(port, '127.0.0.1'));
    undoAfter(t, () => more.end());
    assert.match(await more.reply(), /^421 4\.7\.0 Too many connections/);
  });
});
