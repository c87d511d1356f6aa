/** Files that pages show: fetched like a browser does, and written to the folder once. */
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import type { Mount } from '../../http/server.ts';
import { buildServer } from '../../http/server.ts';
import { resourceFile } from './file-names.ts';

/** Paths on this server; other addresses lead to other servers. */
const ofServer = /^\/(?:user_uploads|avatar|user_avatars|static)\//;

export class Resources {
  readonly #folder: string;
  readonly #host: string;
  readonly #server: FastifyInstance;
  /** By path; `undefined` for resources that could not be fetched. */
  readonly #names = new Map<string, string | undefined>();
  files = 0;

  /** @param mounts what serves uploads, pictures and the rest that pages show */
  constructor(app: AppContext, folder: string, origin: string, mounts: readonly Mount[]) {
    this.#folder = folder;
    this.#host = new URL(origin).host;
    this.#server = buildServer(app, [], mounts);
  }

  /** The name of the file for a path; `undefined` if the path does not exist or may not be read. */
  async get(path: string): Promise<string | undefined> {
    if (!ofServer.test(path)) return undefined;
    if (this.#names.has(path)) return this.#names.get(path);
    const name = await this.#fetch(path);
    this.#names.set(path, name);
    return name;
  }

  async #fetch(path: string): Promise<string | undefined> {
    const headers = { host: this.#host };
    const request = { method: 'GET', url: path, headers, payloadAsStream: true } as const;
    const response = await this.#server.inject(request);
    const body = response.stream();
    if (response.statusCode !== 200) {
      body.destroy();
      return undefined;
    }
    const name = resourceFile(path, response.headers['content-type'] ?? '');
    await pipeline(body, createWriteStream(join(this.#folder, name)));
    this.files++;
    return name;
  }

  close(): Promise<void> {
    return this.#server.close();
  }
}
