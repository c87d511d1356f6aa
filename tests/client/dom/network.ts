/** Requests of a page: with the cookies of its browser, past what a test puts in their way. */
import { setTimeout as pause } from 'node:timers/promises';

export interface PageRequest {
  url(): string;
  method(): string;
  postData(): string | null;
  headers(): Record<string, string>;
}

interface FulfillOptions {
  status?: number;
  headers?: Record<string, string>;
  contentType?: string;
  body?: string;
  json?: unknown;
  response?: PageResponse;
}

/** A response that has come, of which a test may read before the page does. */
export class PageResponse {
  readonly #asked: PageRequest;
  readonly #status: number;
  readonly #headers: Headers;
  readonly #body: Buffer;

  constructor(asked: PageRequest, status: number, headers: Headers, body: Buffer) {
    this.#asked = asked;
    this.#status = status;
    this.#headers = headers;
    this.#body = body;
  }

  request = (): PageRequest => this.#asked;
  url = (): string => this.#asked.url();
  status = (): number => this.#status;
  text = async (): Promise<string> => this.#body.toString();
  body = async (): Promise<Buffer> => this.#body;
  json = async (): Promise<unknown> => JSON.parse(this.#body.toString());
  toResponse = (): Response =>
    new Response([204, 304].includes(this.#status) ? null : new Uint8Array(this.#body), {
      status: this.#status,
      headers: this.#headers,
    });
}

export interface Route {
  request(): PageRequest;
  continue(): Promise<void>;
  fallback(): Promise<void>;
  abort(): Promise<void>;
  fetch(): Promise<PageResponse>;
  fulfill(given: FulfillOptions): Promise<void>;
}

type Pattern = string | RegExp;
type Handler = (route: Route) => unknown;

interface Rule {
  pattern: Pattern;
  handler: Handler;
  left: number;
}

/** `**` is anything, `*` anything but a slash. */
export function fits(pattern: Pattern, url: string): boolean {
  if (typeof pattern !== 'string') return pattern.test(url);
  const parts = pattern.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`).test(url);
}

export class Cookies {
  readonly #values = new Map<string, { value: string; isSecret: boolean }>();

  take(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0(?:;|$)/i.test(line)) this.#values.delete(name);
      else this.#values.set(name, { value, isSecret: /;\s*httponly/i.test(line) });
    }
  }

  clear(): void {
    this.#values.clear();
  }

  get size(): number {
    return this.#values.size;
  }

  all(): string {
    return this.#join(() => true);
  }

  /** Those that scripts may read. */
  open(): string {
    return this.#join(({ isSecret }) => !isSecret);
  }

  #join(wanted: (one: { isSecret: boolean }) => boolean): string {
    const found = [...this.#values].filter(([, one]) => wanted(one));
    return found.map(([name, { value }]) => `${name}=${value}`).join('; ');
  }
}

/** What all pages of a browser share. */
export class Network {
  readonly cookies = new Cookies();
  readonly base: string;
  isOffline = false;
  readonly #cut = new Set<AbortController>();

  constructor(base: string) {
    this.base = base;
  }

  /** Cuts what is under way as well. */
  setOffline(isOffline: boolean): void {
    this.isOffline = isOffline;
    if (isOffline) for (const one of this.#cut) one.abort();
  }

  async send(url: string, init: RequestInit = {}): Promise<Response> {
    if (this.isOffline) throw new TypeError('offline');
    const cut = new AbortController();
    this.#cut.add(cut);
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0) headers.set('cookie', this.cookies.all());
    headers.set('accept-encoding', 'identity');
    headers.set('accept-language', 'en-GB');
    headers.set('user-agent', 'Mozilla/5.0 (X11; Linux x86_64) Tests');
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    headers.set('origin', this.base);
    const signal = init.signal ? AbortSignal.any([init.signal, cut.signal]) : cut.signal;
    try {
      const response = await fetch(url, { ...init, headers, signal, redirect: 'manual', keepalive: false });
      this.cookies.take(response.headers);
      return response;
    } finally {
      this.#cut.delete(cut);
    }
  }
}

/** The requests of one page. */
export class PageNetwork {
  readonly #network: Network;
  readonly #rules: Rule[] = [];
  readonly #watchers = new Set<(asked: PageRequest) => void>();
  readonly #receivers = new Set<(received: PageResponse) => void>();
  readonly #end = new AbortController();

  constructor(network: Network) {
    this.#network = network;
  }

  /** Happens when the page is left. */
  get left(): AbortSignal {
    return this.#end.signal;
  }

  /** The requests of a page that is left come to nothing. */
  close(): void {
    this.#end.abort();
  }

  /** Handlers and watchers of the page before continue. */
  next(): PageNetwork {
    const next = new PageNetwork(this.#network);
    next.#rules.push(...this.#rules);
    for (const one of this.#watchers) next.#watchers.add(one);
    for (const one of this.#receivers) next.#receivers.add(one);
    return next;
  }

  route(pattern: Pattern, handler: Handler, times = Infinity): void {
    this.#rules.unshift({ pattern, handler, left: times });
  }

  unroute(pattern?: Pattern): void {
    const kept = pattern === undefined ? [] : this.#rules.filter((rule) => rule.pattern !== pattern);
    this.#rules.splice(0, Infinity, ...kept);
  }

  watch(see: (asked: PageRequest) => void): () => void {
    this.#watchers.add(see);
    return () => this.#watchers.delete(see);
  }

  receive(see: (received: PageResponse) => void): () => void {
    this.#receivers.add(see);
    return () => this.#receivers.delete(see);
  }

  /** Takes the place of `window.fetch`. */
  async fetch(to: string | URL, init: RequestInit = {}): Promise<Response> {
    const url = new URL(to, this.#network.base).href;
    if (this.#end.signal.aborted) return new Promise<never>(() => undefined);
    const asked = getAsked(url, init);
    for (const see of this.#watchers) see(asked);
    const signal = init.signal ? AbortSignal.any([init.signal, this.#end.signal]) : this.#end.signal;
    const send = async (): Promise<PageResponse> => {
      const response = await this.#network.send(url, { ...init, signal });
      const body = Buffer.from(await response.arrayBuffer());
      return new PageResponse(asked, response.status, response.headers, body);
    };
    const received = await this.#pass(asked, send, signal);
    for (const see of this.#receivers) see(received);
    return received.toResponse();
  }

  /** A part of the client that is fetched later: whether it came. Nothing is fetched unless a test has put something in its way. */
  async fetchScript(name: string): Promise<boolean> {
    const url = `${this.#network.base}/assets/${name}`;
    const asked = getAsked(url, {});
    for (const see of this.#watchers) see(asked);
    const there = async () =>
      new PageResponse(asked, this.#network.isOffline ? 503 : 200, new Headers(), Buffer.alloc(0));
    const received = await this.#pass(asked, there, this.#end.signal);
    return received.status() === 200;
  }

  async #pass(
    asked: PageRequest,
    send: () => Promise<PageResponse>,
    signal: AbortSignal,
  ): Promise<PageResponse> {
    for (const rule of [...this.#rules]) {
      if (rule.left <= 0 || !fits(rule.pattern, asked.url())) continue;
      rule.left--;
      const received = await handle(rule.handler, asked, send, signal, () => this.#network.isOffline);
      if (received !== 'next') return received;
    }
    return send();
  }
}

const getAsked = (url: string, init: RequestInit): PageRequest => ({
  url: () => url,
  method: () => init.method ?? 'GET',
  postData: () =>
    init.body === undefined || init.body === null ? null : (init.body as { toString(): string }).toString(),
  headers: () => Object.fromEntries(new Headers(init.headers)),
});

/** Leaves it to a test what comes of a request. */
function handle(
  handler: Handler,
  asked: PageRequest,
  send: () => Promise<PageResponse>,
  signal: AbortSignal,
  isOffline: () => boolean,
): Promise<PageResponse | 'next'> {
  const { promise, resolve, reject } = Promise.withResolvers<PageResponse | 'next'>();
  signal.addEventListener('abort', () => reject(new TypeError('aborted')), { once: true });
  const give = async (given: () => Promise<PageResponse | 'next'>): Promise<void> => {
    if (isOffline()) reject(new TypeError('offline'));
    else await given().then(resolve, reject);
  };
  const route: Route = {
    request: () => asked,
    continue: () => give(send),
    fallback: () => give(async () => 'next'),
    abort: async () => reject(new TypeError('cut')),
    fetch: send,
    fulfill: (given) => give(async () => given.response ?? made(asked, given)),
  };
  void (async () => {
    try {
      await handler(route);
    } catch (error) {
      reject(error);
    }
  })();
  return promise;
}

function made(
  asked: PageRequest,
  { status = 200, headers = {}, contentType, body, json }: FulfillOptions,
): PageResponse {
  const all = new Headers(headers);
  if (contentType !== undefined) all.set('content-type', contentType);
  else if (json !== undefined) all.set('content-type', 'application/json');
  return new PageResponse(
    asked,
    status,
    all,
    Buffer.from(json === undefined ? (body ?? '') : JSON.stringify(json)),
  );
}

/** Resolves with the first that fits. @throws Error when none comes for so long */
export async function getFirst<T>(
  listen: (see: (one: T) => void) => () => void,
  isIt: (one: T) => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>();
  const stop = listen((one) => void Promise.resolve(isIt(one)).then((is) => is && resolve(one)));
  const end = new AbortController();
  const late = pause(timeoutMs, undefined, { signal: end.signal }).then(
    () => Promise.reject(new Error('The request or response never came.')),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([promise, late]);
  } finally {
    stop();
    end.abort();
  }
}
