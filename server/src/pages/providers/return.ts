/** The way back from a provider: who it was, and what becomes of the sign-in in this browser or in an app. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../../core/context/index.ts';
import { type ExternalSession, getBrowser, getCookies, startSession } from '../../core/sessions/index.ts';
import {
  encryptForDesktop,
  encryptForMobile,
  ExternalSignInRefused,
  type Flow,
  getLoginToken,
  getProvider,
  handOutKey,
  openFlow,
  returnPath,
  signInWithProvider,
  takeFlow,
  takeLoginToken,
} from '../../features/external-sign-in/index.ts';
import { InvitationEnded } from '../../features/invites/index.ts';
import { programName } from '../../lib/client-programs.ts';
import { ApiError } from '../../lib/errors.ts';
import { ProviderResponseError, ProviderUnavailableError } from '../../lib/oidc/person.ts';
import { getFields } from '../layout/forms.ts';
import { endedPage, endingStatus } from '../join-pages.ts';
import { guard, sendPage } from '../layout/layout.ts';
import { safeNext } from '../next.ts';
import { copyHash, desktopEndPage, providerTroublePage } from './pages.ts';
import { sendTrouble, type ProviderVisit } from './visit.ts';
import { getProblem } from '../layout/trouble.ts';
import { frameFor, getViewer } from '../viewer.ts';

export const flowCookie = 'heddle_sign_in';

const parameters = ['code', 'state', 'iss', 'error', 'error_description', 'session_state', 'user'];

function getResponse(request: FastifyRequest): Record<string, string> {
  const field = getFields(request);
  const query = request.query as Readonly<Record<string, unknown>>;
  const read = (name: string) => (request.method === 'POST' ? field(name) || undefined : query[name]);
  return Object.fromEntries(
    parameters.flatMap((name) => {
      const value = read(name);
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );
}

export async function endSignIn(visit: ProviderVisit): Promise<FastifyReply> {
  const { app, viewer, provider, orgId, request, reply } = visit;
  const response = getResponse(request);
  const cookies = getCookies(app.config, request, reply);
  const flow = openFlow(app.secrets, cookies.read(flowCookie) ?? '');
  const at = { orgId, provider: provider.id, state: response.state ?? '' };
  // Nothing is changed by a response that this browser did not ask for.
  if (!flow || !takeFlow(app, flow, at)) return sendTrouble(reply, viewer, provider, 'expired');
  cookies.write(flowCookie, '', 'HttpOnly; SameSite=Lax; Max-Age=0');
  if (response.error === 'access_denied') return sendTrouble(reply, viewer, provider, 'cancelled');
  try {
    return await identify(visit, flow, response);
  } catch (error) {
    return sendFailure(visit, error);
  }
}

async function identify(
  visit: ProviderVisit,
  flow: Flow,
  response: Record<string, string>,
): Promise<FastifyReply> {
  const { app, viewer, provider, orgId } = visit;
  const redirectUri = viewer.origin + returnPath(provider.id);
  const person = await getProvider(app, provider).identify(response, flow, redirectUri);
  const { userId, identityId } = await signInWithProvider(app, orgId, provider, person, flow.invitation);
  const external = { identityId, sid: person.sid, idToken: person.idToken };
  if (flow.mobileOtp !== undefined) return finishMobile(visit, flow.mobileOtp, userId, external);
  if (flow.desktopOtp !== undefined) {
    const token = getLoginToken(app, { orgId, userId, external, next: flow.next });
    const data = encryptForDesktop(token, flow.desktopOtp);
    return sendPage(visit.reply, desktopEndPage(frameFor(viewer), data), 200, { script: copyHash });
  }
  // The cookie of the flow has shown that it is this browser's sign-in, whatever site redirected it here.
  const browser = getBrowser(app.config, visit.request, visit.reply, { isBound: true });
  await startSession(app, browser, { orgId, userId, external });
  return guard(visit.reply).redirect(safeNext(flow.next), 303);
}

// COMPAT(zulip-flutter, zulip-mobile): they wait for this scheme.
const appUrl = 'zulip://login';

async function finishMobile(
  { app, viewer, orgId, request, reply }: ProviderVisit,
  otp: string,
  userId: number,
  external: ExternalSession,
): Promise<FastifyReply> {
  const client = programName(request.headers['user-agent'] ?? '');
  const origin = { source: 'web', address: request.ip, client } as const;
  const apiKey = await handOutKey(app, orgId, userId, external, origin);
  const user = (await app.organizations.cache(orgId)).users.get(userId);
  const query = new URLSearchParams({
    otp_encrypted_api_key: encryptForMobile(apiKey, otp),
    email: user?.deliveryEmail ?? '',
    user_id: String(userId),
    realm: viewer.origin,
  });
  return guard(reply).redirect(`${appUrl}?${query.toString()}`, 302);
}

function sendFailure({ app, viewer, provider, reply }: ProviderVisit, error: unknown): FastifyReply {
  const { log } = app;
  if (error instanceof InvitationEnded) {
    log.info({ provider: provider.id, why: error.why }, 'a sign-in with a provider was refused');
    return sendPage(reply, endedPage(frameFor(viewer), error.why), endingStatus[error.why]);
  }
  if (error instanceof ExternalSignInRefused) {
    log.info({ provider: provider.id, why: error.why }, 'a sign-in with a provider was refused');
    return sendTrouble(reply, viewer, provider, error.why);
  }
  if (error instanceof ProviderUnavailableError || error instanceof ProviderResponseError) {
    const why = error instanceof ProviderUnavailableError ? 'unavailable' : 'invalid';
    log.error({ err: error.cause ?? error, provider: provider.id }, `the sign-in provider is ${why}`);
    return sendTrouble(reply, viewer, provider, why);
  }
  if (!(error instanceof ApiError)) throw error;
  const { text, status } = getProblem(viewer.t, error);
  return sendPage(reply, providerTroublePage(frameFor(viewer), { name: provider.name, text }), status);
}

/** In the desktop app: the token that its browser page showed becomes a session. */
export async function finishDesktop(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await getViewer(app, request, reply);
  if (!viewer) return reply;
  const { token } = request.params as { token: string };
  const found = takeLoginToken(app, viewer.cache.orgId, token);
  if (!found) return sendTrouble(reply, viewer, viewer.cache.organization.name, 'expired');
  // Only who had the pad of the app knows the token.
  const browser = getBrowser(app.config, request, reply, { isBound: true });
  await startSession(app, browser, found);
  return guard(reply).redirect(safeNext(found.next), 303);
}
