/** Archives that a running server imports, by the command. */
import { spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { zipParts, type ZipFileEntry } from '../../tests/support/fixtures/zip.ts';
import { slackExport } from '../import.ts';
import type { HostileInput, Target } from './target.ts';

const launcher = fileURLToPath(new URL('../../tools/run.mjs', import.meta.url));
const mainScript = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

const json = (value: unknown): string => JSON.stringify(value);
const mebibyte = 1024 * 1024;

/** An export of Slack with one channel, whose messages are these. */
function* ofOneChannel(messages: string, members = ['U0']): Generator<ZipFileEntry> {
  const users = members.map((id) => ({
    id,
    team_id: 'T2',
    name: id,
    profile: { email: `${id}@one.example` },
  }));
  yield { name: 'users.json', data: json(users) };
  yield { name: 'channels.json', data: json([{ id: 'C0', name: 'one', members }]) };
  yield { name: 'one/2024-01-01.json', data: messages };
}

const jsonMessage = (text: string) => json([{ type: 'message', user: 'U0', ts: '1704100000.000100', text }]);

function* ofManyFiles(count: number): Generator<ZipFileEntry> {
  yield* ofOneChannel(jsonMessage('hello'));
  for (let n = 0; n < count; n++) yield { name: `one/n${n}.json`, data: '[]' };
}

function* ofZeros(): Generator<ZipFileEntry> {
  yield* ofOneChannel(jsonMessage('hello'));
  yield { name: 'one/2024-01-02.json', data: Buffer.alloc(200 * mebibyte, ' ') };
}

/** What the export is called, and its entries. */
const archives: Readonly<Record<string, () => Iterable<ZipFileEntry>>> = {
  '100,000 messages': () => slackExport(100_000),
  'a message of 6 million letters': () => ofOneChannel(jsonMessage('word '.repeat(1_200_000))),
  'lists that are nested deeply': () => ofOneChannel('['.repeat(10 * mebibyte)),
  'a message with deeply nested blocks': () =>
    ofOneChannel(`[{"type":"message","user":"U0","ts":"1704100000.0001","blocks":${'['.repeat(1_000_000)}`),
  'a message with 100,000 reactions': () =>
    ofOneChannel(
      json([
        {
          type: 'message',
          user: 'U0',
          ts: '1704100000.000100',
          text: 'hello',
          reactions: Array.from({ length: 100_000 }, (_, n) => ({ name: `e${n}`, users: ['U0'], count: 1 })),
        },
      ]),
    ),
  '10,000 people in a channel': () =>
    ofOneChannel(
      jsonMessage('hello'),
      Array.from({ length: 10_000 }, (_, n) => `U${n}`),
    ),
  '60,000 files': () => ofManyFiles(60_000),
  'a file that expands a thousandfold': ofZeros,
};

/** An export of lists as CSV, with these messages. */
function* ofLists(messages: string): Generator<ZipFileEntry> {
  yield { name: 'people.csv', data: 'id,name,email\np1,Pia,pia@one.example\n' };
  yield { name: 'channels.csv', data: 'id,name\nc1,one\n' };
  yield { name: 'messages.csv', data: messages };
}

const csvHead = 'id,channel,sender,time,text\n';
const csvRow = (text: string): string => `1,c1,p1,2024-01-01T00:00:00Z,${text}\n`;

const lists: Readonly<Record<string, () => Iterable<ZipFileEntry>>> = {
  'a quotation without end': () => ofLists(`${csvHead}${csvRow(`"${'word '.repeat(4_000_000)}`)}`),
  'a row of many cells': () => ofLists(`${csvHead}${csvRow(','.repeat(10_000_000))}`),
  'quotation marks': () => ofLists(`${csvHead}${csvRow('""'.repeat(5_000_000))}`),
  'a million empty rows': () => ofLists(`${csvHead}${'\n'.repeat(1_000_000)}`),
};

/** An export of Teams with one message, whose HTML this is. */
function* ofHtml(Content: string): Generator<ZipFileEntry> {
  yield { name: 'users/usersList.json', data: json([{ Id: 'u1', DisplayName: 'Pia' }]) };
  yield { name: 'teams/teamsList.json', data: json([{ GroupsId: 't1', Name: 'Looms' }]) };
  yield { name: 'teams/t1/channels_t1.json', data: json([{ Id: '19:c1', DisplayName: 'General' }]) };
  const ChannelIdentity = { TeamId: 't1', ChannelId: '19:c1' };
  const From = { User: { Id: 'u1', DisplayName: 'Pia' } };
  const message = { Id: '1', CreatedDateTime: '2024-01-01T00:00:00Z', From, ChannelIdentity };
  const Body = { ContentType: 'html', Content };
  yield { name: 'teams/t1/messages_t1.json', data: json([{ ...message, Body }]) };
}

const pages: Readonly<Record<string, () => Iterable<ZipFileEntry>>> = {
  'open elements': () => ofHtml('<div>'.repeat(200_000)),
  'open attributes': () => ofHtml('<a href="'.repeat(100_000)),
  'open comments': () => ofHtml('<!--'.repeat(250_000)),
  entities: () => ofHtml('&amp;&#1'.repeat(120_000)),
  'rows of tables': () => ofHtml('<table><tr><td>'.repeat(60_000)),
};

const products = { slack: archives, csv: lists, teams: pages } as const;

export async function archiveInputs({ folder }: Target): Promise<HostileInput[]> {
  const inputs: HostileInput[] = [];
  for (const [product, exports] of Object.entries(products))
    for (const [what, entries] of Object.entries(exports)) {
      const path = join(folder, `hostile-${inputs.length}.zip`);
      await pipeline(Readable.from(zipParts(entries())), createWriteStream(path));
      const send = () => importArchive(product, path, folder);
      inputs.push({ what: `an archive (${product}) of ${what}`, send });
    }
  return inputs;
}

/** @returns how the command ended */
async function importArchive(product: string, path: string, folder: string): Promise<string> {
  const args = [launcher, mainScript, 'import', product, path, '--data', folder, '--source', path];
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  return code === 0 ? 'imported' : (errors.trim().split('\n').at(-1) ?? '').slice(0, 80);
}
