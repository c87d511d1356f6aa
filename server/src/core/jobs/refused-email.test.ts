import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { startSmtpReplies } from '../../../../tests/support/services/smtp-replies.ts';
import { makeWorld } from '../../../../tests/support/world.ts';
import { enqueue } from './queue.ts';
import { sendEmail, sendNow, PermanentFailure } from './job.ts';

/** Replies to each recipient, and to each message for `accepted`, with the text before the `@` of its address. */
function replyTo(line: string): string {
  if (line.startsWith('RCPT TO:<accepted')) return '250 ok';
  if (line.startsWith('RCPT TO:')) return /<(.+)@/.exec(line)?.[1]?.replaceAll('_', ' ') ?? '';
  if (line === '.') return '550 5.1.1 not about the recipient, but after the message';
  return line === 'DATA' ? '354 continue' : '250 ok';
}

/** Each is the local part of an address, which the mail server says in reply. */
const forGood = [
  '550_no_such_user',
  '551_moved',
  '553_bad_name',
  '550_5.1.1_unknown',
  '554_5.1.10_null',
  '550_5.2.1_off',
];
const forNow = [
  '450_4.2.1_busy',
  '552_full',
  '550_5.2.2_full',
  '554_policy',
  '554_5.7.1_relay_denied',
  '550_5.7.1_denied',
  '553_5.1.8_bad_sender',
  '550_5.1.0_Sender_address_rejected',
  'accepted',
  '550_relay_not_permitted',
  '550_Sender_verify_failed',
  '550_Access_denied',
  '550_authentication_required',
];

onBothEngines('Emails that a mail server refuses', (engine) => {
  test('An email whose recipient is refused for good is given up at once, and every other one is tried again', async (t) => {
    const world = await makeWorld(t, engine, {
      config: { smtpUrl: `smtp://${await startSmtpReplies(t, replyTo)}` },
    });
    await world.app.jobs.stop();
    await world.app.db.write(world.orgId, 'system', async (tx) => {
      for (const name of [...forGood, ...forNow])
        await enqueue(tx, sendEmail, { to: `${name}@example.com`, subject: 'Looms', text: 'Good morning.' });
    });
    await world.app.jobs.runDue();
    const rows = await world.app.db.read.q
      .selectFrom('job')
      .selectAll()
      .where('kind', '=', 'email')
      .execute();
    const dead = rows.filter(({ is_dead }) => is_dead === 1);
    const names = dead.map(({ payload }) => /"to":"(.+?)@/.exec(payload)?.[1]);
    assert.deepEqual(new Set(names), new Set(forGood));
    assert.deepEqual([rows.length, dead.length], [forGood.length + forNow.length, forGood.length]);
    for (const { attempts } of rows) assert.equal(attempts, 1);
    for (const { last_error } of dead)
      assert.match(last_error ?? '', /^The mail server refused the recipient/);
  });

  test('A mail server that refuses one email for its recipient, size or content is not down; one that refuses all of them is', async (t) => {
    let said: Record<string, string> = {};
    const reply = (line: string) => {
      const [, answer] = Object.entries(said).find(([command]) => line.startsWith(command)) ?? [];
      return answer ?? (line === 'DATA' ? '354 continue' : '250 ok');
    };
    const smtpUrl = `smtp://${await startSmtpReplies(t, reply)}`;
    const { app } = await makeWorld(t, engine, { alone: true, config: { smtpUrl } });
    const email = { to: 'ben@example.com', subject: 'Looms', text: 'Good morning.' };
    const sendTo = async (replies: Record<string, string>) => {
      said = replies;
      const error: unknown = await sendNow(app, email).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      const isOk = app.external.list().find(({ name }) => name === 'mail')?.isOk;
      return [isOk, error instanceof PermanentFailure];
    };
    const ofOne: Readonly<Record<string, [Record<string, string>, boolean]>> = {
      unknown: [{ 'RCPT TO': '550 5.1.1 User unknown' }, true],
      full: [{ 'RCPT TO': '552 5.2.2 mailbox full' }, false],
      greylisted: [{ 'RCPT TO': '450 4.2.0 Greylisted, try again' }, false],
      sizeAtOnce: [{ 'MAIL FROM': '552 5.3.4 Message size exceeds fixed limit' }, true],
      sizeAfter: [{ '.': '552 5.3.4 Message too big' }, true],
      content: [{ '.': '554 5.7.1 Spam' }, false],
    };
    for (const [name, [replies, isFinal]] of Object.entries(ofOne))
      assert.deepEqual(await sendTo(replies), [true, isFinal], name);
    const ofAll: Readonly<Record<string, Record<string, string>>> = {
      relay: { 'RCPT TO': '554 5.7.1 Relay access denied' },
      sender: { 'MAIL FROM': '553 5.1.8 Bad sender' },
      disk: { 'RCPT TO': '452 4.3.1 Insufficient system storage' },
      busy: { '.': '451 4.3.0 Local error' },
      closing: { 'RCPT TO': '421 4.3.2 Shutting down' },
    };
    for (const [name, replies] of Object.entries(ofAll)) {
      assert.deepEqual(await sendTo(replies), [false, false], name);
      assert.deepEqual(await sendTo({}), [true, false]);
    }
  });
});
