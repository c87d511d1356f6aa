/** An export in an unpacked folder, or a single file. */
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Readable } from 'node:stream';
import { StartRefused } from '../../../lib/start-refused.ts';
import type { Scratch } from '../scratch.ts';
import { SpillMap } from '../spill-map.ts';
import { mostFiles, type ByteRange, type Input, type InputFile } from './input.ts';

export const readFrom = (path: string, range?: ByteRange): Readable =>
  range ? createReadStream(path, { start: range.start, end: range.end - 1 }) : createReadStream(path);

const deepest = 32;

export async function openFolder(root: string, scratch: Scratch): Promise<Input> {
  const files = new SpillMap<InputFile>(scratch);
  let count = 0;
  const problems: Input['problems'][number][] = [];
  await walk(root, '', 0);
  return {
    files,
    problems,
    open(path, range) {
      if (!files.has(path)) return Promise.reject(new RangeError(`There is no file ${path}.`));
      return Promise.resolve(readFrom(join(root, path), range));
    },
    close: () => Promise.resolve(),
  };

  async function walk(folder: string, prefix: string, depth: number): Promise<void> {
    if (depth > deepest) {
      problems.push({ place: prefix, reason: 'Folders are nested too deeply.' });
      return;
    }
    for await (const entry of await opendir(folder)) {
      const path = `${prefix}${entry.name}`;
      if (entry.isDirectory()) await walk(join(folder, entry.name), `${path}/`, depth + 1);
      else if (entry.isFile()) files.set(path, { size: (await stat(join(folder, entry.name))).size });
      else problems.push({ place: path, reason: 'It is neither a file nor a folder.' });
      if (++count > mostFiles) throw new StartRefused(`The folder has more than ${mostFiles} files.`);
    }
  }
}

export async function openSingle(path: string): Promise<Input> {
  const name = basename(path);
  const { size } = await stat(path);
  return {
    files: new Map([[name, { size }]]),
    problems: [],
    open: (_path, range) => Promise.resolve(readFrom(path, range)),
    close: () => Promise.resolve(),
  };
}
