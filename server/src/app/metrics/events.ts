/** Metrics of event queues, deliveries, and catch-up workers. */
import { indexedUpTo, messageLag } from '../../core/messages/index.ts';
import { notifiedUpTo } from '../../features/notifications/index.ts';
import type { MakePart } from './part.ts';

export const queuesPart: MakePart = (registry, { hub }) => {
  const queues = registry.gauge('heddle_event_queues', 'Event queues of clients.');
  const polling = registry.gauge('heddle_event_queues_polling', 'Event queues with a waiting request.');
  const pending = registry.gauge('heddle_event_queue_events', 'Events that no client has confirmed yet.');
  const largest = registry.gauge('heddle_event_queue_largest', 'Events in the largest event queue.');
  const deliveries = registry.counter('heddle_event_deliveries_total', 'Events put into queues.');
  const overflows = registry.counter(
    'heddle_event_queue_overflows_total',
    'Event queues ended because they grew beyond their bounds.',
  );
  return {
    collect() {
      const found = { queues: 0, polling: 0, pending: 0, largest: 0 };
      for (const queue of hub.all()) {
        found.queues++;
        if (queue.isHeld) found.polling++;
        found.pending += queue.pendingCount;
        found.largest = Math.max(found.largest, queue.pendingCount);
      }
      queues.set(found.queues);
      polling.set(found.polling);
      pending.set(found.pending);
      largest.set(found.largest);
      deliveries.set(hub.counts.deliveries);
      overflows.set(hub.counts.overflows);
    },
  };
};

const workers = { search: indexedUpTo, notifications: notifiedUpTo } as const;

export const lagPart: MakePart = (registry, { db }) => {
  const messages = registry.gauge(
    'heddle_catch_up_lag_messages',
    'Messages that a catch-up worker has not processed yet, up to 10000.',
    ['worker'],
  );
  const help = 'Age of the oldest message that a catch-up worker has not processed yet.';
  const seconds = registry.gauge('heddle_catch_up_lag_seconds', help, ['worker']);
  return {
    async collect() {
      for (const [name, getMark] of Object.entries(workers)) {
        const lag = await messageLag(db.read, await getMark(db.read));
        messages.set(lag.messages, name);
        seconds.set(lag.since === undefined ? 0 : Math.max(0, Date.now() - lag.since) / 1000, name);
      }
    },
  };
};
