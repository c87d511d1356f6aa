/** /login, /logout and /choose. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { organizationSettings } from '../directory/settings.ts';
import { personWithPassword } from '../features/users/sign-in.ts';
import type { Heddle } from '../heddle.ts';
import { ApiError } from '../http/errors.ts';
import { refuseForeignPage } from '../sessions/browser.ts';
import { leaveSession, startSession } from '../sessions/rows.ts';
import { fieldsOf } from './forms.ts';
import { guard, sendPage } from './layout.ts';
import { safeNext } from './next.ts';
import { aboutOf, placeOf } from './place.ts';
import { choosePage, signInPage, signOutPage, type SignInForm } from './sign-in-pages.ts';
import { organizationUrl } from './urls.ts';
import { visitorOf, type Visitor } from './visitor.ts';

export function mountSignIn(app: FastifyInstance, heddle: Heddle): void {
  app.get('/login', (request, reply) => showSignIn(heddle, request, reply));
  app.post('/login', (request, reply) => signIn(heddle, request, reply));
  app.get('/logout', (request, reply) => showSignOut(heddle, request, reply));
  app.post('/logout', (request, reply) => signOut(heddle, request, reply));
  app.get('/choose', (_request, reply) => choose(heddle, reply));
}

const formFor = ({ config }: Heddle, { directory }: Visitor, next: string, username = ''): SignInForm => ({
  place: placeOf(directory),
  about: aboutOf(directory),
  hasUserNames: config.ldapUrl !== undefined,
  next,
  username,
  isOpen: !organizationSettings(directory).invite_required,
});

const notes: Readonly<Record<string, string>> = {
  reset: 'Your password is changed. Sign in with the new one.',
  out: 'You are signed out.',
};

async function showSignIn(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  const { next, note } = request.query as { next?: unknown; note?: unknown };
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  const to = safeNext(next);
  if (visitor.me) return guard(reply).redirect(to, 303);
  const told = typeof note === 'string' && Object.hasOwn(notes, note) ? notes[note] : undefined;
  return sendPage(
    reply,
    signInPage({ ...formFor(heddle, visitor, to), ...(told === undefined ? {} : { note: told }) }),
  );
}

async function signIn(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  refuseForeignPage(heddle.config, request);
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
    if (!(error instanceof ApiError)) throw error;
    const problem = textFor(error, heddle.config.ldapUrl !== undefined);
    return sendPage(
      reply,
      signInPage({ ...formFor(heddle, visitor, next, username), problem }),
      error.status,
    );
  }
  return guard(reply).redirect(next, 303);
}

function textFor({ code, message, data }: ApiError, hasUserNames: boolean): string {
  const wait = data['retry-after'];
  if (code === 'AUTHENTICATION_FAILED')
    return `The ${hasUserNames ? 'name' : 'e-mail address'} or the password is not right.`;
  if (code !== 'RATE_LIMIT_HIT' || typeof wait !== 'number') return message;
  const minutes = Math.ceil(wait / 60);
  return `Too many attempts. Try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`;
}

async function showSignOut(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  if (!visitor.me) return guard(reply).redirect('/login', 303);
  return sendPage(reply, signOutPage(placeOf(visitor.directory)));
}

async function signOut(heddle: Heddle, request: FastifyRequest, reply: FastifyReply) {
  refuseForeignPage(heddle.config, request);
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  await leaveSession(heddle, visitor.browser, visitor.directory.orgId);
  return guard(reply).redirect('/login?note=out', 303);
}

async function choose(heddle: Heddle, reply: FastifyReply) {
  const { organizations } = heddle;
  const places = await Promise.all(
    organizations.names.map(async ({ id, subdomain }) => {
      const { organization } = await organizations.directory(id);
      return { name: organization.name, url: organizationUrl(heddle, subdomain) };
    }),
  );
  return sendPage(reply, choosePage(places));
}
