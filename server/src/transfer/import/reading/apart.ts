/** Reads an export in a process of its own, so that requests to this server do not wait for it. */
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ReadingEnded } from '../../../features/imports/index.ts';
import { forkChild } from '../../../lib/children/children.ts';
import { scratchPrefix } from '../../../lib/files/incoming.ts';
import type { FileRecord, Records } from '../records.ts';
import {
  fromFailure,
  type NumberedRequest,
  type ReaderReply,
  type ReaderRequest,
  type ReplyByKind,
  type StartOrder,
} from './protocol.ts';
import type { Reading } from './reading.ts';

/** Readers keep what grows with an export on disk. */
const heapMebibytes = 512;

/** @throws StartRefused for anything but an export of the product; ReadingEnded if the process ends, then or later. */
export async function readApart(
  { parent, ...order }: Omit<StartOrder, 'folder'> & { parent: string },
  signal: AbortSignal,
): Promise<Reading> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(parent, scratchPrefix));
  const reader = new ReaderProcess(signal);
  const close = async () => {
    await reader.end();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const facts = await reader.request({ kind: 'open', order: { ...order, folder } });
    return {
      ...facts,
      records: () => reader.records(),
      getShare: () => reader.request({ kind: 'share' }),
      openFile: (file) => reader.openFile(file),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

class ReaderProcess {
  readonly #child: ReturnType<typeof forkChild>;
  readonly #waiting = new Map<number, Waiting>();
  readonly #signal: AbortSignal;
  #requests = 0;
  #hasEnded = false;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    const child = forkChild(new URL('./process.ts', import.meta.url), {
      heapMebibytes,
      serialization: 'advanced',
    });
    this.#child = child;
    child.on('message', (reply: ReaderReply) => this.#take(reply));
    child.once('error', () => this.#fail());
    child.once('exit', () => this.#fail());
    signal.addEventListener('abort', this.#stop);
  }

  readonly #stop = (): void => void this.#child.kill('SIGKILL');

  #take(reply: ReaderReply): void {
    const waiting = this.#waiting.get(reply.number);
    this.#waiting.delete(reply.number);
    if ('failure' in reply) waiting?.reject(fromFailure(reply.failure));
    else waiting?.resolve(reply.value);
  }

  #fail(): void {
    this.#hasEnded = true;
    for (const { reject } of this.#waiting.values()) reject(this.#endReason());
    this.#waiting.clear();
  }

  #endReason(): unknown {
    return this.#signal.aborted ? this.#signal.reason : new ReadingEnded();
  }

  request<R extends ReaderRequest>(request: R): Promise<ReplyByKind[R['kind']]> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (this.#hasEnded) reject(this.#endReason());
    else {
      const message: NumberedRequest = { number: ++this.#requests, request };
      this.#waiting.set(message.number, { resolve, reject });
      // The end of the process is reported by its exit.
      this.#child.send(message, () => undefined);
    }
    return promise as Promise<ReplyByKind[R['kind']]>;
  }

  async *records(): Records {
    for (;;) {
      const batch = await this.request({ kind: 'next' });
      if (!batch) return;
      yield batch;
    }
  }

  async openFile(record: FileRecord): Promise<Readable> {
    const file = await this.request({ kind: 'file', file: record });
    return Readable.from(this.#chunks(file), { objectMode: false });
  }

  async *#chunks(file: number): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const bytes = await this.request({ kind: 'bytes', file });
        if (!bytes) return;
        yield bytes;
      }
    } finally {
      if (!this.#hasEnded) await this.request({ kind: 'close', file });
    }
  }

  async end(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#stop);
    if (this.#hasEnded) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await exit;
  }
}
