/** /login, /logout and /choose. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { organizationSettings } from '../core/organization/index.ts';
import { leaveSession, startSession } from '../core/sessions/index.ts';
import { personWithPassword } from '../features/sign-in/index.ts';
import { ApiError } from '../lib/errors.ts';
import type { TextKey, Texts } from '../lib/i18n/i18n.ts';
import { fieldsOf } from './forms.ts';
import { textsFor } from './language.ts';
import { guard, sendPage } from './layout.ts';
import { safeNext } from './next.ts';
import { aboutOf } from './place.ts';
import { choosePage, signInPage, signOutPage, type SignInForm } from './sign-in-pages.ts';
import { problemOf } from './trouble.ts';
import { organizationUrl } from '../http/urls.ts';
import { frameFor, knownSite, visitorOf, type Visitor } from './visitor.ts';

export function mountSignIn(
  fastify: FastifyInstance,
  app: AppContext,
  ahead: onRequestAsyncHookHandler,
): void {
  fastify.get('/login', { onRequest: ahead }, (request, reply) => showSignIn(app, request, reply));
  fastify.post('/login', (request, reply) => signIn(app, request, reply));
  fastify.get('/logout', (request, reply) => showSignOut(app, request, reply));
  fastify.post('/logout', (request, reply) => signOut(app, request, reply));
  fastify.get('/choose', (request, reply) => choose(app, request, reply));
}

const formFor = ({ config }: AppContext, visitor: Visitor, next: string, username = ''): SignInForm => ({
  frame: frameFor(visitor),
  about: aboutOf(visitor.directory),
  hasUserNames: config.ldapUrl !== undefined,
  next,
  username,
  isOpen: !organizationSettings(visitor.directory).invite_required,
});

/** What has just been done, by the name that it has in addresses. */
const notes: Readonly<Record<string, TextKey>> = { reset: 'signIn.reset', out: 'signIn.out' };

async function showSignIn(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const { next, note } = request.query as { next?: unknown; note?: unknown };
  const visitor = await visitorOf(app, request, reply);
  if (!visitor) return reply;
  const to = safeNext(next);
  if (visitor.me) return guard(reply).redirect(to, 303);
  const told = typeof note === 'string' && Object.hasOwn(notes, note) ? notes[note] : undefined;
  const form = formFor(app, visitor, to);
  return sendPage(reply, signInPage(told === undefined ? form : { ...form, note: visitor.t(told) }));
}

async function signIn(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const field = fieldsOf(request);
  const visitor = await visitorOf(app, request, reply);
  if (!visitor) return reply;
  const { orgId } = visitor.directory;
  const [username, next] = [field('username'), safeNext(field('next'))];
  try {
    const given = { username, password: field('password') };
    const { user, passwordHash } = await personWithPassword(app, { orgId, ip: request.ip }, given);
    await startSession(app, visitor.browser, { orgId, userId: user.id, passwordHash });
  } catch (error) {
    const form = formFor(app, visitor, next, username);
    const { text, status } = problemOf(visitor.t, error);
    const isUnknown = error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED';
    const problem = isUnknown ? notRight(visitor.t, form) : text;
    return sendPage(reply, signInPage({ ...form, problem }), status);
  }
  return guard(reply).redirect(next, 303);
}

const notRight = (t: Texts, { hasUserNames }: SignInForm): string =>
  t(hasUserNames ? 'signIn.wrongName' : 'signIn.wrongEmail');

async function showSignOut(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(app, request, reply);
  if (!visitor) return reply;
  if (!visitor.me) return guard(reply).redirect('/login', 303);
  return sendPage(reply, signOutPage(frameFor(visitor)));
}

async function signOut(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(app, request, reply);
  if (!visitor) return reply;
  await leaveSession(app, visitor.browser, visitor.directory.orgId);
  return guard(reply).redirect('/login?note=out', 303);
}

async function choose(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  if (!knownSite(app, request, reply)) return reply;
  const { address } = request.query as { address?: unknown };
  const typed = typeof address === 'string' ? address.trim() : '';
  const to = typed === '' ? undefined : organizationAt(app, typed);
  if (to !== undefined) return guard(reply).redirect(to, 303);
  const t = textsFor(request);
  const root = new URL(organizationUrl(app, ''));
  const form = { typed, example: `weavers.${root.host}`, places: await listedOrganizations(app) };
  const page = choosePage(t, typed === '' ? form : { ...form, problem: t('choose.unknown') });
  // Browsers hold the redirect that answers a form against the policy of its page.
  const targets = `${root.origin} ${root.protocol}//*.${root.host}`;
  return sendPage(reply, page, typed === '' ? 200 : 404, targets);
}

/** Those that want to be named to anybody. */
async function listedOrganizations(app: AppContext): Promise<{ name: string; url: string }[]> {
  const { organizations } = app;
  const all = await Promise.all(
    organizations.names.map(async ({ id, subdomain }) => ({
      subdomain,
      directory: await organizations.directory(id),
    })),
  );
  return all
    .filter(
      ({ directory }) =>
        organizationSettings(directory).want_advertise_in_communities_directory &&
        !directory.organization.isDeactivated,
    )
    .map(({ subdomain, directory }) => ({
      name: directory.organization.name,
      url: organizationUrl(app, subdomain),
    }));
}

/** Where an organization is reached, by its subdomain, its host name, or the address of one of its pages. */
function organizationAt(app: AppContext, typed: string): string | undefined {
  const url = URL.parse(/^https?:/i.test(typed) ? typed : `http://${typed}`);
  if (!url) return undefined;
  const root = new URL(organizationUrl(app, '')).hostname;
  const host = url.hostname;
  const isBelow = host.endsWith(`.${root}`);
  const subdomain = host === root ? '' : isBelow ? host.slice(0, -root.length - 1) : host;
  const found = app.organizations.names.find((name) => name.subdomain === subdomain);
  return found && organizationUrl(app, found.subdomain);
}
