/** Someone who listens on one event queue, through every death of the server. */
import assert from 'node:assert/strict';
import type { Event } from '../../wire/events.ts';
import {
  applyEvent,
  registered,
  registration,
  stateFromRegister,
  type State,
} from '../../web/src/store/index.ts';
import { isIn } from '../../server/src/lib/objects.ts';
import { Client, type Params, type Reply } from '../support/client.ts';
import { asRegistration } from '../support/registration.ts';
import { isEnding, pause, survive, type Run, type Random } from './run.ts';
import { getToken } from './sender.ts';
import type { Person, Destination } from './stage.ts';

/** What a version says about itself; clients that registered before an upgrade learn it when they reload. */
const versionFields = ['realm_embedded_bots', 'realm_incoming_webhook_bots'] as const;

/** The parameters of a queue, and the conversations of which it is to receive events. */
export interface QueueSpec {
  person: Person;
  params: Params;
  receives: (destination: Destination) => boolean;
  /** Keeps the client's whole state by its events, to be compared with a new registration. */
  keepsState: boolean;
}

export class Listener {
  readonly queue: QueueSpec;
  /** Ids and tokens of the messages that were delivered, in order. */
  readonly received: { id: number; token: string | undefined }[] = [];
  readonly #run: Run;
  readonly #random: Random;
  readonly #client: Client;
  #queueId = '';
  #last = -1;
  #state: State | undefined;
  /** As it was registered. */
  #registered: Record<string, unknown> = {};

  constructor(run: Run, random: Random, queue: QueueSpec) {
    this.#run = run;
    this.#random = random;
    this.#client = new Client(run.url, queue.person);
    this.queue = queue;
  }

  get name(): string {
    return `${this.queue.person.name} ${JSON.stringify(this.queue.params)}`;
  }

  async register(): Promise<void> {
    const { keepsState, params } = this.queue;
    const { status, json } = await this.#client.post('/register', this.#asked(params));
    assert.equal(status, 200, json.msg);
    this.#queueId = json.queue_id as string;
    this.#last = json.last_event_id as number;
    if (keepsState) this.#registered = json;
    if (keepsState) this.#state = stateFromRegister(asRegistration(json));
  }

  #asked(params: Params): Params {
    const asked = this.queue.keepsState ? (registration as Params) : { fetch_event_types: [] };
    return { ...asked, ...params };
  }

  /** Listens until the run ends, and then until nothing is left. */
  async listen(): Promise<void> {
    while (!isEnding(this.#run)) if ((await this.#poll(false)) === null) await pause(10);
  }

  async drain(): Promise<void> {
    while ((await this.#poll(true)) !== 0);
  }

  /** How many events came; `null` when the response was lost. */
  async #poll(dontBlock: boolean): Promise<number | null> {
    const events = await this.#ask(dontBlock);
    if (!events) return null;
    if (events.length > 0 && this.#random.chance(0.05)) {
      const again = await this.#ask(true);
      if (again) this.#compare(events, again);
    }
    for (const event of events) this.#take(event);
    return events.length;
  }

  /** Events that were not confirmed are given again, the same ones, with what has come since behind them. */
  #compare(events: Event[], again: Event[]): void {
    const many = this.#run.isSpread ? again.length : events.length;
    const lasting = events.filter((event) => event.type !== 'heartbeat').slice(0, many);
    assert.deepEqual(again.slice(0, lasting.length), lasting, `${this.name}: other events the second time`);
  }

  async #ask(dontBlock: boolean): Promise<Event[] | null> {
    const query = { queue_id: this.#queueId, last_event_id: this.#last, dont_block: dontBlock };
    const { ending } = this.#run;
    const poll = (init?: RequestInit) => this.#client.get('/events', query, init);
    const reply = await survive(this.#run, () => (dontBlock ? poll() : until(ending.signal, poll)));
    if (!reply) return null;
    assert.equal(reply.status, 200, `${this.name} lost its queue: ${JSON.stringify(reply.json)}`);
    return reply.json.events as Event[];
  }

  #take(event: Event): void {
    if (event.type === 'heartbeat') assert.ok(event.id >= this.#last, `${this.name}: an id went back`);
    else assert.ok(event.id > this.#last, `${this.name}: event ${event.id} came after ${this.#last}`);
    this.#last = event.id;
    if (event.type === 'message')
      this.received.push({ id: event.message.id, token: getToken(event.message.content) });
    if (this.#state) applyEvent(this.#state, event);
  }

  /** What the client knows from events equals the server's state now. */
  async assertState(): Promise<void> {
    if (!this.#state) return;
    const { json } = await this.#client.post('/register', this.#asked(this.queue.params));
    // What a newer version adds to the response is not known to who registered before its start.
    const known = Object.entries(json)
      .filter(([key]) => key in this.#registered)
      .map(([key, value]) => [key, isIn(versionFields, key) ? this.#registered[key] : value]);
    const { result, msg } = json;
    const fresh = stateFromRegister(asRegistration({ ...Object.fromEntries(known), result, msg }));
    assert.deepEqual(registered(this.#state), registered(fresh), `${this.name}: events and state differ`);
  }
}

/** `null` when the run ended first. */
async function until(
  signal: AbortSignal,
  poll: (init: RequestInit) => Promise<Reply>,
): Promise<Reply | null> {
  try {
    return await poll({ signal });
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}
