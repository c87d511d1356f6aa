/** Serves the web client: files to everyone, and its page to signed-in users at all paths that have no other route. */
import { createReadStream } from 'node:fs';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { serverPathKind } from '../../../wire/server-paths.ts';
import type { AppContext } from '../core/context/index.ts';
import { ownLanguage } from '../core/organization/index.ts';
import { type Browser, sessionLifetimeMs } from '../core/sessions/index.ts';
import { acceptedEncodings } from '../http/response/compress.ts';
import { apiError } from '../lib/errors.ts';
import type { BuiltFile, BuiltFiles } from './built-files.ts';
import { FirstVisits, sendFirstPage } from './first-visit/first-visit.ts';
import { getPermissions, guard, sendPage } from './layout/layout.ts';
import { notBuiltPage } from './sign-in-pages.ts';
import { readClientPath } from './links/linked-place.ts';
import { findPublicPage } from './links/public-page.ts';
import { sendOther } from './other-builds.ts';
import { isTypeSubset, typePrefix } from './layout/style.ts';
import { hasPublicHome, showPublicHome } from './public/routes.ts';
import { homePage, frameFor, resolveViewer, type Viewer } from './viewer.ts';
import { pathParam } from '../http/request/values.ts';
import { isFresh } from '../lib/net/etag.ts';

/**
 * Only resources of this server. Messages contain style attributes, with which KaTeX positions formulas; these
 * cannot run scripts or load resources, so they are allowed, while style sheets must be files.
 */
const clientPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "worker-src 'self'",
  "manifest-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
].join('; ');

/** The service worker has its own policy: it only makes requests to this server. */
const workerFile = 'sw.js';
const workerPolicy = "default-src 'none'; connect-src 'self'";

/** Makes pages before the client, such as the sign-in, prefetch its files. */
export function fetchAhead(files: BuiltFiles): onRequestAsyncHookHandler {
  return async (_request, reply) => {
    const links = files.firstLoad().map((path) => `<${path}>; rel=prefetch`);
    if (links.length > 0) reply.header('link', links.join(', '));
  };
}

/** The client and the page for first visits. */
interface ServedClient {
  files: BuiltFiles;
  firstVisits: FirstVisits;
}

export function mountClient(fastify: FastifyInstance, app: AppContext, files: BuiltFiles): void {
  const client = { files, firstVisits: new FirstVisits(fastify, files) };
  fastify.get('/', { config: { callers: 'visitors' } }, (request, reply) =>
    showStart(app, client, request, reply),
  );
  // Programs that do not read pages ask for it, such as feed readers.
  fastify.get('/favicon.ico', { config: { callers: 'anyone' } }, (_request, reply) =>
    guard(reply).redirect('/icons/192.png', 302),
  );
  fastify.get(`${typePrefix}:name`, { config: { limit: 'cheap', callers: 'anyone' } }, (request, reply) =>
    sendTypeface(files, request, reply),
  );
  fastify.get('/*', { config: { limit: 'cheap', callers: 'visitors' } }, async (request, reply) => {
    const path = pathParam(request, '*');
    const file = files.find(path);
    if (file) return sendFile(file, request, reply);
    if (await sendOther(app, path, request, reply)) return reply;
    if (!isNavigation(request, path)) throw apiError('requests.not-found');
    return showClient(app, client, request, reply);
  });
}

/** Redirects to the file that the client also loads, so that it is cached at the sign-in. */
function sendTypeface(files: BuiltFiles, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const subset = pathParam(request, 'name').replace(/\.woff2$/, '');
  const file = isTypeSubset(subset) ? files.beginningWith(`assets/${subset}-wght-normal-`) : undefined;
  if (!file) throw apiError('requests.not-found');
  return guard(reply).header('cache-control', 'public, max-age=3600').redirect(`/${file.path}`, 302);
}

function isNavigation({ headers }: FastifyRequest, path: string): boolean {
  return serverPathKind(path) !== 'files' && (headers.accept ?? '').includes('text/html');
}

/** The public start page for anonymous users, otherwise the client. */
async function showStart(
  app: AppContext,
  client: ServedClient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const isPublic = !viewer.me && hasPublicHome(app, viewer.cache);
  return isPublic ? showPublicHome(app, request, reply) : showTo(viewer, client, request, reply);
}

async function showClient(
  app: AppContext,
  client: ServedClient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const place = readClientPath(request.url.replace(/\?.*$/, ''));
  const open = viewer.me ? undefined : await findPublicPage(app, viewer.cache, request.ip, place);
  return open === undefined ? showTo(viewer, client, request, reply) : guard(reply).redirect(open, 303);
}

async function showTo(
  viewer: Viewer,
  { files, firstVisits }: ServedClient,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const frame = frameFor(viewer);
  const index = files.index();
  if (!viewer.me && !index) return sendPage(reply, homePage(frame, viewer.origin));
  if (!viewer.me) return guard(reply).redirect(signInAddress(request.url), 303);
  if (!index) return sendPage(reply, notBuiltPage(frame), 503);
  markSession(viewer.browser);
  void guard(reply)
    .header('content-security-policy', clientPolicy)
    .header('permissions-policy', getPermissions('self'))
    .header('vary', 'Cookie');
  // Otherwise it is only requested after the script is loaded.
  const texts = files.findTexts(ownLanguage(viewer.me.user) ?? '');
  if (texts !== undefined) void reply.header('link', `<${texts}>; rel=modulepreload`);
  const first = await firstVisits.page(index, viewer.me.id, request);
  if (first === undefined)
    return sendBody(index, request, reply.header('cache-control', 'private, no-cache'));
  // It contains the user's current state, so it keeps `no-store`.
  const policy = clientPolicy.replace("style-src 'self'", `$& ${first.styleHash}`);
  return sendFirstPage(first.html, request, reply.header('content-security-policy', policy));
}

/** Sets the mark cookie for sessions of versions without it. */
function markSession(browser: Browser): void {
  if (browser.token !== undefined && !browser.isMarked) browser.keep(browser.token, sessionLifetimeMs / 1000);
}

const signInAddress = (url: string): string =>
  url === '/' ? '/login' : `/login?next=${encodeURIComponent(url)}`;

function sendFile(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void guard(reply).header(
    'cache-control',
    // Their names contain a hash of the content.
    file.path.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'public, no-cache',
  );
  if (file.path === workerFile) void reply.header('content-security-policy', workerPolicy);
  return sendBody(file, request, reply);
}

function sendBody(file: BuiltFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  void reply.header('etag', file.etag).header('content-type', file.type);
  if (file.encodings.length > 0)
    void reply.header('vary', [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', '));
  if (isFresh(request, file.etag)) return reply.code(304).send();
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const encoding = file.encodings.find(({ name }) => accepted.has(name));
  if (encoding) void reply.header('content-encoding', encoding.name);
  const { location, size } = encoding ?? file;
  // A newer build may be longer than the announced length.
  const stream = createReadStream(location, { end: Math.max(0, size - 1) });
  return reply.header('content-length', size).send(stream);
}
