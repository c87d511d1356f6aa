/** The process that reads one export for a running server, and gives way to it. */
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { endWithServer } from '../../../lib/children/end-with-server.ts';
import { growSlowly } from '../../archive/memory.ts';
import { DiskSpace } from '../disk-space.ts';
import { listed, type Records, type SourceRecord, type MessageRecord } from '../records.ts';
import { Scratch } from '../scratch.ts';
import {
  type NumberedRequest,
  type ReaderReply,
  type ReaderRequest,
  type ReplyByKind,
  type StartOrder,
  toFailure,
} from './protocol.ts';
import { openReading, type Reading } from './reading.ts';

class Reader {
  #reading: Reading | undefined;
  #batches: AsyncIterator<SourceRecord[]> | undefined;
  /** Read while the server writes what it got before. */
  #next: Promise<IteratorResult<SourceRecord[]>> | undefined;
  readonly #files = new Map<number, AsyncIterator<Uint8Array>>();
  #opened = 0;

  async reply(request: ReaderRequest): Promise<ReplyByKind[ReaderRequest['kind']]> {
    switch (request.kind) {
      case 'open':
        return this.#open(request.order);
      case 'next':
        return this.#readNext();
      case 'share':
        return this.#current().getShare();
      case 'file':
        return this.#openFile(await this.#current().openFile(request.file));
      case 'bytes':
        return this.#readFile(request.file);
      case 'close':
        await this.#files.get(request.file)?.return?.();
        this.#files.delete(request.file);
        return undefined;
    }
  }

  #current(): Reading {
    if (!this.#reading) throw new Error('No export is open.');
    return this.#reading;
  }

  async #open(order: StartOrder): Promise<ReplyByKind['open']> {
    const scratch = new Scratch(order.folder, new DiskSpace([order.folder], order.spare));
    this.#reading = await openReading(order, scratch);
    const { product, origin, likeness, access, topic, hasOwnFiles } = this.#reading;
    return { product, origin, likeness, access, topic, hasOwnFiles };
  }

  async #readNext(): Promise<ReplyByKind['next']> {
    this.#batches ??= toBatches(flat(this.#current().records()));
    const result = await (this.#next ?? this.#batches.next());
    if (result.done === true) return undefined;
    this.#next = this.#batches.next();
    // An error is reported when the server asks for what comes next.
    this.#next.catch(() => undefined);
    return result.value;
  }

  #openFile(stream: Readable): number {
    const number = ++this.#opened;
    this.#files.set(number, stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>);
    return number;
  }

  async #readFile(number: number): Promise<ReplyByKind['bytes']> {
    const result = await this.#files.get(number)?.next();
    if (result?.done === false) return result.value;
    this.#files.delete(number);
    return undefined;
  }
}

async function* flat(records: Records): AsyncGenerator<SourceRecord[]> {
  for await (const some of records) yield listed(some);
}

const reader = new Reader();
const send = (reply: ReaderReply) => void process.send?.(reply);

process.on('message', ({ number, request }: NumberedRequest) => {
  void reader.reply(request).then(
    (value) => send({ number, value }),
    (error: unknown) => send({ number, failure: toFailure(error) }),
  );
});
endWithServer();
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
growSlowly();

// Cuts a stream of records into messages to the server of bounded size: it handles nothing else while it receives one.

const most = { records: 200, characters: 100_000 };

async function* toBatches(records: AsyncIterable<SourceRecord[]>): AsyncGenerator<SourceRecord[]> {
  let batch: SourceRecord[] = [];
  let characters = 0;
  for await (const some of records)
    for (const record of some) {
      batch.push(record);
      characters += record.kind === 'message' ? weight(record) : 500;
      if (batch.length < most.records && characters < most.characters) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  if (batch.length > 0) yield batch;
}

const weight = ({ text, reactions = [] }: MessageRecord): number =>
  text.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 100), 200) +
  reactions.reduce((sum, { users }) => sum + 20 * users.length, 0);
