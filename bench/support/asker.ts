/** A client that asks one thing after the other over one connection, and reads what comes back. */
import { connect, type Socket } from 'node:net';
import { composeRequest, ResponseParser } from './http.ts';

export interface Got<T> {
  reply: T;
  /** When it had arrived, by `performance.now()`. */
  at: number;
}

export class Asker {
  readonly #authorization: string;
  readonly #socket: Socket;

  /** @param authorization Base64 of `email:key`. */
  constructor(port: number, authorization: string) {
    this.#authorization = authorization;
    this.#socket = connect(port, '127.0.0.1').setNoDelay(true);
  }

  /** @throws Error for a response that is not a success */
  ask<T>(method: 'GET' | 'POST', path: string, params: Record<string, string>): Promise<Got<T>> {
    const { promise, resolve, reject } = Promise.withResolvers<Got<T>>();
    const socket = this.#socket;
    const chunks: Buffer[] = [];
    const response = new ResponseParser();
    const receive = (chunk: Buffer) => {
      chunks.push(chunk);
      if (!response.isWholeWith(chunk)) return;
      const at = performance.now();
      socket.off('data', receive).off('error', reject);
      const body = Buffer.concat(chunks).toString('utf8', response.bodyAt);
      // The caller knows what it has asked for.
      if (response.isSuccess) resolve({ reply: JSON.parse(body) as T, at });
      else reject(new Error(response.start));
    };
    socket.on('data', receive).on('error', reject);
    const form = new URLSearchParams(params).toString();
    const isRead = method === 'GET';
    const parts = { method, host: '127.0.0.1', authorization: this.#authorization };
    socket.write(
      composeRequest({ ...parts, path: isRead ? `${path}?${form}` : path, form: isRead ? '' : form }),
    );
    return promise;
  }

  close(): void {
    this.#socket.destroy();
  }
}
