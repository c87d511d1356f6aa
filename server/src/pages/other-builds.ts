/**
 * The web client of other nodes: during a rolling upgrade, the page sent by one node may request its scripts from another
 * node. Each node stores the scripts of its build in the database, and looks up unknown ones there.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import {
  deleteUnusedClientFiles,
  findClientFile,
  storeClientFile,
  useClientFiles,
} from '../db/client-files.ts';
import { acceptedEncodings } from '../http/response/compress.ts';
import { logFailure } from '../lib/storage/health.ts';
import type { BuiltFile, BuiltFiles } from './built-files.ts';
import { guard } from './layout/layout.ts';

const dayMs = 24 * 3600_000;
const againMs = 10_000;
/** How long the start waits for it. A slow database must not delay it longer. */
const timeoutMs = 5000;
/** Retention of a build that no node serves, for pages that are still open. */
const keptMs = 30 * dayMs;

type SharedBuildContext = Pick<AppContext, 'db' | 'nodes' | 'log'>;

const isShared = ({ path }: BuiltFile): boolean => /^assets\/.*\.(?:js|css)$/.test(path);

/** Stores files of this build that are missing in the database. Does nothing on a single node. */
async function shareBuild({ db, nodes }: SharedBuildContext, files: BuiltFiles): Promise<void> {
  if (nodes.claimant === null || files.index() === undefined) return;
  const own = new Map(
    files
      .all()
      .filter(isShared)
      .map((file) => [file.path, file]),
  );
  const missing = await db.write(0, 'system', async (tx) => {
    await deleteUnusedClientFiles(tx, tx.now - keptMs);
    return useClientFiles(tx, [...own.keys()], tx.now);
  });
  const compressed = missing.flatMap((path) => {
    const file = own.get(path);
    return file ? [{ path, type: file.type, gzip: gzipSync(readFileSync(file.location)) }] : [];
  });
  if (compressed.length === 0) return;
  await db.write(0, 'system', async (tx) => {
    for (const file of compressed) await storeClientFile(tx, file, tx.now);
  });
}

/** Shares the build at start and every day, so that files of running nodes do not expire. */
export class SharedBuild {
  readonly #parts: SharedBuildContext;
  readonly #files: BuiltFiles;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(parts: SharedBuildContext, files: BuiltFiles) {
    this.#parts = parts;
    this.#files = files;
  }

  /** Resolves when the build is shared, or after some seconds. */
  async begin(): Promise<void> {
    await Promise.race([this.share(), sleep(timeoutMs, undefined, { ref: false })]);
  }

  /** Never rejects. */
  async share(): Promise<void> {
    let nextMs = dayMs;
    try {
      await shareBuild(this.#parts, this.#files);
    } catch (error) {
      logFailure(this.#parts.log, error, 'storing the web client for other nodes failed');
      nextMs = againMs;
    }
    if (!this.#isStopped) this.#timer = setTimeout(() => void this.share(), nextMs).unref();
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }
}

/** @returns whether the file is one of another build, and was sent */
export async function sendOther(
  { db, nodes }: SharedBuildContext,
  path: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (nodes.claimant === null || !/^assets\/[\w.-]{1,200}$/.test(path)) return false;
  const file = await findClientFile(db.read, path);
  if (!file) return false;
  const isCompressed = acceptedEncodings(request.headers['accept-encoding']).has('gzip');
  if (isCompressed) void reply.header('content-encoding', 'gzip');
  await guard(reply)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('vary', 'Accept-Encoding')
    .header('content-type', file.type)
    .send(isCompressed ? Buffer.from(file.gzip) : gunzipSync(file.gzip));
  return true;
}
