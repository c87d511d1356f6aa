/** What changes while nodes fail: the organization, its channels, messages that are edited and moved, and someone who is removed. */
import assert from 'node:assert/strict';
import { Client, type Reply } from '../support/client.ts';
import type { ServerProcess } from '../support/process/process.ts';
import { isEnding, pause, survive, type Run } from './run.ts';
import type { Person, Stage } from './stage.ts';

const kay = { full_name: 'Kay Example', email: 'kay@example.com', password: 'the secret of Kay' };
/** Within which a node refuses someone who was deactivated. */
const revocationMs = 1000;

interface StoredMessage {
  id: number;
  content: string;
  topic: string;
}

export class Changes {
  readonly #run: Run;
  readonly #people: readonly Person[];
  readonly #nodes: readonly ServerProcess[];
  readonly #admin: Client;
  #removed = 0;
  /** A message as the last acknowledged changes made it; `undefined` while it is not known which of two it is. */
  #kept: StoredMessage | undefined;

  constructor(run: Run, { people }: Stage, nodes: readonly ServerProcess[]) {
    this.#run = run;
    this.#people = people;
    this.#nodes = nodes;
    this.#admin = new Client(run.url, people[0]);
  }

  async prepare(): Promise<void> {
    const { status, json } = await this.#admin.post('/users', kay);
    assert.equal(status, 200, json.msg);
    this.#removed = json.user_id as number;
  }

  async make(): Promise<void> {
    await Promise.all([this.#again(30, (i) => this.#arrange(i)), this.#again(20, (i) => this.#edit(i))]);
  }

  async #again(pauseMs: number, change: (i: number) => Promise<void>): Promise<void> {
    for (let i = 0; !isEnding(this.#run); i++) {
      await change(i);
      await pause(pauseMs);
    }
  }

  #ask(ask: () => Promise<Reply>): Promise<Reply | null> {
    return survive(this.#run, ask);
  }

  async #arrange(i: number): Promise<void> {
    const admin = this.#admin;
    const [bo, cy] = [this.#people[1]?.id, this.#people[2]?.id];
    const room = `room ${i % 5}`;
    await this.#ask(() => admin.patch('/realm', { description: `changed ${i} times` }));
    const joining = { subscriptions: [{ name: room }], principals: [bo, cy] };
    const quietly = { ...joining, send_new_subscription_messages: false };
    await this.#ask(() => admin.post('/users/me/subscriptions', quietly));
    const leaving = { subscriptions: [room], principals: [cy] };
    await this.#ask(() => admin.delete('/users/me/subscriptions', leaving));
    if (i % 8 === 0) await this.#remove();
  }

  /** Someone comes back, is removed, and after a second no node lets them in. */
  async #remove(): Promise<void> {
    const key = await this.#comeBack();
    const gone = await this.#ask(() => this.#admin.delete(`/users/${this.#removed}`));
    const { life, isCalm } = this.#run;
    if (gone?.status !== 200 || key === undefined) return;
    await pause(revocationMs);
    for (const { url } of this.#nodes) {
      const client = new Client(url, { email: kay.email, apiKey: key });
      const reply = await client.get('/users/me').catch(() => null);
      // A node that was frozen meanwhile has not lived for that second.
      if (reply && isCalm && this.#run.life === life)
        assert.notEqual(reply.status, 200, `${url} admits a user who was removed a second ago`);
    }
  }

  async #comeBack(): Promise<string | undefined> {
    await this.#ask(() => this.#admin.post(`/users/${this.#removed}/reactivate`));
    const { email: username, password } = kay;
    const reply = await this.#ask(() =>
      new Client(this.#run.url).post('/fetch_api_key', { username, password }),
    );
    return reply?.status === 200 ? (reply.json.api_key as string) : undefined;
  }

  /** Every change either counts or was lost before its response: then it is made again. */
  async #edit(i: number): Promise<void> {
    if (i % 10 === 0 || !this.#kept) {
      await this.#write(i);
      return;
    }
    const { id } = this.#kept;
    const change = i % 3 === 0 ? { topic: `moved ${i % 2}` } : { content: `edit ${i}` };
    const next = { ...this.#kept, ...change };
    this.#kept = undefined;
    const quietly = {
      ...change,
      send_notification_to_old_thread: false,
      send_notification_to_new_thread: false,
    };
    const reply = await this.#ask(() => this.#admin.patch(`/messages/${id}`, quietly));
    if (!reply) return;
    assert.equal(reply.status, 200, reply.json.msg);
    this.#kept = next;
  }

  async #write(i: number): Promise<void> {
    const [content, topic] = [`written ${i}`, 'edits'];
    const params = { type: 'channel', to: 'general', topic, content };
    const reply = await this.#ask(() => this.#admin.post('/messages', params));
    this.#kept = reply?.status === 200 ? { id: reply.json.id as number, content, topic } : undefined;
  }

  /** Every node has the message as it was changed last. */
  async assertKept(): Promise<void> {
    const kept = this.#kept;
    if (!kept) return;
    for (const { url } of this.#nodes) {
      const client = new Client(url, this.#people[0]);
      const { status, json } = await client.get(`/messages/${kept.id}`, { apply_markdown: false });
      assert.equal(status, 200, json.msg);
      const { content, subject } = json.message as { content: string; subject: string };
      assert.deepEqual({ id: kept.id, content, topic: subject }, kept, url);
    }
  }
}
