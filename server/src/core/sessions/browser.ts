/** The browser of a request: its cookies, and whether a page of ours makes the request. */
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../lib/config/config.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';

export interface Browser {
  /** What its session cookie holds; `undefined` without one. */
  readonly token: string | undefined;
  readonly userAgent: string;
  /** Network address. */
  readonly address: string;
  /** Token of the device cookie, shared by all accounts of the browser; set with the session if there is none yet. */
  getDevice(): string;
  /** Whether it shows the mark of its session, which pages can read. */
  readonly isMarked: boolean;
  /**
   * Sets the session cookie and its mark, or deletes them.
   * @throws ApiError 403 when that replaces or ends a session for a page of another site.
   */
  keep(token: string | null, seconds: number): void;
  /** @throws ApiError 403 when a page of another site asks. */
  refuseForeignPage(): void;
  /** @throws ApiError 403 when no script of ours asks. */
  refuseForeign(): void;
}

const sessionName = 'heddle_session';
/**
 * A second cookie for scripts of our own pages: identifies the session without granting anything. What a page keeps on
 * the device belongs to one session, and is not shown in any other.
 */
const markName = 'heddle_mark';
/** Distinguishes a known browser from a new one, and nothing else; stays when its sessions end. */
const deviceName = 'heddle_device';
const deviceSeconds = 400 * 24 * 3600;
/** Browsers take a cookie of such a name only from the host itself, over TLS, and for all of it. */
const securePrefix = '__Host-';

/** Does not reveal the token. */
const getMark = (token: string): string =>
  createHash('sha256').update(`mark of ${token}`).digest('base64url').slice(0, 22);

/** The cookies of one host that this server sets; over TLS under names that nobody else can set. */
export interface Cookies {
  read(name: string): string | undefined;
  /** @param rest Attributes beside the path and `Secure`. */
  write(name: string, value: string, rest: string): void;
  isSecure: boolean;
}

export function getCookies(config: Config, request: FastifyRequest, reply: FastifyReply): Cookies {
  const isSecure = isSecureSite(config, request);
  const prefix = isSecure ? securePrefix : '';
  return {
    isSecure,
    read: (name) => cookieNamed(request.headers.cookie, prefix + name),
    write: (name, value, rest) =>
      void reply.header(
        'set-cookie',
        `${prefix}${name}=${value}; Path=/; ${rest}${isSecure ? '; Secure' : ''}`,
      ),
  };
}

interface Authority {
  /**
   * Whether something else than the page that asks proves that the browser's owner means it: then another site may
   * have sent them, as a provider of sign-in does.
   */
  isBound?: boolean;
}

export const getBrowser = (
  config: Config,
  request: FastifyRequest,
  reply: FastifyReply,
  { isBound = false }: Authority = {},
): Browser => new RequestBrowser(config, request, reply, isBound);

/**
 * A class, since each request makes one: an accessor of an object that is written out gives each object a layout of its own, in which V8
 * keeps the request, its response and all they refer to until a full collection of garbage.
 */
class RequestBrowser implements Browser {
  readonly token: string | undefined;
  readonly #config: Config;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #isBound: boolean;
  #device: string | undefined;

  constructor(config: Config, request: FastifyRequest, reply: FastifyReply, isBound: boolean) {
    this.#config = config;
    this.#request = request;
    this.#reply = reply;
    this.#isBound = isBound;
    this.token = request.headers.cookie === undefined ? undefined : this.#cookies.read(sessionName);
  }

  get #cookies(): Cookies {
    return getCookies(this.#config, this.#request, this.#reply);
  }

  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? '';
  }

  get address(): string {
    return this.#request.ip;
  }

  getDevice(): string {
    const shown = this.#cookies.read(deviceName) ?? '';
    this.#device ??= /^[\w-]{22}$/.test(shown) ? shown : randomBytes(16).toString('base64url');
    return this.#device;
  }

  // Asked by the page alone, not by each of its requests.
  get isMarked(): boolean {
    return this.token !== undefined && this.#cookies.read(markName) === getMark(this.token);
  }

  keep(kept: string | null, seconds: number): void {
    if (kept !== this.token) this.refuseForeignPage();
    const cookies = this.#cookies;
    const rest = `SameSite=Lax; Max-Age=${kept === null ? 0 : seconds}`;
    cookies.write(sessionName, kept ?? '', `HttpOnly; ${rest}`);
    cookies.write(markName, kept === null ? '' : getMark(kept), rest);
    if (this.#device !== undefined)
      cookies.write(deviceName, this.#device, `HttpOnly; SameSite=Lax; Max-Age=${deviceSeconds}`);
    // Browsers may cache files indefinitely: the next user of a shared computer must not open them.
    if (kept === null) void this.#reply.header('clear-site-data', '"cache"');
  }

  refuseForeignPage(): void {
    if (!this.#isBound) refuseForeignPage(this.#config, this.#request);
  }

  refuseForeign(): void {
    refuseForeignScript(this.#config, this.#request);
  }
}

/** An untrusted proxy cannot report that it terminates TLS, but the configured address does. */
const isSecureSite = ({ baseUrl }: Config, request: FastifyRequest): boolean =>
  request.protocol === 'https' || baseUrl?.startsWith('https:') === true;

function cookieNamed(header: string | undefined, name: string): string | undefined {
  if (!header?.includes(name)) return undefined;
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim() || undefined;
  }
  return undefined;
}

export const clientHeader = 'x-heddle-client';

/**
 * A browser sends the cookie with requests that any site makes. The header can be set by a script of our own pages only, for no
 * other site is given leave; the headers that the browser sets about the requesting page have to agree.
 * @throws ApiError 403
 */
function refuseForeignScript(config: Config, request: FastifyRequest): void {
  if (request.headers[clientHeader] !== 'web')
    throw forged('Requests with a session cookie need the header X-Heddle-Client: web.');
  refuseForeignPage(config, request);
}

/** The same for a form, which can set no header: the browser sends its origin. @throws ApiError 403 */
export function refuseForeignPage(config: Config, request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  const origin = request.headers.origin ?? (site === undefined ? originOfReferer(request) : undefined);
  // Pages with a no-referrer policy send no origin with their forms; then the other header has to be there.
  const isHidden = origin === 'null' && site === 'same-origin';
  const isOurs = origin === undefined || isHidden || ownOrigins(config, request).includes(origin);
  if (!isOurs || (site !== undefined && site !== 'same-origin' && site !== 'none'))
    throw forged('A page of another site made this request.');
}

/** Old browsers send only that; programs send neither. */
function originOfReferer({ headers: { referer } }: FastifyRequest): string | undefined {
  if (referer === undefined || referer === '') return undefined;
  return URL.parse(referer)?.origin ?? 'unknown';
}

/** A picture or file may be shown by our own pages, and opened from anywhere. @throws ApiError 403 */
export function refuseForeignEmbedding({ headers }: FastifyRequest): void {
  const site = headers['sec-fetch-site'];
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  const isOpened = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (!isOpened) throw forged('A page of another site made this request.');
}

const forged = (text: string): ApiError => apiError('authentication.csrf', { why: text });

function ownOrigins({ baseUrl }: Config, { protocol, host }: FastifyRequest): string[] {
  const seen = `${protocol}://${host}`;
  if (baseUrl === undefined) return [seen];
  const configured = new URL(baseUrl);
  return [seen, configured.origin, `${configured.protocol}//${host}`];
}
