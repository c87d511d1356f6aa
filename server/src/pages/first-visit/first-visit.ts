/** Detects the first visit of a browser, and creates its page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RegisterResponse } from '../../../../wire/register.ts';
import { compress } from '../../http/response/compress.ts';
import type { BuiltFile, BuiltFiles, ClientRegistration } from '../built-files.ts';
import { parseStored } from '../../lib/json.ts';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { UserSettings } from '../../../../wire/settings.ts';
import { getDirection, getLanguage } from '../../lib/i18n/i18n.ts';
import { html, Html } from '../layout/html.ts';
import { findFirstPlace, type FirstPlace, firstScreen } from './first-screen.ts';

/** Set by the client while it has an offline cache, with which it does not need a new registration. */
const keptCookie = /(?:^|; )heddle_kept=/;

/** After this time the plain page is sent, whose script registers itself. */
const timeoutMs = 10_000;

export class FirstVisits {
  readonly #fastify: FastifyInstance;
  readonly #files: BuiltFiles;
  #shell: { of: BuiltFile; shell: Shell | undefined } | undefined;

  constructor(fastify: FastifyInstance, files: BuiltFiles) {
    this.#fastify = fastify;
    this.#files = files;
  }

  /**
   * The page, with the hash of its style for the policy; undefined if the plain page must be sent.
   * @param index the page of the build
   */
  async page(index: BuiltFile, userId: number, request: FastifyRequest): Promise<FirstVisit | undefined> {
    const shell = this.#readShell(index);
    if (shell === undefined || !isFirstVisit(request)) return undefined;
    const { params, pageSize } = shell.registration;
    const place = findFirstPlace(request.url.replace(/\?.*$/, ''), pageSize);
    const text = await within(
      timeoutMs,
      this.#register(request, { ...params, heddle_messages: place?.messages }),
    );
    if (text === undefined) return undefined;
    const state = parseStored<RegisterResponse>(text);
    if (state.user_id !== userId) return undefined;
    return { html: firstPage(shell, place, state, text), styleHash: shell.styleHash };
  }

  #readShell(index: BuiltFile): Shell | undefined {
    if (this.#shell?.of !== index) this.#shell = { of: index, shell: readShell(this.#files, index) };
    return this.#shell.shell;
  }

  /** Calls the API as the script would, with the same credentials, limits and log. */
  async #register(request: FastifyRequest, params: object): Promise<string | undefined> {
    const fields = Object.entries<unknown>({ ...params }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    );
    const passed = passedOn.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const { statusCode, body } = await this.#fastify.inject({
      method: 'POST',
      url: '/api/v1/register',
      headers: { ...Object.fromEntries(passed), ...ofScript },
      payload: new URLSearchParams(fields).toString(),
      remoteAddress: request.socket.remoteAddress ?? '127.0.0.1',
    });
    return statusCode === 200 ? body : undefined;
  }
}

export interface FirstVisit {
  html: string;
  styleHash: string;
}

/** Headers that identify the client and the trace; no others are passed on. */
const passedOn = [
  'cookie',
  'host',
  'user-agent',
  'accept-language',
  'x-request-id',
  'traceparent',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
] as const;

const ofScript = { 'content-type': 'application/x-www-form-urlencoded', 'x-heddle-client': 'web' };

/** False for service workers, frames and speculative prefetches. */
function isFirstVisit({ headers, method }: FastifyRequest): boolean {
  const destination = headers['sec-fetch-dest'] ?? 'document';
  const isGuess = headers['sec-purpose'] !== undefined || headers.purpose !== undefined;
  return method === 'GET' && destination === 'document' && !isGuess && !keptCookie.test(headers.cookie ?? '');
}

function within<T>(ms: number, result: Promise<T>): Promise<T | undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(undefined), ms);
    const end = (value: T | undefined) => {
      clearTimeout(timer);
      resolve(value);
    };
    // After an error the plain page is sent, and its script reports the error.
    result.then(end, () => end(undefined));
  });
}

export async function sendFirstPage(
  page: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { body, encoding } = await compress(page, request.headers['accept-encoding']);
  if (encoding) void reply.header('content-encoding', encoding);
  const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ');
  return reply.header('vary', vary).header('content-type', 'text/html; charset=utf-8').send(body);
}

// The page of the web client for a browser with an empty cache: it contains the style sheet, the response to `/register`
// that its script would request, and the first visible messages: on a slow network, one round trip instead of three.

interface Shell {
  registration: ClientRegistration;
  /** The hash in `style-src` of the page’s policy. */
  styleHash: string;
  /** The page of the build, split at `<html>` and at the root element of the client. */
  parts: readonly [start: string, head: string, body: string];
}

const htmlTag = '<html lang="en">';
const root = '<div id="app"></div>';
const styleLink = /<link rel="stylesheet"[^>]* href="\/(assets\/[\w.-]+\.css)">/;

/** Undefined if the build lacks a part that is needed. */
function readShell(files: BuiltFiles, index: BuiltFile): Shell | undefined {
  const registration = files.registration();
  const page = readFileSync(index.location, 'utf8');
  const [link = '', path = ''] = styleLink.exec(page) ?? [];
  const sheet = files.find(path);
  if (registration === undefined || sheet === undefined) return undefined;
  const [start, rest, ...others] = page.split(htmlTag);
  const [head, end, ...more] = (rest ?? '').split(root);
  if (start === undefined || head === undefined || end === undefined || others.length + more.length > 0)
    return undefined;
  const style = readFileSync(sheet.location, 'utf8');
  // Lazily loaded chunks look for the link of the style sheet; disabled, it loads nothing.
  const inlined = `${link.replace('<link ', '<link disabled ')}\n    <style>${style}</style>`;
  return {
    registration,
    styleHash: `'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    parts: [start, head.replace(link, () => inlined), end],
  };
}

/** @param text the response to `/register`, from which `state` was parsed */
function firstPage(
  { parts: [start, head, end] }: Shell,
  place: FirstPlace | undefined,
  state: RegisterResponse,
  text: string,
): string {
  const screen = place && firstScreen(place, state);
  const asked = place === undefined ? '' : JSON.stringify(place.messages);
  // Prevents the data from closing the script element.
  const json = new Html(text.replaceAll('<', '\\u003c'));
  const data = html`<script type="application/json" id="registration" data-messages="${asked}">
    ${json}
  </script>`;
  const attributes = html`<html ${look(state.user_settings)}>`;
  // The root element comes first: a message with unclosed elements cannot contain it, and the data is still found.
  return `${start}${attributes.text}${head}${root}${screen?.text ?? ''}${data.text}${end}`;
}

const themes = { 1: undefined, 2: 'dark', 3: 'light' } as const;
const usualLinePercent = 140;
const usualTextPx = 16;

/** The attributes that the client sets once it runs (`web/src/ui/frame/start/look.ts`). */
function look(settings: Partial<UserSettings> = {}): Html {
  const theme = themes[settings.color_scheme ?? 1];
  const language = getLanguage(settings.default_language ?? '') ?? 'en';
  const { web_line_height_percent: line = usualLinePercent, web_font_size_px: px = usualTextPx } = settings;
  return html`lang="${language}" dir="${getDirection(language)}" style="--line-scale:
  ${line / usualLinePercent}; font-size:
  ${px}px"${theme ? html` data-theme="${theme}"` : null}${settings.high_contrast_mode === true ? html` data-high-contrast` : null}${settings.fluid_layout_width === true ? html` data-wide` : null}`;
}
