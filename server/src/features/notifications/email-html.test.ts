import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { upload } from '../../../../tests/support/files.ts';
import { emailsTo } from '../../../../tests/support/fixtures/mail.ts';
import { askPage } from '../../../../tests/support/clients/pages.ts';
import { picture } from '../../../../tests/support/fixtures/pictures.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { readOutbox } from '../../lib/mail/deliver.ts';
import type { ReadEmail } from '../../lib/mail/read.ts';
import { notifier } from './notifier.ts';

const minute = 60_000;

async function mailTo(world: World, who: Name): Promise<ReadEmail[]> {
  await notifier(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + 3 * minute);
  return emailsTo(world, `${who}@example.com`);
}

async function oneTo(world: World, who: Name): Promise<ReadEmail> {
  const [email, ...others] = await mailTo(world, who);
  assert.deepEqual(others, []);
  assert.ok(email, `${who} has an e-mail`);
  return email;
}

const setting = async (world: World, who: Name, name: string): Promise<unknown> => {
  const { json } = await world.as(who).post('/register', { fetch_event_types: ['user_settings'] });
  return (json.user_settings as Record<string, unknown>)[name];
};

const pathIn = (email: ReadEmail): string => /\/unsubscribe\/[\w.-]+/.exec(email.text)?.[0] ?? '';

onBothEngines('HTML of missed-message emails', (engine) => {
  test('An email shows messages as they look, beside a text without markup', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const content =
      'it is **urgent** :smile: @**Eve Lindqvist**\n> quoted\n\n```python\nprint(1 < 2)\n```\n<script>alert(1)</script>';
    await sendDirect(world, 'dan', ['eve'], content);
    const { html = '', text } = await oneTo(world, 'eve');
    assert.match(
      text,
      /> it is urgent 🙂 @Eve Lindqvist\n>\n> > quoted\n>\n> {5}print\(1 < 2\)\n>\n> <script>alert\(1\)<\/script>\n/,
    );
    for (const part of [
      '<strong>urgent</strong>',
      '🙂',
      '@Eve Lindqvist',
      '<blockquote>',
      '&lt;script&gt;alert(1)&lt;/script&gt;',
      'prefers-color-scheme:dark',
      'You received this email because you received a direct message.',
    ])
      assert.ok(html.includes(part), `${part}\n${html}`);
    assert.match(html, /<pre dir="ltr"><code>.*print.*<\/code><\/pre>/s);
    assert.doesNotMatch(html, /<script/);
    for (const [, address = ''] of html.matchAll(/(?:href|src)="([^"]*)"/g))
      assert.ok(address.startsWith(`${world.url.replace('127.0.0.1', 'localhost')}/`), address);
  });

  test('An email brings the thumbnails of uploaded images along, and nothing that needs signing in', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const png = { name: 'loom.png', content: await picture(300, 200), type: 'image/png' };
    const { url } = await upload(world, 'dan', png);
    await world.app.jobs.runDue(Date.now() + minute);
    await sendDirect(world, 'dan', ['eve'], `[loom](${url})`);
    const { html = '', text } = await oneTo(world, 'eve');
    assert.match(html, /<img src="cid:image1" alt="loom"/);
    assert.match(text, /:\n> loom \(http:\/\/localhost:\d+\/user_uploads\/\S+\)\n\n/);
    const [file = ''] = await readOutbox(world.app.config.data);
    assert.match(file, /^Content-Type: image\/webp/m);
    assert.doesNotMatch(html, /src="[^"]*user_uploads/);
  });

  test('An email hides spoilers and texts that settings keep out of emails', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await sendDirect(world, 'dan', ['eve'], '```spoiler end\nhe sleeps\n```');
    const spoiler = await oneTo(world, 'eve');
    assert.doesNotMatch(`${spoiler.html} ${spoiler.text}`, /he sleeps/);
    await setOrganization(world, { message_content_allowed_in_email_notifications: false });
    await sendDirect(world, 'dan', ['cleo'], 'top secret');
    const { html, text } = await oneTo(world, 'cleo');
    assert.doesNotMatch(`${html} ${text}`, /top secret/);
  });

  test('Emails come from who wrote, and those about one conversation stand in one thread', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const threads: (string | undefined)[] = [];
    for (const content of ['one', 'two']) {
      await say(world, 'dan', 'general', 'lunch', `@**Eve Lindqvist** ${content}`);
      await mailTo(world, 'eve');
    }
    await say(world, 'cleo', 'general', 'tea', '@**Eve Lindqvist**');
    const mails = await mailTo(world, 'eve');
    for (const mail of mails) threads.push(mail.header('References'));
    assert.deepEqual(mails.map(({ from }) => from).sort(), [
      'Cléo Marchand via Weavers <noreply@localhost>',
      'Dan Ito via Weavers <noreply@localhost>',
      'Dan Ito via Weavers <noreply@localhost>',
    ]);
    assert.equal(new Set(threads).size, 2);
    assert.equal(new Set(mails.map((mail) => mail.header('Message-ID'))).size, 3);
    for (const mail of mails) assert.equal(mail.header('In-Reply-To'), mail.header('References'));
  });

  test('Emails about a topic stay in one thread, under one subject, when it is resolved, and in the thread when it is renamed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const sent = async (topic: string) => {
      const id = await say(world, 'dan', 'general', topic, `@**Eve Lindqvist** at ${topic}.`);
      const mail = (await mailTo(world, 'eve')).find(({ text }) => text.includes(` at ${topic}.`));
      assert.ok(mail, topic);
      return { id, thread: mail.header('References'), subject: mail.subject };
    };
    const move = async (id: number, topic: string) => {
      const given = { topic, propagate_mode: 'change_all', send_notification_to_old_thread: false };
      const { status, json } = await world.as('ada').patch(`/messages/${String(id)}`, given);
      assert.equal(status, 200, json.msg);
    };
    const first = await sent('plan');
    await move(first.id, '✔ plan');
    const resolved = await sent('✔ plan');
    assert.deepEqual([resolved.thread, resolved.subject], [first.thread, first.subject]);
    await move(first.id, 'the great plan');
    assert.equal((await sent('the great plan')).thread, first.thread);
    assert.notEqual((await sent('another')).thread, first.thread);
  });

  test('Notices of the server’s own bots are not emailed', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const subscribing = { subscriptions: [{ name: 'lounge' }], principals: [world.people.dan.id] };
    assert.equal((await world.as('ada').post('/users/me/subscriptions', subscribing)).status, 200);
    const { json } = await world
      .as('dan')
      .get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 });
    const [newest] = json.messages as { sender_full_name: string; type: string }[];
    assert.deepEqual([newest?.sender_full_name, newest?.type], ['Notification Bot', 'private']);
    assert.deepEqual(await mailTo(world, 'dan'), []);
  });
});

onBothEngines('Unsubscribing from emails', (engine) => {
  test('One click unsubscribes from this kind of email only', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await sendDirect(world, 'dan', ['eve'], 'hello');
    const email = await oneTo(world, 'eve');
    assert.ok(email.header('List-Unsubscribe')?.endsWith(`${pathIn(email)}>`));
    assert.equal(email.header('List-Unsubscribe-Post'), 'List-Unsubscribe=One-Click');
    const form = { 'List-Unsubscribe': 'One-Click' };
    for (let i = 0; i < 2; i++)
      assert.equal((await askPage(world.url, { path: pathIn(email), form })).status, 200);
    assert.equal(await setting(world, 'eve', 'enable_offline_email_notifications'), false);
    assert.equal(await setting(world, 'eve', 'enable_followed_topic_email_notifications'), true);
    await sendDirect(world, 'dan', ['eve'], 'hello again');
    assert.equal((await mailTo(world, 'eve')).length, 1);
  });

  test('Opening the link asks first and changes nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await sendDirect(world, 'dan', ['eve'], 'hello');
    const { status, text } = await askPage(world.url, { path: pathIn(await oneTo(world, 'eve')) });
    assert.equal(status, 200);
    assert.match(
      text,
      /eve@example\.com will no longer get the emails that Weavers sends because you received a direct message/,
    );
    assert.equal(await setting(world, 'eve', 'enable_offline_email_notifications'), true);
  });

  test('Emails about a channel are ended for that channel', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await world.as('eve').patch('/settings', { enable_stream_email_notifications: true });
    await say(world, 'dan', 'general', 'lunch', 'soup?');
    const path = pathIn(await oneTo(world, 'eve'));
    assert.equal((await askPage(world.url, { path, form: {} })).status, 200);
    const { json } = await world.as('eve').get('/users/me/subscriptions');
    const channels = json.subscriptions as { name: string; email_notifications: boolean | null }[];
    assert.deepEqual(channels.map(({ name, email_notifications: on }) => [name, on]).sort(), [
      ['general', false],
      ['lounge', null],
    ]);
    assert.equal(await setting(world, 'eve', 'enable_stream_email_notifications'), true);
  });

  test('Emails about followed topics are ended for all of them', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    const topic = { stream_id: world.channels.general, topic: 'lunch', visibility_policy: 3 };
    await world.as('eve').post('/user_topics', topic);
    await say(world, 'dan', 'general', 'lunch', 'soup?');
    const path = pathIn(await oneTo(world, 'eve'));
    await askPage(world.url, { path, form: {} });
    assert.equal(await setting(world, 'eve', 'enable_followed_topic_email_notifications'), false);
    assert.equal(await setting(world, 'eve', 'enable_offline_email_notifications'), true);
  });

  test('A link that was changed, and one of a deactivated account, ends nothing', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await sendDirect(world, 'dan', ['eve'], 'hello');
    const path = pathIn(await oneTo(world, 'eve'));
    for (const wrong of [`${path}x`, path.slice(0, -1), '/unsubscribe/x', path.replace(/\.p\./, '.t.')])
      for (const form of [undefined, {}])
        assert.equal(
          (await askPage(world.url, { path: wrong, ...(form ? { form } : {}) })).status,
          404,
          wrong,
        );
    assert.equal(await setting(world, 'eve', 'enable_followed_topic_email_notifications'), true);
    await world.as('ada').delete(`/users/${world.people.eve.id}`);
    const ended = await askPage(world.url, { path, form: {} });
    assert.equal(ended.status, 404);
    assert.match(ended.text, /href="\/settings\/notifications"/);
  });
});
