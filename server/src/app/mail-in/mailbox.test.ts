import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { type Engine, onBothEngines } from '../../../../tests/support/engines.ts';
import { holdTimeouts } from '../../../../tests/support/faults/hold-timeouts.ts';
import { imapServer } from '../../../../tests/support/services/imap-server.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';
import { until } from '../../../../tests/support/until.ts';
import { makeWorld, type World } from '../../../../tests/support/world.ts';
import { readOutbox } from '../../lib/mail/deliver.ts';
import { openMailbox } from './mailbox.ts';

const mailReplies = 'chat+%s@example.com';

async function open(t: TestContext, engine: Engine) {
  const imap = await imapServer(t);
  const config = { mailReplies, imapUrl: imap.url, smtpReceiverMaxMib: 1 };
  const world = await makeWorld(t, engine, { config });
  const mailbox = openMailbox(world.app);
  undoAfter(t, () => mailbox.close());
  const { json } = await world.as('dan').get(`/streams/${world.channels.general}/email_address`);
  return { imap, world, mailbox, address: json.email as string };
}

const email = (to: string, from: string, id: string, ...more: readonly string[]) => [
  `To: ${to}`,
  `From: ${from}`,
  `Message-ID: <${id}@partner.test>`,
  'Subject: Looms',
  ...more,
];

async function contents(world: World): Promise<string[]> {
  const narrow = [{ operator: 'channel', operand: world.channels.general }];
  const params = { anchor: 'newest', num_before: 10, num_after: 0, apply_markdown: false, narrow };
  const { json } = await world.as('dan').get('/messages', params);
  return (json.messages as { content: string }[]).map(({ content }) => content);
}

onBothEngines('The mailbox', (engine) => {
  test('New emails of the mailbox are posted once, and marked as seen', async (t) => {
    const { imap, world, mailbox, address } = await open(t, engine);
    const first = imap.add(
      email(address.replace('.show-sender', ''), 'someone@partner.test', '1', '', 'Hello'),
    );
    await mailbox.poll();
    assert.equal(imap.flags(first), '\\Seen');
    // As if the connection had ended before it was marked.
    imap.mails.get(first)?.flags.clear();
    const second = imap.add(
      email(address.replace('.show-sender', ''), 'someone@partner.test', '2', '', 'Bye'),
    );
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Hello', 'Bye']);
    assert.deepEqual([imap.flags(first), imap.flags(second)], ['\\Seen', '\\Seen']);
  });

  test('An email that is refused is flagged, and only a sender with an account gets the reason', async (t) => {
    const { imap, world, mailbox, address } = await open(t, engine);
    const unknown = address.replace(/[0-9a-f]{32}/, '0'.repeat(32));
    const uids = [
      imap.add(email(unknown, 'someone@partner.test', '1', '', 'x')),
      imap.add(email(unknown, 'Dan@example.com', '2', '', 'x')),
      imap.add(email(address, 'dan@example.com', '3', 'Auto-Submitted: auto-replied', '', 'x')),
      imap.add(email(address, 'dan@example.com', '4', '', 'x'.repeat(1024 * 1024))),
    ];
    await mailbox.poll();
    for (const uid of uids) assert.equal(imap.flags(uid), '\\Flagged \\Seen', String(uid));
    await world.app.jobs.runDue();
    const sent = await readOutbox(world.app.config.data);
    assert.equal(sent.length, 1);
    assert.match(sent[0] ?? '', /^To: dan@example\.com/m);
    assert.match(sent[0] ?? '', /There is no channel with this address/);
    assert.deepEqual(await contents(world), []);
  });

  test('An email that the mailbox cannot give does not keep those behind it waiting', async (t) => {
    const { imap, world, mailbox, address } = await open(t, engine);
    const to = address.replace('.show-sender', '');
    const lost = imap.add(email(to, 'someone@partner.test', '1', '', 'Hello'));
    imap.unreadable.add(lost);
    imap.add(email(to, 'someone@partner.test', '2', '', 'Bye'));
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Bye']);
    imap.unreadable.clear();
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Bye', 'Hello']);
  });

  test('However many emails cannot be taken, those behind them are, and these are tried again in turn', async (t) => {
    const { imap, world, mailbox, address } = await open(t, engine);
    const to = address.replace('.show-sender', '');
    for (let one = 0; one < 60; one++)
      imap.unreadable.add(imap.add(email(to, 'someone@partner.test', `lost ${one}`, '', 'Hello')));
    imap.add(email(to, 'someone@partner.test', 'last', '', 'Bye'));
    await mailbox.poll();
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Bye']);
    imap.unreadable.delete(1);
    await mailbox.poll();
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Bye', 'Hello']);
  });

  test('A mailbox that refuses the password is asked again with the next round', async (t) => {
    const { imap, world, mailbox, address } = await open(t, engine);
    imap.add(email(address.replace('.show-sender', ''), 'someone@partner.test', '1', '', 'Hello'));
    imap.password = 'changed';
    await mailbox.poll();
    assert.deepEqual(await contents(world), []);
    imap.password = 'secret';
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Hello']);
  });

  test('A mailbox that announces or sends more than any mailbox has fails, and is asked again with the next round', async (t) => {
    const { imap, world, mailbox, address } = await open(t, engine);
    imap.add(email(address.replace('.show-sender', ''), 'someone@partner.test', '1', '', 'Hello'));
    for (const listing of [
      '* SEARCH {2000000000}\r\n1',
      `* SEARCH ${'1 '.repeat(2_500_000)}`,
      '* SEARCH 1\r\n'.repeat(200_000),
    ]) {
      imap.listing = listing;
      await mailbox.poll();
      assert.equal(world.app.external.list().find(({ name }) => name === 'mailbox')?.isOk, false);
    }
    imap.listing = undefined;
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Hello']);
  });

  test('A mailbox whose answer cannot be read fails when the time for answers is over, and is asked again with the next round', async (t) => {
    const { imap, world, mailbox, address } = await open(t, engine);
    imap.add(email(address.replace('.show-sender', ''), 'ada@partner.test', '1', '', 'Hello'));
    imap.listing = `* ${'('.repeat(20_000)}\r\n`;
    const silence = holdTimeouts(t, 30_000);
    const round = mailbox.poll();
    await until('the client has asked', () => imap.commands.some((command) => /^UID SEARCH/i.test(command)));
    silence.end();
    await round;
    assert.equal(world.app.external.list().find(({ name }) => name === 'mailbox')?.isOk, false);
    imap.listing = undefined;
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Hello']);
  });

  test('An email without end is refused as one that is too large, and those behind it come', async (t) => {
    const { imap, world, mailbox, address } = await open(t, engine);
    const to = address.replace('.show-sender', '');
    const endless = imap.add(email(to, 'someone@partner.test', '1', '', 'On and on'));
    imap.endless.add(endless);
    const next = imap.add(email(to, 'someone@partner.test', '2', '', 'Hello'));
    await mailbox.poll();
    assert.deepEqual(await contents(world), ['Hello']);
    assert.deepEqual([imap.flags(endless), imap.flags(next)], ['\\Flagged \\Seen', '\\Seen']);
  });
});
