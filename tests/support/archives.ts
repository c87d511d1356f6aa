/** Archives in memory, and installations to restore them into. */
import { Buffer } from 'node:buffer';
import type { TestContext } from 'node:test';
import { backup, type BackupOptions } from '../../server/src/app/archive/backup.ts';
import type { ArchiveSummary } from '../../server/src/app/archive/write.ts';
import { restore, type RestoreOptions, type RestoreSummary } from '../../server/src/app/archive/restore.ts';
import { encodings, frameHead, headBytes, magic, tags } from '../../server/src/lib/archive/frames.ts';
import { loadConfig, type Config } from '../../server/src/lib/config/config.ts';
import type { Settings } from '../../server/src/lib/config/config-schema.ts';
import { Client, type Account } from './client.ts';
import { makePlace, type Engine, type TestFolder } from './engines.ts';
import { startAt } from './server.ts';
import { undoAfter } from './undo.ts';

export interface MadeArchive {
  bytes: Buffer;
  summary: ArchiveSummary;
}

export async function makeArchive(
  config: Config,
  options: Partial<BackupOptions> = {},
): Promise<MadeArchive> {
  const chunks: Buffer[] = [];
  const sink = (chunk: Buffer) => Promise.resolve(void chunks.push(Buffer.from(chunk)));
  const summary = await backup(config, sink, { hasFiles: true, ...options });
  return { bytes: Buffer.concat(chunks), summary };
}

/** In pieces that have nothing to do with its parts. */
export async function* asStream(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

export interface RestoredPlace extends TestFolder {
  config: Config;
  summary: RestoreSummary;
}

export async function emptyPlace(
  t: TestContext,
  engine: Engine,
  settings: Partial<Settings> = {},
): Promise<TestFolder & { config: Config }> {
  const place = await makePlace(engine);
  undoAfter(t, () => place.remove());
  const { dataDir: data, databaseUrl } = place;
  return { ...place, config: loadConfig({ data, databaseUrl, ...settings }, {}) };
}

export async function restoreInto(
  t: TestContext,
  engine: Engine,
  bytes: Buffer,
  options: RestoreOptions & { settings?: Partial<Settings> } = {},
): Promise<RestoredPlace> {
  const place = await emptyPlace(t, engine, options.settings);
  return { ...place, summary: await restore(place.config, asStream(bytes), options) };
}

/** Starts a server on what was restored. @returns how people of before reach it. */
export async function serveRestored(t: TestContext, place: TestFolder): Promise<(who: Account) => Client> {
  const { port, stop } = await startAt(place, {});
  undoAfter(t, stop);
  return (who) => new Client(`http://127.0.0.1:${port}`, who);
}

/** The same archive with another header, as a later version would write it. */
export function newerArchive(bytes: Buffer, change: object): Buffer {
  const length = bytes.readUInt32LE(magic.length + 4);
  const begin = magic.length + headBytes;
  const header = JSON.parse(bytes.toString('utf8', begin, begin + length)) as { migrations: string[] };
  if ('migrations' in change)
    change = { migrations: [...header.migrations, ...(change.migrations as string[])] };
  const payload = Buffer.from(JSON.stringify({ ...header, ...change }));
  const head = frameHead({ tag: tags.header, encoding: encodings.raw, payload });
  return Buffer.concat([magic, head, payload, bytes.subarray(begin + length)]);
}
