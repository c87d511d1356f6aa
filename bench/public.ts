/** Public pages: a topic of 200 messages, recreated and unchanged, and how many conditional requests there may be. */
import { Agent, request } from 'node:http';
import { seed, write } from './seed.ts';
import type { Effort } from './send.ts';
import { cpuMicroseconds, startServer, temporaryFolder, untilIdle } from './support/processes.ts';
import type { Line } from './support/report.ts';
import { summarize } from './support/stats.ts';
import { nameKey } from '../server/src/lib/text.ts';
import { renderDescription } from '../server/src/lib/markdown/render.ts';

const messagesPerTopic = 200;
/** More than the server keeps pages of. */
const topics = 1000;
const connections = 8;

/** As people write: mostly a line or two, now and then code or a list. */
const texts = [
  'Has anyone tried **madder** on silk?',
  'Yes, see https://example.com/dyes and the page on `alum`. It takes a day, and the water must stay below 60 degrees.',
  '> it takes a day\n\nTwo, if it is cold.',
  '```python\ndef ratio(fibre, dye=0.5):\n    return fibre * dye\n```',
  '- weld\n- woad\n- madder :tada:',
];

export async function measurePublicPages({ seconds }: Pick<Effort, 'seconds'>): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const { orgId } = await seed(folder.path, [10]);
    const first = await addMessages(folder.path, orgId);
    const server = await startServer(folder.path, ['--web-public-channels', 'on']);
    // The words of what was seeded are indexed first.
    await untilIdle(server.pid);
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    const ask = (path: string, etag?: string) => get(agent, server.port, path, etag);
    const path = (topic: number) => `/public/topic/${first + topic * messagesPerTopic}-topic-${topic}`;
    for (let topic = 0; topic < 20; topic++) await ask(path(topic));
    const { etag, bytes } = await ask(path(0));
    const cold: number[] = [];
    const before = cpuMicroseconds(server.pid);
    for (let topic = 20; topic < topics; topic++) cold.push((await ask(path(topic))).ms);
    const cpu = (cpuMicroseconds(server.pid) - before) / 1000 / cold.length;
    const unchanged = await repeat(seconds, async () => (await ask(path(topics - 1))).ms);
    await ask(path(0));
    const conditional = await repeat(seconds, async () => (await ask(path(0), etag)).ms);
    const all = await Promise.all(
      Array.from({ length: connections }, () => repeat(seconds, async () => (await ask(path(0), etag)).ms)),
    );
    const perSecond = all.flat().length / seconds;
    agent.destroy();
    await server.stop();
    return [
      timesLine(
        `page of ${messagesPerTopic} messages (${Math.round(bytes / 1024)} KiB), rendered again, ${cpu.toFixed(1)} ms CPU each`,
        cold,
        5,
      ),
      timesLine('the same, unchanged', unchanged, 1),
      timesLine('conditional request for it', conditional, 1),
      {
        id: 'public',
        what: `conditional requests, ${connections} connections`,
        measured: `${perSecond.toFixed(0)}/s`,
        target: '>= 2000/s',
        isMet: perSecond >= 2000,
      },
    ];
  } finally {
    folder.remove();
  }
}

/** @returns the id of the first of them; the topics follow one another. */
async function addMessages(dataDir: string, orgId: number): Promise<number> {
  let first = 0;
  const rendered = texts.map((text) => renderDescription(text));
  await write(dataDir, orgId, async (tx) => {
    const channel = tx.cache.channels.find('name', 'size-10');
    const senders = [...tx.cache.users.values()].slice(0, 3).map(({ id }) => id);
    if (!channel || senders.length === 0) throw new Error('The seed has neither channel nor people.');
    await tx.q.updateTable('channel').set({ is_web_public: 1 }).where('id', '=', channel.id).execute();
    const settings = { ...tx.cache.organization.settings, enable_spectator_access: true };
    await tx.q
      .updateTable('organization')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', orgId)
      .execute();
    for (let topic = 0; topic < topics; topic++) {
      const name = `topic ${topic}`;
      const place = { channel_id: channel.id, topic_key: nameKey(name) };
      const rows = Array.from({ length: messagesPerTopic }, (_, i) => ({
        ...place,
        org_id: orgId,
        direct_id: null,
        sender_id: senders[i % senders.length] ?? 0,
        topic: name,
        content: texts[i % texts.length] ?? '',
        rendered: rendered[i % texts.length] ?? '',
        render_version: 1,
        client: 'bench',
        sent_at: tx.now + i * 60_000,
        traits: 0,
      }));
      const made = await tx.q.insertInto('message').values(rows).returning('id').execute();
      first ||= made[0]?.id ?? 0;
      const last = made.at(-1)?.id ?? 0;
      await tx.q
        .insertInto('topic')
        .values({ ...place, name, last_message_id: last })
        .execute();
    }
  });
  return first;
}

async function repeat(seconds: number, ask: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) times.push(await ask());
  return times;
}

function timesLine(what: string, times: number[], most: number): Line {
  const { p50, p99 } = summarize(times, 1);
  return {
    id: 'public',
    what,
    measured: `p50 ${p50.toFixed(2)}, p99 ${p99.toFixed(2)} ms`,
    target: `p50 <= ${most} ms`,
    isMet: p50 <= most,
  };
}

interface PageResponse {
  ms: number;
  etag: string;
  bytes: number;
}

function get(agent: Agent, port: number, path: string, etag?: string): Promise<PageResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<PageResponse>();
  const start = performance.now();
  const headers = etag === undefined ? {} : { 'if-none-match': etag };
  request({ agent, port, host: '127.0.0.1', path, headers }, (response) => {
    let bytes = 0;
    response.on('data', (chunk: Buffer) => (bytes += chunk.length));
    response.once('error', reject);
    response.once('end', () => {
      const expected = etag === undefined ? 200 : 304;
      if (response.statusCode !== expected)
        return reject(new Error(`${path} returned ${String(response.statusCode)}.`));
      resolve({ ms: performance.now() - start, etag: response.headers.etag ?? '', bytes });
    });
  })
    .once('error', reject)
    .end();
  return promise;
}
