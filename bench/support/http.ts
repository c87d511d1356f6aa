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

/** Of a large response only the beginning is kept. */
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
