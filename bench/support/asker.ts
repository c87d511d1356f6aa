/** A client that asks one thing after the other over one connection, and reads what comes back. */
import { connect, type Socket } from 'node:net';

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

/** HTTP/1.1 as the benchmarks speak it, over raw sockets: what the client does must not be what is measured. */
export interface RequestParts {
  method: 'GET' | 'POST';
  /** Below `/api/v1`. */
  path: string;
  host: string;
  /** Base64 of `email:key`. */
  authorization: string;
  /** A form. */
  form: string;
  /** Accepted encodings of the response. */
  encoding?: string | undefined;
}

export const composeRequest = ({ method, path, host, authorization, form, encoding }: RequestParts): string =>
  `${method} /api/v1${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Basic ${authorization}\r\n` +
  (encoding === undefined ? '' : `Accept-Encoding: ${encoding}\r\n`) +
  (method === 'GET' ? '' : `Content-Type: application/x-www-form-urlencoded\r\n`) +
  `Content-Length: ${Buffer.byteLength(form)}\r\n\r\n${form}`;

/** Keeps only the beginning of a large response. */
export class ResponseParser {
  start = '';
  #bytes = 0;
  #bodyAt = Infinity;
  #length = Infinity;

  isWholeWith(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.#length === Infinity) this.#readHead(chunk);
    return this.#bytes >= this.#length;
  }

  #readHead(chunk: Buffer): void {
    this.start += chunk.toString('latin1');
    const end = this.start.indexOf('\r\n\r\n');
    const length = /content-length: (\d+)/i.exec(this.start)?.[1];
    if (end < 0 || length === undefined) return;
    this.#bodyAt = end + 4;
    this.#length = this.#bodyAt + Number(length);
  }

  /** Index of the first byte of the body, once all has arrived. */
  get bodyAt(): number {
    return this.#bodyAt;
  }

  get isSuccess(): boolean {
    const isCompressed = /content-encoding: \w/i.test(this.start);
    return (
      this.start.startsWith('HTTP/1.1 200') && (isCompressed || this.start.includes('"result":"success"'))
    );
  }
}
