/** Queues, and polls that wait in them: the memory that each takes, and what a poll costs until it is answered. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Asker } from '../support/asker.ts';
import { ask, basic, type Asked } from '../support/asks.ts';
import { heapBytes } from '../support/inspector.ts';
import { measureCpu, type Case, type Side } from './side.ts';

const polls = 880;
/** Enough that what else comes into the heap, or leaves it, is a small part. */
const idleQueues = 5000;
/** The queues of each bot: fewer than one may have. */
const queuesOfBot = 80;
const form = (fields: Record<string, string>): string => new URLSearchParams(fields).toString();

interface Queue {
  /** Base64 of `email:key` of whose it is. */
  owner: string;
  id: string;
  lastEventId: number;
}

interface Queues {
  queues: readonly Queue[];
  /** Those to whom a message wakes all polls. */
  recipients: readonly number[];
}

interface Poll extends Queue {
  asker: Asker;
}

interface Pollers extends Pick<Queues, 'recipients'> {
  polls: readonly Poll[];
}

async function makePollers(side: Side, count: number): Promise<Pollers> {
  const { queues, recipients } = await makeQueues(side, count);
  const connected = queues.map((queue) => ({ ...queue, asker: new Asker(side.server.port, queue.owner) }));
  return { polls: connected, recipients };
}

async function makeQueues(side: Side, count: number): Promise<Queues> {
  const queues: Queue[] = [];
  const recipients: number[] = [];
  while (queues.length < count) {
    const name = `poller${recipients.length}-${Date.now().toString(36)}`;
    const fields = form({ full_name: name, short_name: name, bot_type: '1' });
    const bot = await ask<{ user_id: number; api_key: string; email?: string }>(side, '/bots', fields);
    const { email } = (await ask<{ user: { email: string } }>(side, `/users/${bot.user_id}`)).user;
    const owner = basic(bot.email ?? email, bot.api_key);
    recipients.push(bot.user_id);
    const left = Math.min(queuesOfBot, count - queues.length);
    for (let made = 0; made < left; made++) queues.push(await register(side, owner));
  }
  return { queues, recipients };
}

async function register({ server }: Asked, owner: string): Promise<Queue> {
  const types = { event_types: '["message"]', fetch_event_types: '[]' };
  const made = await ask<{ queue_id: string; last_event_id: number }>(
    { server, owner },
    '/register',
    form(types),
  );
  return { owner, id: made.queue_id, lastEventId: made.last_event_id };
}

/** Answered with the next message. */
function hold(poll: Poll): Promise<void> {
  const params = { queue_id: poll.id, last_event_id: String(poll.lastEventId) };
  return poll.asker.ask<{ events: { id: number }[] }>('GET', '/events', params).then(({ reply }) => {
    poll.lastEventId = reply.events.at(-1)?.id ?? poll.lastEventId;
  });
}

/** Until the server has done what it was asked to do. */
const settle = () => sleep(300);

async function wake(side: Side, { recipients }: Pollers): Promise<void> {
  const message = { type: 'direct', to: JSON.stringify(recipients), content: 'Good morning.' };
  await ask(side, '/messages', form(message));
}

async function cycle(side: Side, pollers: Pollers, meanwhile?: () => Promise<void>): Promise<void> {
  const held = pollers.polls.map(hold);
  await settle();
  await meanwhile?.();
  await wake(side, pollers);
  await Promise.all(held);
}

/** What one message costs for which polls wait, with these polls. */
export const fanOut = (count: number): Case => ({
  what: `message for which ${count} polls wait`,
  count: 3,
  async prepare(side) {
    const pollers = await makePollers(side, count);
    return async (rounds) => {
      let cpu = 0;
      for (let round = 0; round < rounds; round++) cpu += await measureCpu(side, () => cycle(side, pollers));
      return cpu / rounds;
    };
  },
});

/** Counts polls that wait for a message, then get it. */
export const heldPolls: Case = {
  what: `poll that waits and gets a message, ${polls} at once`,
  count: 4,
  async prepare(side) {
    const run = await fanOut(polls).prepare(side);
    return async (rounds) => (await run(rounds)) / polls;
  },
};

/** Kilobytes that each poll adds to the heap while it waits, without garbage. */
export async function measureHeldMemory(side: Side): Promise<number> {
  const pollers = await makePollers(side, polls);
  // The first answers open the connections and compile what answers.
  await cycle(side, pollers);
  const before = await heapBytes(side.inspectorPort);
  let after = before;
  await cycle(side, pollers, async () => {
    after = await heapBytes(side.inspectorPort);
  });
  for (const { asker } of pollers.polls) asker.close();
  return (after - before) / 1000 / pollers.polls.length;
}

/** The same of each queue in which nobody waits, and to which no connection is open. */
export async function measureIdleMemory(side: Side): Promise<number> {
  // The first registrations compile what makes queues.
  await makeQueues(side, polls);
  const before = await heapBytes(side.inspectorPort);
  await makeQueues(side, idleQueues);
  return ((await heapBytes(side.inspectorPort)) - before) / 1000 / idleQueues;
}
