/** Finds out who received which message, for channels whose history is not shared. */
import { id, number, type Tables } from './tables.ts';

const audited = { created: 301, activated: 302, deactivated: 303 } as const;

/** A user for whom Zulip stores no rows during a long absence, and creates them at the next visit. */
interface Idle {
  /** The newest message of which there is a row. */
  lastMessage: number;
  /** By channel: after which messages they came or went, in order. */
  changes: Map<string, { after: number; isIn: boolean }[]>;
}

export class IdlePeople {
  readonly #people = new Map<string, Idle>();

  static async read(rows: Tables): Promise<IdlePeople> {
    const idle = new IdlePeople();
    for await (const { row } of rows.read('zerver_userprofile'))
      if (row?.long_term_idle === true)
        idle.#people.set(id(row.id), {
          lastMessage: number(row.last_active_message_id) || 0,
          changes: new Map(),
        });
    if (idle.#people.size === 0) return idle;
    for await (const { row } of rows.read('zerver_realmauditlog')) {
      const person = row && idle.#people.get(id(row.modified_user));
      const kind = row && number(row.event_type);
      if (!person || (kind !== audited.created && kind !== audited.activated && kind !== audited.deactivated))
        continue;
      const channel = id(row.modified_stream);
      const changes = person.changes.get(channel) ?? [];
      person.changes.set(channel, changes);
      changes.push({ after: number(row.event_last_message_id) || 0, isIn: kind !== audited.deactivated });
    }
    return idle;
  }

  get ids(): ReadonlySet<string> {
    return new Set(this.#people.keys());
  }

  /** Those who will see the message when they return. */
  receivers(channel: string, message: number): string[] {
    const found: string[] = [];
    for (const [person, { lastMessage, changes }] of this.#people) {
      const last = changes.get(channel)?.findLast(({ after }) => after < message);
      if (message > lastMessage && last?.isIn === true) found.push(person);
    }
    return found;
  }
}
