/**
 * What waits to be sent shows what its recipient may read when it is sent. Everything that quotes a message waits here at
 * the same time, while the mail server, the push service and a bot are away, and is sent after the message changed.
 */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { enqueue } from '../../server/src/core/jobs/index.ts';
import { digestJob } from '../../server/src/features/digests/send.ts';
import { notifier } from '../../server/src/features/notifications/notifier.ts';
import { setOrganization } from '../support/change.ts';
import type { Reply } from '../support/client.ts';
import { type Engine, onBothEngines } from '../support/engines.ts';
import { emailsTo } from '../support/fixtures/mail.ts';
import { pushService } from '../support/services/push-service.ts';
import { listenAs, say } from '../support/talk.ts';
import { makeWorld, type World } from '../support/world.ts';

const secret = 'hunter2';
const minute = 60_000;
/** Later than the first attempts. */
const soon = Math.floor(Date.now() / 1000) + 1800;

/** Cleo is quoted a message of Ada by a reminder, an email, a weekly summary and a push notification, once they can be sent. */
async function quoteLater(t: TestContext, engine: Engine) {
  const world = await makeWorld(t, engine, { alone: true, config: { reachableNetworks: '127.0.0.0/8' } });
  await setOrganization(world, { digest_emails_enabled: true });
  const service = await pushService(t);
  service.status = 503;
  const outbox = join(world.app.config.data, 'outbox');
  await rm(outbox, { recursive: true, force: true });
  await writeFile(outbox, 'in the way');
  const cleo = world.as('cleo');
  await done(cleo.post('/heddle/push_subscriptions', { ...service.subscribe('phone'), kind: 'web' }));
  const id = await say(world, 'ada', 'design', 'keys', `@**Cléo Marchand** the password is ${secret}`);
  await done(cleo.post('/reminders', { message_id: id, scheduled_delivery_timestamp: soon }));
  await world.app.db.write(world.orgId, 'system', (tx) =>
    enqueue(tx, digestJob, { userId: world.people.cleo.id }),
  );
  await notifier(world.app).catchUp();
  await world.app.jobs.runDue(Date.now() + 4 * minute);
  return {
    world,
    id,
    /** Sends what waits. @returns everything that Cleo was sent, by the way on which it came */
    deliver: async (): Promise<Record<string, unknown[]>> => {
      const queue = await listenAs(world, 'cleo', { event_types: ['message'] });
      service.status = 201;
      await rm(outbox);
      await mkdir(outbox);
      await world.app.jobs.runDue(Date.now() + 40 * minute);
      const mails = await emailsTo(world, 'cleo@example.com');
      const about = (beginning: string) => mails.filter(({ subject }) => subject.startsWith(beginning));
      return {
        emails: about('#'),
        summaries: about('This week'),
        // The reminder is a message, too, which may be pushed by now.
        pushes: service.received.map(({ json }) => json).filter((push) => push.message_id === id),
        reminders: await queue.received(),
      };
    },
  };
}

async function done(asked: Promise<Reply>): Promise<void> {
  const { status, json } = await asked;
  assert.equal(status, 200, json.msg);
}

type Ways = Partial<Record<'emails' | 'summaries' | 'pushes' | 'reminders', number>>;

/** What happens meanwhile, and how much is then sent: summaries have new channels, too. */
const changes: Record<string, { act: (world: World, id: number) => Promise<void>; sent: Ways }> = {
  edited: {
    act: (world, id) =>
      done(world.as('ada').patch(`/messages/${id}`, { content: '@**Cléo Marchand** redacted' })),
    sent: { emails: 1, summaries: 1, pushes: 1, reminders: 1 },
  },
  deleted: {
    act: (world, id) => done(world.as('ada').delete(`/messages/${id}`)),
    sent: { summaries: 1, reminders: 1 },
  },
  'moved out of reach': {
    act: (world, id) => {
      const notices = { send_notification_to_old_thread: false, send_notification_to_new_thread: false };
      return done(world.as('ada').patch(`/messages/${id}`, { stream_id: world.channels.vault, ...notices }));
    },
    sent: { summaries: 1, reminders: 1 },
  },
  'in a channel that its reader lost': {
    act: (world) => {
      const principals = [world.people.cleo.id];
      return done(
        world.as('ada').delete('/users/me/subscriptions', { subscriptions: ['design'], principals }),
      );
    },
    sent: { summaries: 1, reminders: 1 },
  },
};

onBothEngines('What waits to be sent', (engine) => {
  test('What waits to be sent quotes a message that stays as it is', async (t) => {
    const { deliver } = await quoteLater(t, engine);
    const sent = await deliver();
    for (const [way, some] of Object.entries(sent)) {
      assert.equal(some.length, 1, way);
      assert.ok(JSON.stringify(some).includes(secret), way);
    }
  });

  for (const [how, { act, sent }] of Object.entries(changes))
    test(`What waits to be sent does not quote what stood in a message that is ${how} meanwhile`, async (t) => {
      const { world, id, deliver } = await quoteLater(t, engine);
      await act(world, id);
      for (const [way, some] of Object.entries(await deliver())) {
        assert.equal(some.length, sent[way as keyof Ways] ?? 0, way);
        assert.ok(!JSON.stringify(some).includes(secret), way);
      }
    });
});
