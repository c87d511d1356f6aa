/** Shows the event queues of clients and the event log. */
import { Exact, Type } from '../../../../../wire/core.ts';
import { isoTime } from '../../../core/users/index.ts';
import { adminCommand } from '../admin-command.ts';

export default adminCommand({
  options: Exact({ top: Type.Integer({ minimum: 0, maximum: 1000 }) }),
  async run({ db, organizations }, { top }) {
    const stats = [];
    for (const { id, subdomain } of organizations.names) {
      const log = await db.read.q
        .selectFrom('event_log')
        .select(
          ({ fn }) =>
            [
              fn.countAll().as('entries'),
              fn.max('position').as('newest'),
              fn.min('created_at').as('oldest'),
            ] as const,
        )
        .where('org_id', '=', id)
        .executeTakeFirstOrThrow();
      const queues = await db.read.q
        .selectFrom('event_queue')
        .innerJoin('person', 'person.id', 'event_queue.user_id')
        .select(['event_queue.acknowledged', 'event_queue.last_seen_at', 'person.delivery_email as email'])
        .where('event_queue.org_id', '=', id)
        .orderBy('event_queue.acknowledged')
        .orderBy('event_queue.id')
        .execute();
      stats.push({
        realm_id: id,
        subdomain,
        queues: queues.length,
        log_entries: Number(log.entries),
        oldest_entry: Number(log.entries) === 0 ? null : isoTime(log.oldest),
        furthest_behind: queues.slice(0, top).map((queue) => ({
          email: queue.email,
          events_behind: Math.max(0, log.newest - queue.acknowledged),
          last_seen: isoTime(queue.last_seen_at),
        })),
      });
    }
    return { organizations: stats };
  },
});
