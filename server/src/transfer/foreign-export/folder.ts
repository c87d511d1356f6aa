/** Writes the folder of an export: lists of any length, and the files of messages. */
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { AppContext } from '../../core/context/index.ts';
import { FileGoneError } from '../../lib/files/store.ts';
import { CommandError } from '../../lib/command-error.ts';
import type { ExportedFile } from './reader.ts';

/** The folder itself may be there already, and open to others. */
const ownerOnly = 0o600;

export class OutputFolder {
  readonly #path: string;
  readonly #app: Pick<AppContext, 'files'>;
  readonly #written = new Set<string>();
  readonly #open = new Set<WriteStream>();
  files = 0;
  /** Number of message files that are missing in the store. */
  missing = 0;

  private constructor(app: Pick<AppContext, 'files'>, path: string) {
    this.#app = app;
    this.#path = path;
  }

  /** Readable by its owner only, since an export may contain private data. @throws CommandError if the folder is not empty. */
  static async make(app: Pick<AppContext, 'files'>, path: string): Promise<OutputFolder> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    if ((await readdir(path)).length > 0) throw new CommandError(`${path} is not empty.`);
    return new OutputFolder(app, path);
  }

  async json(name: string, value: unknown): Promise<void> {
    await this.text(name, `${JSON.stringify(value)}\n`);
  }

  async text(name: string, text: string): Promise<void> {
    await writeFile(await this.#place(name), text, { mode: ownerOnly });
  }

  /** Makes the folder of a conversation that may have no messages. */
  async folder(name: string): Promise<void> {
    await mkdir(join(this.#path, name), { recursive: true, mode: 0o700 });
  }

  async open(name: string): Promise<Output> {
    const stream = createWriteStream(await this.#place(name), { mode: ownerOnly });
    this.#open.add(stream.once('close', () => this.#open.delete(stream)));
    return new Output(stream);
  }

  /** Closes the files that an export has left open because it failed. */
  async close(): Promise<void> {
    for (const stream of this.#open) await finished(stream.destroy()).catch(() => undefined);
  }

  /** Copies a file once, however many messages link to it. @returns whether it exists. */
  async copy({ path, size }: ExportedFile, name: string): Promise<boolean> {
    if (this.#written.has(name)) return true;
    return this.#save(name, async () =>
      size === 0 ? [] : this.#app.files.store.read(path, { first: 0, last: size - 1 }),
    );
  }

  /** Copies a file of the store that belongs to no message. @returns whether it exists. */
  copyKey(key: string, name: string): Promise<boolean> {
    const { store } = this.#app.files;
    return this.#save(name, async () => store.read(key, { first: 0, last: (await store.getSize(key)) - 1 }));
  }

  async #save(name: string, open: () => Promise<Readable | []>): Promise<boolean> {
    try {
      const source = await open();
      await pipeline(source, createWriteStream(await this.#place(name), { mode: ownerOnly }));
    } catch (error) {
      if (!(error instanceof FileGoneError)) throw error;
      this.missing++;
      return false;
    }
    this.#written.add(name);
    this.files++;
    return true;
  }

  /** Appends temporary output to the end of a file. */
  async append(name: string, output: Output): Promise<void> {
    const path = join(this.#path, name);
    const text: AsyncIterable<string> = createReadStream(path, 'utf8');
    for await (const chunk of text) await output.write(chunk);
    await rm(path);
  }

  async #place(name: string): Promise<string> {
    const path = join(this.#path, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return path;
  }
}

/** A file that is written piece by piece. */
export class Output {
  readonly #stream: WriteStream;
  #error: Error | undefined;

  constructor(stream: WriteStream) {
    this.#stream = stream;
    // Disks fail between two calls as well, when nobody else listens: that would end the process.
    stream.on('error', (error) => (this.#error ??= error));
  }

  async write(text: string): Promise<void> {
    if (this.#error) throw this.#error;
    if (!this.#stream.write(text)) await once(this.#stream, 'drain');
  }

  async end(text = ''): Promise<void> {
    this.#stream.end(text);
    await finished(this.#stream);
  }
}

/** A JSON array of any length. */
export class JsonList {
  readonly #output: Output;
  #isEmpty = true;

  constructor(output: Output) {
    this.#output = output;
  }

  async add(value: unknown): Promise<void> {
    await this.#output.write(`${this.#isEmpty ? '[' : ',\n'}${JSON.stringify(value)}`);
    this.#isEmpty = false;
  }

  end(): Promise<void> {
    return this.#output.end(this.#isEmpty ? '[]\n' : ']\n');
  }
}
