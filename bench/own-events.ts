/** Whether a sender gets the response to a message before its event in their own long poll. */
import { setTimeout as sleep } from 'node:timers/promises';
import { seed } from './seed.ts';
import { Asker } from './support/asker.ts';
import { startServer, temporaryFolder } from './support/processes.ts';
import type { Line } from './support/report.ts';
import { median } from './support/stats.ts';

const sends = 200;
const warmup = 50;
const targetMs = 0.5;
/** After this long a poll is assumed to be held. */
const settleMs = 4;

export async function measureOwnEvents(): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const { authorization } = await seed(folder.path, [10]);
    const server = await startServer(folder.path);
    const [sender, reader] = [new Asker(server.port, authorization), new Asker(server.port, authorization)];
    const lags = await getLags(sender, reader);
    for (const asker of [sender, reader]) asker.close();
    await server.stop();
    return [getLine(lags.slice(warmup))];
  } finally {
    folder.remove();
  }
}

/** Milliseconds from the response to each send until its event; below zero when the event came first. */
async function getLags(sender: Asker, reader: Asker): Promise<number[]> {
  const types = { event_types: JSON.stringify(['message']) };
  const registered = await sender.ask<{ queue_id: string; last_event_id: number }>(
    'POST',
    '/register',
    types,
  );
  const { queue_id } = registered.reply;
  let last = registered.reply.last_event_id;
  const lags: number[] = [];
  while (lags.length < warmup + sends) {
    const held = reader.ask<{ events: { id: number; message: { id: number } }[] }>('GET', '/events', {
      queue_id,
      last_event_id: String(last),
    });
    await sleep(settleMs);
    const message = { type: 'channel', to: 'size-10', topic: 'loom', content: `Number ${lags.length}` };
    const sent = await sender.ask<{ id: number }>('POST', '/messages', message);
    const received = await held;
    const event = received.reply.events.at(-1);
    if (event?.message.id !== sent.reply.id) throw new Error('The event is of another message.');
    last = event.id;
    lags.push(received.at - sent.at);
  }
  return lags;
}

function getLine(lags: readonly number[]): Line {
  const early = lags.filter((lag) => lag <= 0).length;
  const middle = median(lags);
  return {
    id: 'order',
    what: "a send's response, then its event on the sender's own queue",
    measured: `${early} of ${lags.length} events before the response; p50 ${middle.toFixed(2)} ms after it`,
    target: `0 early, p50 <= ${targetMs} ms`,
    isMet: early === 0 && middle <= targetMs,
  };
}
