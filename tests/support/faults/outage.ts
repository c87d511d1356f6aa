/** What a test asks of a server whose storage fails and comes back. */
import type { Reply } from '../client.ts';
import { until } from '../until.ts';
import type { World } from '../world.ts';

export const untilHealthy = (world: World): Promise<void> =>
  until('the database is healthy again', () => world.app.storage.database.condition.state === 'ok');

/** A message of Dan's in #general that may be sent again under the same key. */
export const send = (world: World, content: string): Promise<Reply> =>
  world.as('dan').send('POST', '/messages', {
    headers: { 'idempotency-key': content.slice(0, 50) },
    body: new URLSearchParams({ type: 'channel', to: 'general', topic: 'outage', content }),
  });

/** As clients do: again, after 503 and nothing else. @returns the id of the message */
export async function sendWithRetries(world: World, content: string): Promise<number> {
  let id: number | undefined;
  await until(`${content} is sent`, async () => {
    const { status, json } = await send(world, content);
    if (status !== 200 && status !== 503) throw new Error(`The server returned ${status}: ${json.msg}`);
    if (status === 200) id = json.id as number;
    // Many who ask again and again would leave a slow machine no time to recover.
    else await untilHealthy(world);
    return status === 200;
  });
  return id ?? 0;
}

/** Contents of all messages in the topic that `send` writes to. */
export async function stored(world: World): Promise<string[]> {
  const { status, json } = await world.as('dan').get('/messages', {
    anchor: 'newest',
    num_before: 1000,
    num_after: 0,
    apply_markdown: false,
    narrow: [{ operator: 'topic', operand: 'outage' }],
  });
  if (status !== 200) throw new Error(`The server returned ${status}: ${json.msg}`);
  return (json.messages as { content: string }[]).map(({ content }) => content);
}

export async function health(world: World, path = '/health') {
  const response = await fetch(world.url + path);
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** Registers Dan for messages; returns how to fetch later events. */
export async function listen(world: World) {
  const { json } = await world
    .as('dan')
    .post('/register', { event_types: ['message'], fetch_event_types: [] });
  let lastEventId = json.last_event_id as number;
  const ask = { queue_id: json.queue_id as string };
  const poll = async (): Promise<string[]> => {
    const { status, json: reply } = await world
      .as('dan')
      .get('/events', { ...ask, last_event_id: lastEventId });
    if (status === 503) return [];
    if (status !== 200) throw new Error(`A poll returned ${status}: ${reply.msg}`);
    const events = reply.events as { id: number; type: string; message?: { content: string } }[];
    lastEventId = events.at(-1)?.id ?? lastEventId;
    return events.flatMap(({ message }) => message?.content ?? []);
  };
  return {
    poll,
    /** Polls until the last of these has come; returns all events. */
    async untilReceived(last: string): Promise<string[]> {
      const received: string[] = [];
      await until(`${last} is received`, async () => {
        received.push(...(await poll()));
        return received.includes(last);
      });
      return received;
    },
  };
}
