import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { addOrganization, deactivate, setChannel } from '../../../../tests/support/change.ts';
import { onBothEngines, type Engine } from '../../../../tests/support/engines.ts';
import { sentEmails } from '../../../../tests/support/fixtures/mail.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { exits, receiveMail } from '../../app/cli/mail-receive.ts';
import { openAdminSocket } from '../../app/cli/socket/socket.ts';
import { readOutbox } from '../../lib/mail/deliver.ts';
import { dayMs, replyAddress } from '../../lib/mail/reply-address.ts';
import { notifier } from './notifier.ts';

const mailReplies = 'reply+%s@example.com';

/** A world that accepts replies by email, as a mail server delivers them. */
async function open(t: TestContext, engine: Engine): Promise<World> {
  const world = await makeWorld(t, engine, { config: { mailReplies } });
  const socket = await openAdminSocket(world.app);
  undoAfter(t, () => socket.close());
  return world;
}

/** The reply address of the only email that was sent to someone. */
async function getReplyTo(world: World, who: Name): Promise<string> {
  await notifier(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + 180_000);
  await sentEmails(world);
  const files = await readOutbox(world.app.config.data);
  const file = files.find((one) => one.includes(`\r\nTo: ${who}@example.com\r\n`)) ?? '';
  return /^Reply-To:\s*(\S+)\r$/m.exec(file)?.[1] ?? '';
}

const getAddress = (world: World, who: Name, messageId: number, now = Date.now()) => {
  const { app, orgId, people } = world;
  return replyAddress(app.secrets, mailReplies, { orgId, userId: people[who].id, messageId }, now);
};

interface ReplyOptions {
  from?: string;
  to: string;
  text?: string;
  headers?: Record<string, string>;
}

const quoted = '\n\nOn 2 March 2026, Weavers wrote:\n> Hello Eve Lindqvist,\n';

function receive(world: World, who: Name, { from, to, text = `Yes.${quoted}`, headers = {} }: ReplyOptions) {
  const all = {
    From: from ?? `Someone <${who}@example.com>`,
    To: to,
    'Message-ID': '<1@example.com>',
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  const input = Readable.from([Buffer.from([...head, '', text].join('\n'))]);
  return receiveMail({ data: world.app.config.data }, input);
}

interface PostedMessage {
  id: number;
  sender_id: number;
  subject: string;
  content: string;
  client: string;
}

async function newest(world: World, who: Name): Promise<PostedMessage | undefined> {
  const params = { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false };
  const { json } = await world.as(who).get('/messages', params);
  return (json.messages as PostedMessage[])[0];
}

onBothEngines('Email replies', (engine) => {
  test('An email reply becomes a message of the recipient in the topic', async (t) => {
    const world = await open(t, engine);
    const id = await say(world, 'dan', 'general', 'lunch', 'soup, @**Eve Lindqvist**?');
    const to = await getReplyTo(world, 'eve');
    assert.match(to, /^reply\+[0-9a-z-]+@example\.com$/);
    assert.equal((await world.as('ada').patch(`/messages/${id}`, { topic: 'dinner' })).status, 200);
    assert.equal(await receive(world, 'eve', { to: `Weavers <${to}>` }), exits.taken);
    const message = await newest(world, 'gus');
    assert.deepEqual(
      [message?.sender_id, message?.subject, message?.content, message?.client],
      [world.people.eve.id, 'dinner', 'Yes.', 'Email'],
    );
  });

  test('An email reply to a direct conversation goes to its participants only', async (t) => {
    const world = await open(t, engine);
    await sendDirect(world, 'dan', ['eve', 'gus'], 'are you there?');
    const to = await getReplyTo(world, 'eve');
    assert.equal(await receive(world, 'eve', { to }), exits.taken);
    for (const who of ['dan', 'gus'] as const) assert.equal((await newest(world, who))?.content, 'Yes.');
    assert.equal(await newest(world, 'ada'), undefined);
  });

  test('An email reply delivered twice is posted once', async (t) => {
    const world = await open(t, engine);
    const to = getAddress(world, 'eve', await sendDirect(world, 'dan', ['eve']));
    assert.equal(await receive(world, 'eve', { to }), exits.taken);
    const first = await newest(world, 'dan');
    assert.equal(await receive(world, 'eve', { to }), exits.taken);
    assert.equal((await newest(world, 'dan'))?.id, first?.id);
    assert.equal(
      await receive(world, 'eve', { to, headers: { 'Message-ID': '<2@example.com>' } }),
      exits.taken,
    );
    assert.notEqual((await newest(world, 'dan'))?.id, first?.id);
  });

  test('An email reply lists attachments that were dropped', async (t) => {
    const world = await open(t, engine);
    const to = getAddress(world, 'eve', await sendDirect(world, 'dan', ['eve']));
    const part = 'Content-Disposition: attachment\nContent-Type: image/png\n\nPNG\n';
    const text = `--a\n\nYes.\n--a\n${part}--a\n${part}--a--\n`;
    const headers = { 'Content-Type': 'multipart/mixed; boundary=a' };
    assert.equal(await receive(world, 'eve', { to, text, headers }), exits.taken);
    const content = 'Yes.\n\n*(2 files attached to the email could not be added.)*';
    assert.equal((await newest(world, 'dan'))?.content, content);
  });

  test('An email reply that cannot be posted is rejected and returned', async (t) => {
    const world = await open(t, engine);
    const { orgId } = await addOrganization(world);
    const id = await sendDirect(world, 'dan', ['eve']);
    const to = getAddress(world, 'eve', id);
    const elsewhere = { orgId, userId: world.people.eve.id, messageId: id };
    const secret = await say(world, 'dan', 'vault', 'keys');
    const closed = await say(world, 'dan', 'general', 'lunch');
    await setChannel(world, world.channels.general, { is_archived: 1 });
    const cases: [string, ReplyOptions, number][] = [
      ['no address of ours', { to: 'reply+x@example.com' }, exits.nobody],
      ['a forged one', { to: to.replace(/.@/, (end) => (end === 'f@' ? '0@' : 'f@')) }, exits.nobody],
      [
        'one of another organization',
        { to: replyAddress(world.app.secrets, mailReplies, elsewhere, Date.now()) },
        exits.nobody,
      ],
      [
        'one of no organization',
        { to: replyAddress(world.app.secrets, mailReplies, { ...elsewhere, orgId: 99 }, Date.now()) },
        exits.nobody,
      ],
      ['an old one', { to: getAddress(world, 'eve', id, Date.now() - 32 * dayMs) }, exits.nobody],
      ['another sender', { to, from: 'gus@example.com' }, exits.notAllowed],
      ['no sender', { to, from: '' }, exits.notAllowed],
      ['a message out of reach', { to: getAddress(world, 'eve', secret) }, exits.notAllowed],
      ['a message that is not there', { to: getAddress(world, 'eve', 99_999) }, exits.notAllowed],
      ['an archived channel', { to: getAddress(world, 'eve', closed) }, exits.notAllowed],
      ['only a quotation', { to, text: '> Come?\n' }, exits.unreadable],
    ];
    for (const [what, sent, status] of cases) assert.equal(await receive(world, 'eve', sent), status, what);
    await deactivate(world, world.people.eve.id);
    assert.equal(await receive(world, 'eve', { to }), exits.nobody);
    const last = await newest(world, 'dan');
    assert.equal(last?.id, closed);
  });

  test('An automatic email reply is neither posted nor returned', async (t) => {
    const world = await open(t, engine);
    const id = await sendDirect(world, 'dan', ['eve']);
    const headers = { 'Auto-Submitted': 'auto-replied' };
    assert.equal(await receive(world, 'eve', { to: getAddress(world, 'eve', id), headers }), exits.taken);
    assert.equal((await newest(world, 'dan'))?.id, id);
  });

  test('An email reply is queued at the mail server while the server is stopped or refuses writes', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const to = getAddress(world, 'eve', await sendDirect(world, 'dan', ['eve']));
    assert.equal(await receive(world, 'eve', { to }), exits.later);
    const socket = await openAdminSocket(world.app);
    undoAfter(t, () => socket.close());
    assert.equal(await receive(world, 'eve', { to }), exits.later);
    assert.equal(await getReplyTo(world, 'eve'), '');
  });
});
