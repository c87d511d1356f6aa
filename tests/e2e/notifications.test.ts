/** What the system shows of notifications, and what a click there does. */
import assert from 'node:assert/strict';
import { leftShown, getStored, getTitle } from './page.ts';
import { done, inWholeBrowsers, until } from './stage.ts';

/** Asking what stands while it is about to be shown would make the browser forget it. */
const countShown = `
  window.shown = 0;
  const { prototype } = ServiceWorkerRegistration;
  const { showNotification } = prototype;
  prototype.showNotification = async function (...what) {
    await showNotification.apply(this, what);
    window.shown++;
  };
`;

inWholeBrowsers('System notifications', (sentence) => {
  sentence('A click on a system notification leads to the conversation', async (_t, stage) => {
    const ada = await stage.openPage('ada', '/inbox', { permissions: ['notifications'] });
    await leftShown(ada);
    await until('a service worker looks after the page', () =>
      ada.evaluate<boolean>('navigator.serviceWorker.controller !== null'),
    );
    await ada.evaluate(countShown);
    await done(
      stage.as('ben').post('/messages', { type: 'direct', to: [stage.people.ada.id], content: 'Come.' }),
    );
    await until('the system shows it', async () => (await ada.evaluate<number>('window.shown')) > 0);
    const shown = () =>
      ada.evaluate<string[]>(`navigator.serviceWorker.ready
      .then((worker) => worker.getNotifications())
      .then((all) => all.map(({ title, body }) => title + ': ' + body))`);
    assert.deepEqual(await shown(), ['Ben Okafor: Come.']);
    const worker = ada.context().serviceWorkers()[0] ?? (await ada.context().waitForEvent('serviceworker'));
    await worker.evaluate(`registration.getNotifications().then(([notification]) =>
      self.dispatchEvent(new NotificationEvent('notificationclick', { notification })))`);
    await getTitle(ada).filter({ hasText: 'Ben Okafor' }).waitFor();
    await getStored(ada, 'Come.').waitFor();
    await until('it is shown no more', async () => (await shown()).length === 0);
  });
});
