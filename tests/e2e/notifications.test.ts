/** System notifications, and what a click on them does. */
import assert from 'node:assert/strict';
import { leftShown, getStored, getTitle, untilControlled } from './page.ts';
import { done, inWholeBrowsers, until, withWorker } from './stage.ts';

/** Listing the notifications while one is about to be shown would make the browser drop it. */
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
    const ada = await stage.openPage('ada', '/inbox', {
      permissions: ['notifications'],
      ...withWorker,
    });
    await leftShown(ada);
    await untilControlled(ada);
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
    await until('it is closed', async () => (await shown()).length === 0);
  });

  sentence(
    'A push notification is shown while no page is open, answered there, and removed',
    async (_t, stage) => {
      const ada = await stage.openPage('ada', '/inbox', {
        permissions: ['notifications'],
        ...withWorker,
      });
      await leftShown(ada);
      await untilControlled(ada);
      const { ada: me, ben } = stage.people;
      const worker = ada.context().serviceWorkers()[0] ?? (await ada.context().waitForEvent('serviceworker'));
      await ada.goto('about:blank');
      const push = async (id: number, body: string) => {
        const data = {
          type: 'message',
          message_id: id,
          user_id: me.id,
          title: 'Ben Okafor',
          body,
          recipient_type: 'direct',
          user_ids: [me.id, ben.id],
          labels: { reply: 'Reply', read: 'Mark as read', failed: 'Your reply was not sent' },
        };
        const before = await worker.evaluate<number>('self.shown');
        await worker.evaluate(
          `self.dispatchEvent(new PushEvent('push', { data: ${JSON.stringify(JSON.stringify(data))} }))`,
        );
        await until('it is shown', async () => (await worker.evaluate<number>('self.shown')) > before);
      };
      const shown = () =>
        worker.evaluate<
          string[]
        >(`registration.getNotifications().then((all) => all.map(({ title, body, actions }) =>
        [title, body, ...actions.map((each) => each.title)].join(': ')))`);
      const click = (more: string) =>
        worker.evaluate(`registration.getNotifications().then(([notification]) =>
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification, ${more} })))`);
      const write = async (content: string) => {
        const json = await done(stage.as('ben').post('/messages', { type: 'direct', to: [me.id], content }));
        return json.id as number;
      };
      const fetchFlags = async (id: number) => {
        const json = await done(stage.as('ada').get(`/messages/${String(id)}`));
        return (json.message as { flags: string[] }).flags;
      };
      const [first, second] = [await write('Come.'), await write('Now.')];
      await worker.evaluate(countShown.replaceAll('window', 'self'));
      await push(first, 'Come.');
      await push(second, 'Now.');
      await until(
        'the later one stands',
        async () => (await shown()).join() === 'Ben Okafor: Now.: Reply: Mark as read',
      );
      await click(`action: 'reply', reply: 'On my way.'`);
      await until('it is answered', async () => {
        const json = await done(
          stage.as('ben').get('/messages', { anchor: 'newest', num_before: 1, num_after: 0 }),
        );
        return (json.messages as { content: string }[])[0]?.content === '<p>On my way.</p>';
      });
      await until(
        'both are read',
        async () => (await fetchFlags(first)).includes('read') && (await fetchFlags(second)).includes('read'),
      );
      assert.deepEqual(await shown(), []);
      const third = await write('Are you there?');
      await push(third, 'Are you there?');
      await until('it is shown', async () => (await shown()).length === 1);
      const removal = JSON.stringify(JSON.stringify({ type: 'remove', message_ids: [third] }));
      await worker.evaluate(`self.dispatchEvent(new PushEvent('push', { data: ${removal} }))`);
      await until('it is removed', async () => (await shown()).length === 0);
    },
  );
});
