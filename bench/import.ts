/** I1: an export of Slack with a million messages into a new organization, with its search index and read state. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Chance } from '../server/src/app/demo/random.ts';
import { TextGenerator } from '../server/src/app/demo/writing.ts';
import { zipParts, type ZipFileEntry } from '../tests/support/fixtures/zip.ts';
import { appMeasured, temporaryFolder } from './support/processes.ts';
import type { Line } from './support/report.ts';

const people = 1000;
const channels = 100;
const messagesPerDay = 1_000_000 / 600;
/** Zip archives without extensions hold 65,535 files; of more messages, days have more. */
const mostDays = 600;
const leastPerSecond = 1_000_000 / 60;
const mostMb = 300;
const firstDay = Date.UTC(2023, 0, 1) / 1000;

/** @param messages Fewer say how fast it is at its beginning. */
export async function measureImport(messages: number): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const file = join(folder.path, 'slack.zip');
    await pipeline(Readable.from(zipParts(slackExport(messages))), createWriteStream(file));
    const args = ['import', 'slack', file, '--new', 'Bench', '--owner-email', 'owner@bench.example'];
    const { seconds, cpuSeconds, peakMb } = await appMeasured(...args, '--data', join(folder.path, 'data'));
    const rate = messages / seconds;
    return [
      {
        id: 'I1',
        what: `import from Slack, ${messages / 1000}k messages, ${people} people`,
        measured: `${seconds.toFixed(1)} s, ${rate.toFixed(0)} messages/s, ${cpuSeconds.toFixed(1)} s CPU, ${peakMb.toFixed(0)} MB`,
        target: `>= ${leastPerSecond.toFixed(0)} messages/s, <= ${mostMb} MB`,
        isMet: rate >= leastPerSecond && peakMb <= mostMb,
      },
    ];
  } finally {
    folder.remove();
  }
}

const json = (value: unknown): string => JSON.stringify(value);
const ids = Array.from({ length: people }, (_, i) => `U${i}`);
const names = Array.from({ length: channels }, (_, i) => `channel-${i}`);

/** A fifth of the messages are in threads, a twentieth have reactions or mentions. */
export function* slackExport(count: number): Generator<ZipFileEntry> {
  const chance = new Chance(7);
  const writer = new DayWriter(chance);
  const users = ids.map((id, i) => {
    const profile = { real_name: `Person ${i}`, email: `p${i}@bench.example` };
    return { id, team_id: 'T1', name: id, profile };
  });
  yield { name: 'users.json', data: json(users) };
  const members = (i: number) => chance.some(ids, Math.max(5, Math.round(people / (i + 1) ** 0.75)));
  const listed = names.map((name, i) => ({ id: `C${i}`, name, members: members(i) }));
  yield { name: 'channels.json', data: json(listed) };
  const days = Math.min(mostDays, Math.ceil(count / messagesPerDay));
  const perFile = count / days / channels;
  let left = 0;
  for (let day = 0; day < days; day++) {
    const start = firstDay + day * 86_400;
    const date = new Date(start * 1000).toISOString().slice(0, 10);
    for (const name of names) {
      left += perFile;
      const here = Math.floor(left);
      left -= here;
      yield { name: `${name}/${date}.json`, data: json(writer.messages(here, start)) };
    }
  }
}

class DayWriter {
  readonly #chance: Chance;
  readonly #pen: TextGenerator;

  constructor(chance: Chance) {
    this.#chance = chance;
    this.#pen = new TextGenerator(chance);
  }

  messages(count: number, start: number): unknown[] {
    let thread: string | undefined;
    return Array.from({ length: count }, (_, i) => {
      const micros = String(this.#chance.below(1_000_000)).padStart(6, '0');
      const ts = `${start + Math.floor((i * 86_000) / count)}.${micros}`;
      const isRoot = this.#chance.is(0.05);
      if (isRoot) thread = ts;
      const isReply = !isRoot && thread !== undefined && this.#chance.is(0.2);
      const placed = isRoot ? { thread_ts: ts, reply_count: 4 } : isReply ? { thread_ts: thread } : {};
      return { ...this.#message(ts), ...placed };
    });
  }

  #message(ts: string): object {
    const chance = this.#chance;
    const text = this.#pen
      .message(() => ({ id: 1, fullName: 'Person 1' }))
      .replace(/@\*\*[^*]*\*\*/g, `<@${chance.pick(ids)}>`);
    const section = { type: 'rich_text_section', elements: [{ type: 'text', text }] };
    const blocks = [{ type: 'rich_text', block_id: 'x', elements: [section] }];
    const reactions = [{ name: 'tada', users: chance.some(ids, 3), count: 3 }];
    const common = {
      type: 'message',
      user: chance.pick(ids),
      ts,
      text,
      client_msg_id: `${ts}-x`,
      team: 'T1',
    };
    return { ...common, blocks, ...(chance.is(0.05) ? { reactions } : {}) };
  }
}
