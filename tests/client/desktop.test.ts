/** The web client inside zulip-desktop, whose interface to the page is played by a stand-in. */
import assert from 'node:assert/strict';
import { leftShown, getStored, getTitle } from './page.ts';
import { done, inWindows, until, type Page, type Stage } from './stage.ts';

/** As the app behaves: events reach anyone who listens, on either side; what is sent is kept for the test. */
const bridge = `(() => {
  const listeners = {};
  const state = { sent: [], shown: [], isIdle: false, lastActive: Date.now(), supportsReply: false };
  const emit = (name, ...values) => { for (const listen of listeners[name] ?? []) listen(...values); return true; };
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
  window.desktop = { ...state, emit };
  window.electron_bridge = {
    send_event: (name, ...values) => { window.desktop.sent.push([name, ...values]); return emit(name, ...values); },
    on_event: (name, listen) => void (listeners[name] ??= []).push(listen),
    new_notification(title, options, dispatch) {
      const shown = { title, ...options, dispatch, isClosed: false };
      window.desktop.shown.push(shown);
      return { ...options, title, close() { shown.isClosed = true; dispatch('close', {}); } };
    },
    get_idle_on_system: () => window.desktop.isIdle,
    get_last_active_on_system: () => window.desktop.lastActive,
    get_send_notification_reply_message_supported: () => window.desktop.supportsReply,
    set_send_notification_reply_message_supported: (is) => { window.desktop.supportsReply = is; },
  };
})()`;

async function openDesktop(stage: Stage, path = '/inbox'): Promise<Page> {
  const page = await stage.openPage('ada', '/icon.svg');
  await page.addInitScript(bridge);
  await page.goto(path);
  await leftShown(page);
  await until(
    'the page has connected to the app',
    async () => (await lastSent(page, 'realm_name')) !== undefined,
  );
  return page;
}

const lastSent = (page: Page, name: string) =>
  page.evaluate<unknown>(`window.desktop.sent.findLast(([name]) => name === '${name}')?.[1]`);
const emit = (page: Page, name: string, ...values: unknown[]) =>
  page.evaluate(`void window.desktop.emit(...${JSON.stringify([name, ...values])})`);
const shown = (page: Page) =>
  page.evaluate<string[]>('window.desktop.shown.map(({ title, body }) => title + ": " + body)');

async function writeToAda(stage: Stage, content: string): Promise<number> {
  const to = [stage.people.ada.id];
  return (await done(stage.as('ben').post('/messages', { type: 'direct', to, content }))).id as number;
}

inWindows('The web client inside zulip-desktop', (sentence) => {
  sentence(
    'In zulip-desktop, notifications go through the app, and a click opens the message',
    async (_t, stage) => {
      const ada = await openDesktop(stage);
      const id = await writeToAda(stage, 'Do **you** hear me?');
      await until('the app shows it', async () => (await shown(ada)).length > 0);
      assert.deepEqual(await shown(ada), ['Ben Okafor: Do you hear me?']);
      await until(
        'the app gets the unread count',
        async () => (await lastSent(ada, 'total_unread_count')) === 1,
      );
      await ada.evaluate(`window.desktop.shown[0].dispatch('click', {})`);
      await getTitle(ada).filter({ hasText: 'Ben Okafor' }).waitFor();
      await getStored(ada, 'Do you hear me?').waitFor();
      await ada.waitForURL(new RegExp(`/near/${id}$`));
      await until('the notification is closed', () =>
        ada.evaluate<boolean>('window.desktop.shown[0].isClosed'),
      );
      await until('the unread count falls', async () => (await lastSent(ada, 'total_unread_count')) === 0);
    },
  );

  sentence('In zulip-desktop, a reply from a notification is sent once', async (_t, stage) => {
    const ada = await openDesktop(stage);
    await until('the app knows that it can reply', () =>
      ada.evaluate<boolean>('window.electron_bridge.get_send_notification_reply_message_supported()'),
    );
    await stage.say('ben', 'looms', '@**Ada Achterberg** Is it warm?');
    await until('the app shows it', async () => (await shown(ada)).length > 0);
    const id = Number(await ada.evaluate('window.desktop.shown[0].tag'));
    await emit(ada, 'send_notification_reply_message', id, '   ');
    await emit(ada, 'send_notification_reply_message', id, ' Very. ');
    await until('the reply is there', async () => (await stage.count('looms', 'Very.')) === 1);
    await getTitle(ada).filter({ hasText: 'looms' }).waitFor();
    await getStored(ada, 'Very.').waitFor();
    assert.equal((await stage.read('ben', 'looms')).length, 2, 'a blank reply is not sent');
    assert.equal(await lastSent(ada, 'send_notification_reply_message_failed'), undefined);
  });

  sentence('In zulip-desktop, the app is notified of a refused reply', async (_t, stage) => {
    const ada = await openDesktop(stage);
    const id = await writeToAda(stage, 'Say something.');
    await until('the app shows it', async () => (await shown(ada)).length > 0);
    const refusal = { result: 'error', code: 'BAD_REQUEST', msg: 'Not now' };
    await ada.route('**/api/v1/messages', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, contentType: 'application/json', json: refusal })
        : route.fallback(),
    );
    await emit(ada, 'send_notification_reply_message', id, 'Something.');
    const failed = 'send_notification_reply_message_failed';
    await until('the app receives it', async () => (await lastSent(ada, failed)) !== undefined);
    assert.deepEqual(await lastSent(ada, failed), {
      data: { content: 'Something.' },
      message_id: id,
      error: 'Not now',
    });
  });

  sentence('In zulip-desktop, the idle state is that of the computer', async (_t, stage) => {
    const ada = await openDesktop(stage);
    const statuses: unknown[] = [];
    ada.on('request', (request) => {
      if (!request.url().endsWith('/users/me/presence')) return;
      statuses.push(new URLSearchParams(request.postData() ?? '').get('status'));
    });
    const pinged = async (change: string) => {
      await ada.evaluate(`${change}; void document.dispatchEvent(new Event('visibilitychange'))`);
    };
    await pinged('window.desktop.isIdle = true; window.desktop.lastActive = Date.now() - 6 * 60_000');
    await until('it reports being idle', () => Promise.resolve(statuses.at(-1) === 'idle'));
    await pinged(
      `window.desktop.lastActive = Date.now() - 60_000; Object.defineProperty(document, 'visibilityState', { value: 'hidden' })`,
    );
    await until('it reports being active, though hidden', () =>
      Promise.resolve(statuses.at(-1) === 'active'),
    );
  });

  sentence(
    'In zulip-desktop, the app opens keyboard shortcuts and notification settings, and signs out',
    async (_t, stage) => {
      const ada = await openDesktop(stage);
      await emit(ada, 'show-notification-settings');
      await ada.waitForURL('**/settings/notifications');
      await emit(ada, 'show-keyboard-shortcuts');
      await ada.getByRole('dialog', { name: /keyboard/i }).waitFor();
      await ada.keyboard.press('Escape');
      await emit(ada, 'logout');
      await ada.waitForURL('**/login');
    },
  );

  sentence('In zulip-desktop, the app gets the name and icon of the organization', async (_t, stage) => {
    const ada = await openDesktop(stage);
    await until(
      'the app has the icon',
      async () => typeof (await lastSent(ada, 'realm_icon_url')) === 'string',
    );
    await done(stage.as('ada').patch('/realm', { name: 'Spinners' }));
    await until('the app has the new name', async () => (await lastSent(ada, 'realm_name')) === 'Spinners');
  });
});
