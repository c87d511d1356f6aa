import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setOrganization } from '../../../../tests/support/change.ts';
import { onBothEngines } from '../../../../tests/support/engines.ts';
import { invite, listed } from '../../../../tests/support/fixtures/invites.ts';
import { emailsTo, joinPathFor, sentEmails } from '../../../../tests/support/fixtures/mail.ts';
import { askPage, getWords } from '../../../../tests/support/clients/pages.ts';
import { say, sendDirect } from '../../../../tests/support/talk.ts';
import { makeWorld, type Name, type World } from '../../../../tests/support/world.ts';
import { notifier } from '../../features/notifications/notifier.ts';

/** Subjects of all that someone was sent, the newest first; each email wholly in the language. */
async function subjectsIn(language: 'de' | 'en', world: World, address: string): Promise<string[]> {
  const emails = await emailsTo(world, address);
  for (const { subject, text } of emails) {
    assert.deepEqual(getWords(language === 'de' ? 'en' : 'de', `${subject}\n\n${text}`), [], text);
    assert.notDeepEqual(getWords(language, text), [], text);
  }
  return emails.map(({ subject }) => subject);
}

const choose = (world: World, who: Name, language: string) =>
  world.as(who).patch('/settings', { default_language: language });

const post = (world: World, path: string, form: Record<string, string>, wish = 'en') =>
  askPage(world.url, { path, form, wish });

async function pathFor(world: World, address: string, pattern: RegExp): Promise<string> {
  const [email] = await emailsTo(world, address);
  return pattern.exec(email?.text ?? '')?.[0] ?? assert.fail(`There is no link for ${address}.`);
}

const password = 'nobody will guess';

onBothEngines('The language of emails', (engine) => {
  test('An email about an account uses the language of its owner, wherever it was requested', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await choose(world, 'dan', 'de');
    await post(world, '/reset', { email: 'dan@example.com' });
    const reset = await pathFor(world, 'dan@example.com', /\/reset\/\S+/);
    assert.equal((await post(world, reset, { password, keep: 'on' })).status, 303);
    await world.as('dan').patch('/settings', { email: 'daniel@example.com' });
    await post(world, await pathFor(world, 'daniel@example.com', /\/confirm-email\/\S+/), {});
    await world.as('ben').delete(`/users/${world.people.dan.id}`, {
      deactivation_notification_comment: 'Vielen Dank.',
    });
    assert.deepEqual((await subjectsIn('de', world, 'dan@example.com')).sort(), [
      'Dein Passwort für Weavers wurde geändert',
      'Deine E-Mail-Adresse für Weavers wurde geändert',
      'Neues Passwort für Weavers',
    ]);
    assert.deepEqual((await subjectsIn('de', world, 'daniel@example.com')).sort(), [
      'Bestätige deine neue E-Mail-Adresse für Weavers',
      'Dein Konto bei Weavers wurde deaktiviert',
    ]);
    await post(world, '/reset', { email: 'eve@example.com' }, 'de');
    assert.deepEqual(await subjectsIn('en', world, 'eve@example.com'), ['Reset your password for Weavers']);
  });

  test('An invitation uses the organization’s language, and the welcome that of the new account', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await choose(world, 'ada', 'de');
    await invite(world, 'ada', { invitee_emails: 'ida@example.com' });
    assert.deepEqual(await subjectsIn('en', world, 'ida@example.com'), [
      'Ada Achterberg has invited you to Weavers',
    ]);
    await choose(world, 'ada', 'en');
    await setOrganization(world, { default_language: 'de-at' });
    await invite(world, 'ada');
    const [invitation] = (await listed(world, 'ada')).filter(({ email }) => email === 'hal@example.com');
    await world.as('ada').post(`/invites/${invitation?.id ?? 0}/resend`);
    assert.deepEqual(await subjectsIn('de', world, 'hal@example.com'), [
      'Ada Achterberg lädt dich zu Weavers ein',
      'Ada Achterberg lädt dich zu Weavers ein',
    ]);
    const path = await joinPathFor(world, 'hal@example.com');
    const joined = await post(world, path, { full_name: 'Hal Nilsen', password });
    assert.equal(joined.status, 303);
    const emails = await emailsTo(world, 'hal@example.com');
    assert.equal(emails.length, 3);
    const welcome = emails.find(({ subject }) => subject === 'Welcome to Weavers');
    assert.ok(welcome);
    assert.deepEqual(getWords('de', welcome.text), [], welcome.text);
  });

  test('An email to an unknown person who asks to join uses the language of the page', async (t) => {
    const world = await makeWorld(t, engine, { alone: true });
    await setOrganization(world, { invite_required: false });
    await choose(world, 'eve', 'de');
    await post(world, '/join', { email: 'hal@example.com' }, 'de');
    await post(world, '/join', { email: 'ida@example.com' }, 'en');
    await post(world, '/join', { email: 'eve@example.com' }, 'en');
    assert.equal((await subjectsIn('de', world, 'hal@example.com')).length, 1);
    assert.equal((await subjectsIn('en', world, 'ida@example.com')).length, 1);
    assert.deepEqual(await subjectsIn('de', world, 'eve@example.com'), [
      'Du hast bereits ein Konto bei Weavers',
    ]);
  });

  test('A missed-message email uses the language of its recipient around the message content', async (t) => {
    const world = await makeWorld(t, engine, { config: { mailReplies: 'reply+%s@example.com' } });
    for (const who of ['eve', 'cleo'] as const) await choose(world, who, 'de');
    await sendDirect(world, 'dan', ['eve'], 'are you there?');
    for (let i = 0; i < 21; i++) await sendDirect(world, 'dan', ['eve', 'cleo'], `thread ${i}`);
    await say(world, 'dan', 'general', 'lunch', '@**all** soup, @**Eve Lindqvist**');
    await world.as('cleo').patch('/settings', { message_content_in_email_notifications: false });
    await notifier(world.app).catchUp();
    await world.app.jobs.runDue(Date.now() + 180_000);
    await sentEmails(world);
    assert.deepEqual((await subjectsIn('de', world, 'eve@example.com')).sort(), [
      '#general > lunch (Weavers)',
      'Nachricht von Dan Ito an dich (Weavers)',
      'Nachricht von Dan Ito an dich und eine weitere Person (Weavers)',
    ]);
    const [direct] = await emailsTo(world, 'eve@example.com').then((emails) =>
      emails.filter(({ subject }) => subject.endsWith('an dich (Weavers)')),
    );
    assert.match(direct?.text ?? '', /Dan Ito, \d\d\.\d\d\.\d{4}, \d\d:\d\d UTC:\n> are you there\?/);
    await subjectsIn('de', world, 'cleo@example.com');
    const [long] = await emailsTo(world, 'cleo@example.com');
    assert.ok(long, 'Cléo has missed something');
  });
});
