/** Someone who writes, and sends again what was lost on the way, as clients do. */
import assert from 'node:assert/strict';
import { Client } from '../support/client.ts';
import { isEnding, pause, survive, type Run, type Random } from './run.ts';
import type { Person, Destination } from './stage.ts';

/** One message that was tried. */
export interface SendAttempt {
  token: string;
  destination: Destination;
  sender: Person;
  /** What the server acknowledged; `null`: it never did, and the sender gave up. */
  id: number | null;
}

export const getContent = (token: string): string => `token ${token} with **some** more`;
export const getToken = (content: string): string | undefined => /token (\S+)/.exec(content)?.[1];

/** Writes until the run ends; returns all that was tried, in order. */
export async function sendAll(
  run: Run,
  random: Random,
  sender: Person,
  destinations: Destination[],
): Promise<SendAttempt[]> {
  const client = new Client(run.url, sender);
  const queueId = await ownQueue(client);
  const sent: SendAttempt[] = [];
  while (!isEnding(run)) {
    const destination = random.pick(destinations);
    const one: SendAttempt = { token: `${sender.name}-${sent.length}`, destination, sender, id: null };
    sent.push(one);
    one.id = await deliver(run, random, client, queueId, one);
    await pause(random.between(0, 15));
  }
  return sent;
}

async function ownQueue(client: Client): Promise<string> {
  const { status, json } = await client.post('/register', {
    event_types: ['message'],
    fetch_event_types: [],
    idle_queue_timeout: 'mobile',
  });
  assert.equal(status, 200, json.msg);
  return json.queue_id as string;
}

async function deliver(
  run: Run,
  random: Random,
  client: Client,
  queueId: string,
  { token, destination }: SendAttempt,
): Promise<number | null> {
  const send = () =>
    survive(run, () =>
      client.post('/messages', {
        ...destination.params,
        content: getContent(token),
        queue_id: queueId,
        local_id: token,
      }),
    );
  const retries = !random.chance(0.2);
  for (;;) {
    const reply = await send();
    if (reply) {
      assert.equal(reply.status, 200, reply.json.msg);
      const id = reply.json.id as number;
      run.acknowledged++;
      if (random.chance(0.05)) await repeat(send, id);
      return id;
    }
    if (!retries) return null;
    await pause(random.between(5, 40));
  }
}

/** A response that was lost on the client's side: the repetition gets the same response. */
async function repeat(send: () => ReturnType<typeof survive>, id: number): Promise<void> {
  const again = await send();
  if (again) assert.equal(again.json.id, id, 'a repeated send made another message');
}
