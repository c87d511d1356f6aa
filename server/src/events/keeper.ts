/** Looks after event queues: writes down how far they have come, ends the idle ones, and trims the log behind them. */
import type { Logger } from 'pino';
import type { Database } from '../heddle.ts';
import type { Organizations } from '../organizations.ts';
import type { Hub } from './hub.ts';
import type { EventQueue } from './queue.ts';
import { deleteQueues, expiredQueues, saveProgress, trimLog } from './queue-rows.ts';

const roundMs = 30_000;

export class QueueKeeper {
  readonly #db: Database;
  readonly #hub: Hub;
  readonly #organizations: Organizations;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  readonly #startedAt = Date.now();
  #round: Promise<void> = Promise.resolve();
  #saved = new Map<string, number>();

  constructor(db: Database, hub: Hub, organizations: Organizations, log: Logger) {
    this.#db = db;
    this.#hub = hub;
    this.#organizations = organizations;
    this.#log = log;
    this.#timer = setInterval(() => {
      this.#round = this.#round
        .then(() => this.round(Date.now()))
        .catch((error: unknown) => this.#complain(error));
    }, roundMs).unref();
  }

  /** Deletes the rows of queues that the fan-out ended. */
  forget(queues: readonly EventQueue[]): void {
    for (const { orgId, id } of queues)
      this.#db
        .write(orgId, 'system', (tx) => deleteQueues(tx, [id]))
        .catch((error: unknown) => this.#complain(error));
  }

  async round(now: number): Promise<void> {
    for (const { id } of this.#organizations.names) await this.#roundOf(id, now);
  }

  async #roundOf(orgId: number, now: number): Promise<void> {
    const queues = [...this.#hub.all()].filter((queue) => queue.orgId === orgId);
    for (const queue of queues) if (queue.isHeld) queue.lastSeenAt = now;
    const idle = queues.filter((queue) => queue.lastSeenAt + queue.idleTimeoutMs < now);
    for (const queue of idle) this.#hub.remove(queue);
    const moved = queues.filter((queue) => this.#saved.get(queue.id) !== queue.lastSeenAt);
    const gone = new Set(idle.map((queue) => queue.id));
    for (const { id } of await this.#silent(orgId, now)) if (!this.#hub.get(id)) gone.add(id);
    if (moved.length === 0 && gone.size === 0) return;
    await this.#db.write(orgId, 'system', async (tx) => {
      await saveProgress(tx, moved);
      if (gone.size > 0) await deleteQueues(tx, [...gone]);
      await trimLog(tx);
    });
    this.#saved = new Map([...this.#hub.all()].map((queue) => [queue.id, queue.lastSeenAt]));
    const { members } = await this.#organizations.directory(orgId);
    members.forgetEndedBefore(Math.min(...[...this.#hub.all()].map((queue) => queue.acknowledged)));
  }

  /** Rows of clients that have not come back. A server that was down does not count that against them. */
  async #silent(orgId: number, now: number): Promise<{ id: string }[]> {
    const downtimeGrace = 600_000;
    return now - this.#startedAt < downtimeGrace ? [] : expiredQueues(this.#db.read, orgId, now);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#round;
  }

  #complain(error: unknown): void {
    this.#log.error({ err: error }, 'keeping the event queues failed');
  }
}
