/** Messages that are sent through one node, and received at another. */
import assert from 'node:assert/strict';
import { until } from '../../tests/support/until.ts';
import type { HeddleServer } from './heddle-server.ts';

const topic = 'talk';

export class Talk {
  readonly #first: HeddleServer;
  readonly #second: HeddleServer;
  #queue = '';
  #last = -1;
  acknowledged: number[] = [];
  received: number[] = [];

  constructor(first: HeddleServer, second: HeddleServer) {
    this.#first = first;
    this.#second = second;
  }

  async begin(): Promise<void> {
    const { json } = await this.#second.as().post('/register', { event_types: '["message"]' });
    this.#queue = String(json.queue_id);
    this.#last = -1;
    this.received = [...this.acknowledged];
  }

  async send(count: number): Promise<void> {
    for (let i = 0; i < count; i++) this.acknowledged.push(await this.#first.send(topic, this.#next));
  }

  /** Sends one after the other until something has happened, and repeats each until it is acknowledged, as clients do. */
  async sendUntil(hasHappened: () => Promise<boolean>): Promise<void> {
    const { json } = await this.#first.as().post('/register', { event_types: '[]' });
    const queue = String(json.queue_id);
    const watched = { isOver: false };
    const watching = hasHappened().finally(() => (watched.isOver = true));
    do this.acknowledged.push(await this.#sendPatiently(queue));
    while (!watched.isOver);
    await watching;
    this.acknowledged.push(await this.#sendPatiently(queue));
  }

  async #sendPatiently(queue: string): Promise<number> {
    const content = this.#next;
    let id = 0;
    const repeat = async () => {
      const params = { type: 'channel', to: 'looms', topic, content, queue_id: queue, local_id: content };
      const { json } = await this.#first
        .as()
        .post('/messages', params)
        .catch(() => ({ json: undefined }));
      if (json?.result === 'success') id = Number(json.id);
      return id > 0;
    };
    await until('a message is acknowledged', repeat, 200).catch(() =>
      until('a message is acknowledged', repeat, 200),
    );
    return id;
  }

  get #next(): string {
    return `thread ${this.acknowledged.length}`;
  }

  /** Waits for all that was acknowledged. Everything arrives once, in order, and is stored. */
  async receiveAll(): Promise<void> {
    await until('all messages are received', async () => {
      const { status, json } = await this.poll();
      if (status !== 200) return false;
      for (const { id, type, message } of json.events) {
        this.#last = Math.max(this.#last, id);
        if (type === 'message') this.received.push(message.id);
      }
      return this.received.length >= this.acknowledged.length;
    });
    assert.deepEqual(this.received, this.acknowledged);
    const stored = await this.#first.messages({ num_before: 5000 });
    assert.deepEqual(
      stored.filter(({ subject }) => subject === topic).map(({ id }) => id),
      this.acknowledged,
    );
  }

  /** What the queue of the other node has now. */
  poll() {
    const query = { queue_id: this.#queue, last_event_id: this.#last, dont_block: 'true' };
    return this.#second.as().get('/events', query);
  }
}
