/**
 * People in a process of their own, who read, scroll, write and search, each with a poll that waits. A line of JSON on standard
 * input says who they are and for how long; a line on standard output what it took.
 */
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { keysIn } from '../../server/src/lib/objects.ts';
import { Asker } from '../support/asker.ts';
import type { FoundMessages } from '../support/asks.ts';
import type { SimulatedPerson } from './people.ts';

export interface Simulation {
  port: number;
  people: readonly SimulatedPerson[];
  /** They come one by one in this time. */
  arrivalSeconds: number;
  /** What is measured begins when all are there and each has acted. */
  warmupSeconds: number;
  seconds: number;
  /** A word that many messages have. */
  word: string;
}

export interface Simulated {
  /** Milliseconds of each response except to polls. */
  times: number[];
  /** Messages that polls returned. */
  received: number;
  errors: number;
  firstError: string | null;
}

/** As people act in Mattermost's load test, relative to each other. There, all wait between 1 and 39 seconds between two acts. */
const acts = { open: 6.5, scroll: 2, send: 1, ping: 1, search: 0.02 } as const;
type Act = keyof typeof acts;
const idleMs = { least: 1000, most: 39_000 };
const total = Object.values(acts).reduce((sum, share) => sum + share, 0);

const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)];

function chooseAct(): Act {
  let left = Math.random() * total;
  return keysIn(acts).find((act) => (left -= acts[act]) < 0) ?? 'open';
}

const waitIdle = () => sleep(idleMs.least + Math.random() * (idleMs.most - idleMs.least));

class Person {
  readonly #simulation: Simulation;
  readonly #channels: readonly number[];
  readonly #result: Simulated;
  readonly #poller: Asker;
  readonly #asker: Asker;
  /** When responses begin to count, by `performance.now()`. */
  readonly #from: number;
  #channel = 0;
  #oldest = 0;

  constructor(simulation: Simulation, person: SimulatedPerson, result: Simulated, from: number) {
    this.#simulation = simulation;
    this.#channels = person.channels;
    this.#result = result;
    this.#from = from;
    [this.#poller, this.#asker] = [
      new Asker(simulation.port, person.authorization),
      new Asker(simulation.port, person.authorization),
    ];
  }

  async live(until: number): Promise<void> {
    const { reply } = await this.#asker.ask<{ queue_id: string; last_event_id: number }>(
      'POST',
      '/register',
      {
        event_types: JSON.stringify(['message', 'update_message_flags', 'presence', 'typing']),
        fetch_event_types: '[]',
        slim_presence: 'true',
      },
    );
    // Its connection is closed at the end, while it waits.
    void this.#poll(reply.queue_id, reply.last_event_id).catch((error: unknown) => this.note(error, until));
    await this.#open();
    while (performance.now() < until) {
      await waitIdle();
      await this.#act().catch((error: unknown) => this.note(error, until));
    }
    this.#poller.close();
    this.#asker.close();
  }

  async #poll(queue_id: string, last: number): Promise<never> {
    let last_event_id = last;
    for (;;) {
      const { reply } = await this.#poller.ask<{ events: { id: number; type: string }[] }>('GET', '/events', {
        queue_id,
        last_event_id: String(last_event_id),
      });
      last_event_id = reply.events.at(-1)?.id ?? last_event_id;
      if (performance.now() >= this.#from)
        this.#result.received += reply.events.filter(({ type }) => type === 'message').length;
    }
  }

  #act(): Promise<unknown> {
    switch (chooseAct()) {
      case 'open':
        return this.#open();
      case 'scroll':
        return this.#page(String(this.#oldest), 100, 0);
      case 'send':
        return this.#send();
      case 'ping':
        return this.#ask('POST', '/users/me/presence', {
          status: 'active',
          slim_presence: 'true',
          last_update_id: '1000000000',
        });
      case 'search':
        return this.#search();
    }
  }

  /** Shows a channel from the first unread message on, and marks what is shown as read. */
  async #open(): Promise<void> {
    this.#channel = pick(this.#channels) ?? 0;
    const ids = await this.#page('first_unread', 50, 50);
    if (ids.length === 0) return;
    await this.#ask('POST', '/messages/flags', { op: 'add', flag: 'read', messages: JSON.stringify(ids) });
  }

  async #page(anchor: string, before: number, after: number): Promise<number[]> {
    const { messages } = await this.#ask<FoundMessages>('GET', '/messages', {
      anchor,
      num_before: String(before),
      num_after: String(after),
      narrow: JSON.stringify([{ operator: 'channel', operand: this.#channel }]),
    });
    const ids = messages.map(({ id }) => id);
    this.#oldest = ids[0] ?? this.#oldest;
    return ids;
  }

  #send(): Promise<unknown> {
    const content = `Something that **matters** to those who read this at ${Date.now()}, with a bit of \`code\`.`;
    return this.#ask('POST', '/messages', {
      type: 'channel',
      to: String(this.#channel),
      topic: 'loom',
      content,
    });
  }

  #search(): Promise<unknown> {
    const narrow = JSON.stringify([{ operator: 'search', operand: this.#simulation.word }]);
    return this.#ask('GET', '/messages', { anchor: 'newest', num_before: '50', num_after: '0', narrow });
  }

  async #ask<T>(method: 'GET' | 'POST', path: string, params: Record<string, string>): Promise<T> {
    const begun = performance.now();
    const { reply, at } = await this.#asker.ask<T>(method, path, params);
    if (begun >= this.#from) this.#result.times.push(at - begun);
    return reply;
  }

  note(error: unknown, until: number): void {
    if (performance.now() >= until) return;
    this.#result.errors++;
    this.#result.firstError ??= String(error);
  }
}

async function simulate(simulation: Simulation): Promise<Simulated> {
  const { people, arrivalSeconds, warmupSeconds, seconds } = simulation;
  const result: Simulated = { times: [], received: 0, errors: 0, firstError: null };
  const from = performance.now() + (arrivalSeconds + warmupSeconds) * 1000;
  const until = from + seconds * 1000;
  for (const [i, simulated] of people.entries()) {
    const person = new Person(simulation, simulated, result, from);
    const life = sleep((arrivalSeconds * 1000 * i) / people.length).then(() => person.live(until));
    life.catch((error: unknown) => person.note(error, until));
  }
  await sleep(until - performance.now());
  return result;
}

if (import.meta.main) {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const { value } = await lines.next();
  // The parent writes it.
  const result = await simulate(JSON.parse(String(value)) as Simulation);
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit());
}
