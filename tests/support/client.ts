/** A plain client of the API: sends parameters as libraries do and gives back what came. */
import { checkContract } from './contract.ts';
import { request } from './clients/request.ts';

export type Params = Record<string, unknown>;

export interface Reply {
  status: number;
  readonly headers: Headers;
  // What a response holds is what the test is about; each test says what it expects.
  json: Json;
}

export type Json = { [field: string]: JsonValue } & { result: string; msg: string; code?: string };
// A test reads deep into responses; unknown at each level would bury it in casts.
export type JsonValue = ReturnType<typeof JSON.parse>;

export interface Account {
  id: number;
  email: string;
  apiKey: string;
}

export class Client {
  readonly url: string;
  readonly #authorization: string | undefined;

  constructor(url: string, account?: Pick<Account, 'email' | 'apiKey'>) {
    this.url = url;
    this.#authorization = account && basicAuthorization(account);
  }

  get(path: string, params: Params = {}, init: RequestInit = {}): Promise<Reply> {
    const query = encode(params).toString();
    return this.send('GET', query === '' ? path : `${path}?${query}`, init);
  }

  post(path: string, params: Params = {}, init: RequestInit = {}): Promise<Reply> {
    return this.send('POST', path, { body: encode(params), ...init });
  }

  patch(path: string, params: Params = {}, init: RequestInit = {}): Promise<Reply> {
    return this.send('PATCH', path, { body: encode(params), ...init });
  }

  delete(path: string, params: Params = {}, init: RequestInit = {}): Promise<Reply> {
    return this.send('DELETE', path, { body: encode(params), ...init });
  }

  async send(method: string, path: string, init: RequestInit = {}): Promise<Reply> {
    const headers = new Headers(init.headers);
    // As a program that people write with: what they send is read for them.
    if (!headers.has('user-agent')) headers.set('user-agent', 'Heddle/0 (tests)');
    // Compression costs more than the local connection that it would spare.
    if (!headers.has('accept-encoding')) headers.set('accept-encoding', 'identity');
    if (this.#authorization !== undefined) headers.set('authorization', this.#authorization);
    const response = await request(`${this.url}/api/v1${path}`, { ...init, method, headers });
    const { status } = response;
    const json = JSON.parse(response.text) as Json;
    checkContract(method, path, status, json);
    return {
      status,
      json,
      get headers() {
        return response.headers;
      },
    };
  }
}

/** The `Authorization` header that programs send. */
export const basicAuthorization = ({ email, apiKey }: Pick<Account, 'email' | 'apiKey'>): string =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

/** Strings as they are, everything else as JSON; absent values are not sent. */
export function encode(params: Params): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(params))
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form;
}
