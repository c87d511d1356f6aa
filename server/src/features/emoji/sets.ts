/** GET /static/emoji/<set>-<version>/<code>.webp: the image of an emoji, from a pack that tools/emoji/pictures.ts builds. */
import { open, type FileHandle } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { emojiVersions } from '../../../../wire/emoji-versions.ts';
import { parseStored } from '../../lib/json.ts';

type EmojiSet = keyof typeof emojiVersions;

interface Pack {
  location: string;
  places: ReadonlyMap<string, { start: number; length: number }>;
}

/** The index of a pack is its first line. */
const largestIndex = 256 * 1024;
const newline = 0x0a;

const packFolder = new URL('../../../emoji/', import.meta.url);
const packs = new Map<EmojiSet, Promise<Pack>>();

export function mountEmojiSets(app: FastifyInstance): void {
  app.get<{ Params: PicturePath }>(
    '/static/emoji/:folder/:file',
    { config: { limit: 'cheap', callers: 'anyone' } },
    ({ params }, reply) => sendPicture(params, reply),
  );
}

interface PicturePath {
  folder: string;
  file: string;
}

const isEmojiSet = (name: string): name is EmojiSet => Object.hasOwn(emojiVersions, name);

async function sendPicture({ folder, file }: PicturePath, reply: FastifyReply): Promise<FastifyReply> {
  const [, set = '', version] = /^([a-z-]+)-([0-9a-f]{1,16})$/.exec(folder) ?? [];
  const code = /^([0-9a-f]{4,6}(?:-[0-9a-f]{4,6}){0,9})\.webp$/.exec(file)?.[1];
  const picture = isEmojiSet(set) && code !== undefined ? await findPicture(set, code) : undefined;
  void reply.header('x-content-type-options', 'nosniff');
  if (!isEmojiSet(set) || !picture)
    return reply.code(404).header('cache-control', 'public, max-age=3600').send();
  // A page of another version gets the images of this one, cached only briefly.
  const isCurrent = emojiVersions[set] === version;
  return reply
    .header('cache-control', isCurrent ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    .header('content-type', 'image/webp')
    .send(picture);
}

async function findPicture(set: EmojiSet, code: string): Promise<Buffer | undefined> {
  const found = await readPicture(set, code);
  // The blob set ends with the emoji of 2017.
  return found ?? (set === 'google-blob' ? readPicture('google', code) : undefined);
}

async function readPicture(set: EmojiSet, code: string): Promise<Buffer | undefined> {
  const { location, places } = await openPack(set);
  const place = places.get(code);
  return place && withFile(location, (file) => readPart(file, place.start, place.length));
}

/** @throws Error if the pack is missing or damaged; the next request tries again */
function openPack(set: EmojiSet): Promise<Pack> {
  const known = packs.get(set);
  if (known) return known;
  const opening = readIndex(fileURLToPath(new URL(`${set}.pack`, packFolder)));
  packs.set(set, opening);
  opening.catch(() => packs.delete(set));
  return opening;
}

async function readIndex(location: string): Promise<Pack> {
  const beginning = await withFile(location, (file) => readPart(file, 0, largestIndex));
  const end = beginning.indexOf(newline);
  if (end === -1) throw new Error(`${location} has no index.`);
  const index = parseStored<[code: string, length: number][]>(beginning.toString('utf8', 0, end));
  const places = new Map<string, { start: number; length: number }>();
  let start = end + 1;
  for (const [code, length] of index) {
    places.set(code, { start, length });
    start += length;
  }
  return { location, places };
}

async function withFile<T>(location: string, read: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(location);
  try {
    return await read(file);
  } finally {
    await file.close();
  }
}

/** @returns fewer bytes than `length` at the end of the file */
async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}
