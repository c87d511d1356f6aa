/**
 * A zip archive, read in place. An entry is believed no more than it has to be: names lead nowhere else, sizes are bounded
 * and checked while an entry is read, and what is no plain file is left out.
 */
import type { Readable } from 'node:stream';
import type { Entry, ZipFile } from 'yauzl';
import { StartRefused } from '../../../lib/start-refused.ts';
import { mostFiles, safePath, type Input, type InputFile } from './input.ts';

interface ZipEntry extends InputFile {
  entry: Entry;
}

/** Deflate gets to a thousandth at most; text of people never to a two-hundredth. */
const mostRatio = 200;
/** Below it, a ratio says nothing. */
const harmlessBytes = 64 * 1024 * 1024;

const symbolicLink = 0o120000;
const typeMask = 0o170000;

/** @throws StartRefused for a damaged archive. */
export async function openZip(path: string): Promise<Input> {
  const { openPromise } = await import('yauzl');
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch((error: unknown) => {
    throw damaged(error);
  });
  const files = new Map<string, ZipEntry>();
  const problems: Input['problems'][number][] = [];
  try {
    for await (const entry of zip.eachEntry()) take(entry, files, problems);
  } catch (error) {
    zip.close();
    throw damaged(error);
  }
  return {
    files,
    problems,
    open: (name) => openEntry(zip, name, files.get(name)),
    close() {
      zip.close();
      return Promise.resolve();
    },
  };
}

function take(entry: Entry, files: Map<string, ZipEntry>, problems: Input['problems'][number][]): void {
  // Names are UTF-8 whatever the flag of the entry says.
  const given = Buffer.from(entry.fileName as unknown as Uint8Array).toString('utf8');
  if (given.endsWith('/')) return;
  const name = safePath(given);
  const reason = refusal(entry, name);
  if (reason !== undefined || name === undefined) {
    problems.push({ place: given, reason: reason ?? 'The path leads out of the archive.' });
    return;
  }
  if (files.size >= mostFiles) throw new StartRefused(`The archive has more than ${mostFiles} files.`);
  files.set(name, { size: entry.uncompressedSize, entry: slim(entry) });
}

function refusal(entry: Entry, name: string | undefined): string | undefined {
  if (name === undefined) return 'The path leads out of the archive.';
  if (((entry.externalFileAttributes >>> 16) & typeMask) === symbolicLink) return 'It is a symbolic link.';
  if (entry.isEncrypted()) return 'It is encrypted.';
  const { compressedSize, uncompressedSize } = entry;
  if (uncompressedSize > harmlessBytes && uncompressedSize > compressedSize * mostRatio)
    return 'It expands to far more than such a file can.';
  return undefined;
}

/** Without the names and fields that only the listing needs: there may be a million. */
function slim(entry: Entry): Entry {
  const { generalPurposeBitFlag, compressionMethod, compressedSize, uncompressedSize } = entry;
  const kept = { generalPurposeBitFlag, compressionMethod, compressedSize, uncompressedSize };
  const { relativeOffsetOfLocalHeader } = entry;
  return Object.assign(Object.create(Object.getPrototypeOf(entry) as object) as Entry, kept, {
    relativeOffsetOfLocalHeader,
  });
}

async function openEntry(zip: ZipFile, name: string, found: ZipEntry | undefined): Promise<Readable> {
  if (!found) throw new RangeError(`There is no file ${name}.`);
  return zip.openReadStreamPromise(found.entry);
}

const damaged = (error: unknown): StartRefused =>
  error instanceof StartRefused
    ? error
    : new StartRefused(
        `The zip archive is damaged: ${error instanceof Error ? error.message : String(error)}`,
      );
