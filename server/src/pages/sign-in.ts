/** /login, /logout and /choose. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { organizationSettings } from '../core/organization/settings.ts';
import { personWithPassword } from '../features/sign-in/sign-in.ts';
import type { Heddle } from '../app/open-app.ts';
import { ApiError } from '../lib/errors.ts';
import { leaveSession, startSession } from '../core/sessions/rows.ts';
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

export function mountSignIn(app: FastifyInstance, heddle: Heddle, ahead: onRequestAsyncHookHandler): void {
  app.get('/login', { onRequest: ahead }, (request, reply) => showSignIn(heddle, request, reply));
  app.post('/login', (request, reply) => signIn(heddle, request, reply));
  app.get('/logout', (request, reply) => showSignOut(heddle, request, reply));
  app.post('/logout', (request, reply) => signOut(heddle, request, reply));
  app.get('/choose', (request, reply) => choose(heddle, request, reply));
}

const formFor = ({ config }: Heddle, visitor: Visitor, next: string, username = ''): SignInForm => ({
  frame: frameFor(visitor),
  about: aboutOf(visitor.directory),
  hasUserNames: config.ldapUrl !== undefined,
  next,
  username,
  isOpen: !organizationSettings(visitor.directory).invite_required,
});

/** What has just been done, by the name that it has in addresses. */
const notes: Readonly<Record<string, TextKey>> = { reset: 'signIn.reset', out: 'signIn.out' };

async function showSignIn(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  const { next, note } = request.query as { next?: unknown; note?: unknown };
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  const to = safeNext(next);
  if (visitor.me) return guard(reply).redirect(to, 303);
  const told = typeof note === 'string' && Object.hasOwn(notes, note) ? notes[note] : undefined;
  const form = formFor(heddle, visitor, to);
  return sendPage(reply, signInPage(told === undefined ? form : { ...form, note: visitor.t(told) }));
}

async function signIn(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  const field = fieldsOf(request);
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  const { orgId } = visitor.directory;
  const [username, next] = [field('username'), safeNext(field('next'))];
  try {
    const given = { username, password: field('password') };
    const { user, passwordHash } = await personWithPassword(heddle, { orgId, ip: request.ip }, given);
    await startSession(heddle, visitor.browser, { orgId, userId: user.id, passwordHash });
  } catch (error) {
    const form = formFor(heddle, visitor, next, username);
    const { text, status } = problemOf(visitor.t, error);
    const isUnknown = error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED';
    const problem = isUnknown ? notRight(visitor.t, form) : text;
    return sendPage(reply, signInPage({ ...form, problem }), status);
  }
  return guard(reply).redirect(next, 303);
}

const notRight = (t: Texts, { hasUserNames }: SignInForm): string =>
  t(hasUserNames ? 'signIn.wrongName' : 'signIn.wrongEmail');

async function showSignOut(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  if (!visitor.me) return guard(reply).redirect('/login', 303);
  return sendPage(reply, signOutPage(frameFor(visitor)));
}

async function signOut(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  await leaveSession(heddle, visitor.browser, visitor.directory.orgId);
  return guard(reply).redirect('/login?note=out', 303);
}

async function choose(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  if (!knownSite(heddle, request, reply)) return reply;
  const { address } = request.query as { address?: unknown };
  const typed = typeof address === 'string' ? address.trim() : '';
  const to = typed === '' ? undefined : organizationAt(heddle, typed);
  if (to !== undefined) return guard(reply).redirect(to, 303);
  const t = textsFor(request);
  const root = new URL(organizationUrl(heddle, ''));
  const form = { typed, example: `weavers.${root.host}`, places: await listedOrganizations(heddle) };
  const page = choosePage(t, typed === '' ? form : { ...form, problem: t('choose.unknown') });
  // Browsers hold the redirect that answers a form against the policy of its page.
  const targets = `${root.origin} ${root.protocol}//*.${root.host}`;
  return sendPage(reply, page, typed === '' ? 200 : 404, targets);
}

/** Those that want to be named to anybody. */
async function listedOrganizations(heddle: Heddle): Promise<{ name: string; url: string }[]> {
  const { organizations } = heddle;
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
      url: organizationUrl(heddle, subdomain),
    }));
}

/** Where an organization is reached, by its subdomain, its host name, or the address of one of its pages. */
function organizationAt(heddle: Heddle, typed: string): string | undefined {
  const url = URL.parse(/^https?:/i.test(typed) ? typed : `http://${typed}`);
  if (!url) return undefined;
  const root = new URL(organizationUrl(heddle, '')).hostname;
  const host = url.hostname;
  const isBelow = host.endsWith(`.${root}`);
  const subdomain = host === root ? '' : isBelow ? host.slice(0, -root.length - 1) : host;
  const found = heddle.organizations.names.find((name) => name.subdomain === subdomain);
  return found && organizationUrl(heddle, found.subdomain);
}
