/** /login, /logout, and the password sign-in for apps. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { organizationSettings } from '../core/organization/index.ts';
import { getCookies, leaveSession } from '../core/sessions/index.ts';
import { findLdap, getProviders } from '../core/sign-in-providers/index.ts';
import { browserSignInPath, getProviderSignOut } from '../features/external-sign-in/index.ts';
import { isPasskeyUsed } from '../core/two-factor/index.ts';
import {
  checkPassword,
  openAddress,
  openPurposeOfApp,
  sealPurposeOfApp,
  type SignInPurpose,
} from '../features/sign-in/index.ts';
import { newChallenge, usePasskey } from '../features/two-factor/index.ts';
import { ApiError } from '../lib/errors.ts';
import type { TextKey, Texts } from '../lib/i18n/i18n.ts';
import { getPads, markDesktop, needsPad, textIn } from './app-flow.ts';
import { finishDesktop, finishSignIn, formTargets } from './finish-sign-in.ts';
import { getFields } from './layout/forms.ts';
import { wishedLanguage } from '../lib/i18n/wished-language.ts';
import { guard, sendPage } from './layout/layout.ts';
import { safeNext } from './next.ts';
import { desktopHash, desktopStartPage, signedOutPage } from './providers/pages.ts';
import { getAssertion, mountPasskeyScript, passkeyForm } from './passkey-form.ts';
import { mountSecondStep, showSecondStep } from './second-step.ts';
import { getAbout } from './layout/place.ts';
import { mountChoose } from './choose.ts';
import { signInPage, signOutPage, type SignInForm } from './sign-in-pages.ts';
import { problemFor } from './layout/form-problem.ts';
import { frameFor, resolveViewer, type Viewer } from './viewer.ts';
import { queryParam } from '../http/request/values.ts';

export function mountSignIn(
  fastify: FastifyInstance,
  app: AppContext,
  ahead: onRequestAsyncHookHandler,
): void {
  const config = { callers: 'anyone' } as const;
  fastify.get('/login', { config, onRequest: ahead }, (request, reply) => showSignIn(app, request, reply));
  fastify.post('/login', { config }, (request, reply) => signIn(app, request, reply));
  fastify.post('/login/passkey', { config }, (request, reply) => signInWithPasskey(app, request, reply));
  mountPasskeyScript(fastify);
  fastify.get(browserSignInPath, { config }, (request, reply) => showSignInForApp(app, request, reply));
  // A wildcard, since tokens exceed the maximum length of parameters.
  fastify.get('/accounts/login/subdomain/*', { config: { callers: 'secret' } }, (request, reply) =>
    finishDesktop(app, request, reply),
  );
  mountSecondStep(fastify, app, sendExpired);
  fastify.get('/logout', { config: { callers: 'session' } }, (request, reply) =>
    showSignOut(app, request, reply),
  );
  fastify.post('/logout', { config: { callers: 'session' } }, (request, reply) =>
    signOut(app, request, reply),
  );
  mountChoose(fastify, app);
}

interface SignInStart {
  purpose: SignInPurpose;
  /** The sealed purpose of an app. */
  forApp?: string | undefined;
  username?: string | undefined;
}

async function formFor(
  app: AppContext,
  viewer: Viewer,
  { purpose: { next }, forApp, username = '' }: SignInStart,
): Promise<SignInForm> {
  const { cache, t } = viewer;
  const { orgId } = cache;
  const passkey = {
    ...newChallenge(app, { orgId, kind: 'signIn' }),
    action: '/login/passkey',
    button: t('signIn.passkey'),
    isAlone: true,
    known: [],
    fields: { next, app: forApp ?? '' },
  };
  return {
    frame: frameFor(viewer),
    about: getAbout(cache),
    hasUserNames: findLdap(app, cache) !== undefined,
    next,
    username,
    isOpen: !organizationSettings(cache).invite_required,
    // Apps have their own buttons for providers.
    providers: forApp === undefined ? getProviders(app, cache) : [],
    passkey: (await isPasskeyUsed(app.db.read, orgId)) ? passkeyForm(passkey) : null,
    ...(forApp === undefined ? {} : { app: forApp }),
  };
}

/** Notices, by the value of the query parameter. */
const notes: Readonly<Record<string, TextKey>> = { reset: 'signIn.reset', out: 'signIn.out' };

async function showSignIn(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const note = queryParam(request, 'note');
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const to = safeNext(queryParam(request, 'next'));
  if (viewer.me) return guard(reply).redirect(to, 303);
  const notice = note !== undefined && Object.hasOwn(notes, note) ? notes[note] : undefined;
  const username = openAddress(app, viewer.cache.orgId, queryParam(request, 'for') ?? '');
  const form = await formFor(app, viewer, { purpose: { next: to }, username });
  const page = signInPage(notice === undefined ? form : { ...form, note: viewer.t(notice) });
  return sendPage(reply, page, 200, { script: 'self' });
}

/** @returns the start of the sign-in from the form; undefined if it has expired */
function getBeginning(app: AppContext, viewer: Viewer, request: FastifyRequest): SignInStart | undefined {
  const field = getFields(request);
  const forApp = field('app') || undefined;
  const next = safeNext(field('next'));
  const purpose = forApp === undefined ? { next } : openPurposeOfApp(app, viewer.cache.orgId, forApp);
  return purpose && { purpose, forApp, username: field('username') };
}

async function signIn(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  viewer.browser.refuseForeignPage();
  const beginning = getBeginning(app, viewer, request);
  if (!beginning) return sendExpired(app, viewer, reply);
  const { purpose, username = '' } = beginning;
  try {
    const given = { username, password: getFields(request)('password') };
    const language = wishedLanguage(request.headers['accept-language']);
    const from = { orgId: viewer.cache.orgId, ip: request.ip, language };
    const { user, passwordHash } = await checkPassword(app, from, given);
    return await showSecondStep({ app, viewer, request, reply }, { user, passwordHash, purpose });
  } catch (error) {
    return sendProblem(app, viewer, reply, { beginning, error });
  }
}

/** /login/passkey: signing in with a passkey as the only factor. */
async function signInWithPasskey(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  viewer.browser.refuseForeignPage();
  const beginning = getBeginning(app, viewer, request);
  if (!beginning) return sendExpired(app, viewer, reply);
  const { state, assertion } = getAssertion(request);
  const at = { orgId: viewer.cache.orgId, origin: viewer.origin };
  try {
    const { id: userId } = await usePasskey(app, at, state, assertion);
    const signedIn = { account: { userId }, purpose: beginning.purpose };
    return await finishSignIn({ app, viewer, request, reply }, signedIn);
  } catch (error) {
    return sendProblem(app, viewer, reply, { beginning, error });
  }
}

async function sendProblem(
  app: AppContext,
  viewer: Viewer,
  reply: FastifyReply,
  { beginning, error }: { beginning: SignInStart; error: unknown },
) {
  const form = await formFor(app, viewer, beginning);
  const { text, status } = problemFor(viewer.t, error);
  const isUnknown = error instanceof ApiError && error.code === 'AUTHENTICATION_FAILED';
  const problem = isUnknown ? notRight(viewer.t, form) : text;
  const additions = { script: 'self', ...formTargets(beginning.purpose) };
  return sendPage(reply, signInPage({ ...form, problem }), status, additions);
}

/** /accounts/login/browser: the password sign-in for apps, which get their credentials at the end. */
async function showSignInForApp(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const pads = getPads(request.query);
  const { name } = viewer.cache.organization;
  if (needsPad(request, pads)) {
    markDesktop(getCookies(app.config, request, reply));
    return sendPage(reply, desktopStartPage(frameFor(viewer), name), 200, { script: desktopHash });
  }
  const purpose = { ...pads, next: safeNext(textIn(request.query, 'next')) };
  const forApp = sealPurposeOfApp(app, viewer.cache.orgId, purpose);
  // The password is required even for signed-in users, so that a link alone cannot hand out an API key.
  const form = await formFor(app, viewer, { purpose, forApp });
  return sendPage(reply, signInPage(form), 200, { script: 'self', ...formTargets(purpose) });
}

async function sendExpired(app: AppContext, viewer: Viewer, reply: FastifyReply) {
  const form = await formFor(app, viewer, { purpose: { next: '/' } });
  const page = signInPage({ ...form, problem: viewer.t('signIn.expired') });
  return sendPage(reply, page, 400, { script: 'self' });
}

const notRight = (t: Texts, { hasUserNames }: SignInForm): string =>
  t(hasUserNames ? 'signIn.wrongName' : 'signIn.wrongEmail');

async function showSignOut(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  if (!viewer.me) return guard(reply).redirect('/login', 303);
  return sendPage(reply, signOutPage(frameFor(viewer)));
}

async function signOut(app: AppContext, request: FastifyRequest, reply: FastifyReply) {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const { browser, cache, origin } = viewer;
  const elsewhere = await getProviderSignOut(app, cache, browser.token, origin);
  await leaveSession(app, browser, cache.orgId);
  if (elsewhere !== undefined) return sendPage(reply, signedOutPage(frameFor(viewer), elsewhere));
  return guard(reply).redirect('/login?note=out', 303);
}
