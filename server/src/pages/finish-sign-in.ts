/** Finishes a sign-in with a session in the browser, or with the credentials that an app has requested. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { type ExternalSession, getBrowser, getCookies, startSession } from '../core/sessions/index.ts';
import {
  encryptForDesktop,
  encryptForMobile,
  getLoginToken,
  handOutKey,
  takeLoginToken,
} from '../features/external-sign-in/index.ts';
import type { SignInPurpose } from '../features/sign-in/index.ts';
import { programName } from '../lib/client-programs.ts';
import { guard, sendPage } from './layout/layout.ts';
import { isMarkedDesktop, unmarkDesktop } from './app-flow.ts';
import { safeNext } from './next.ts';
import { copyHash, desktopEndPage } from './providers/pages.ts';
import { sendProblem } from './providers/provider-request.ts';
import { frameFor, resolveViewer, type Viewer } from './viewer.ts';
import { pathParam } from '../http/request/values.ts';

export interface PageVisit {
  app: AppContext;
  viewer: Viewer;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface SignedIn {
  account: { userId: number; external?: ExternalSession; passwordHash?: string | null };
  purpose: SignInPurpose;
}

/** @param options `isBound`: something other than the requesting page proves that the user intends to sign in. */
export async function finishSignIn(
  { app, viewer, request, reply }: PageVisit,
  { account, purpose: { next, mobileOtp, desktopOtp } }: SignedIn,
  { isBound = false } = {},
): Promise<FastifyReply> {
  const { orgId } = viewer.cache;
  const browser = getBrowser(app.config, request, reply, { isBound });
  browser.refuseForeignPage();
  if (mobileOtp !== undefined) return finishMobile({ app, viewer, request, reply }, account, mobileOtp);
  if (desktopOtp !== undefined) {
    const data = encryptForDesktop(getLoginToken(app, { ...account, orgId, next }), desktopOtp);
    return sendPage(reply, desktopEndPage(frameFor(viewer), data), 200, { script: copyHash });
  }
  await startSession(app, browser, { ...account, orgId });
  return guard(reply).redirect(safeNext(next), 303);
}

// COMPAT(zulip-flutter, zulip-mobile): they handle this scheme.
const appScheme = 'zulip:';
const appUrl = `${appScheme}//login`;

/** Browsers check redirects after a form against `form-action` of its page. */
export const formTargets = ({ mobileOtp }: SignInPurpose): { formTargets?: string } =>
  mobileOtp === undefined ? {} : { formTargets: appScheme };

async function finishMobile(
  { app, viewer, request, reply }: PageVisit,
  { userId, external }: SignedIn['account'],
  otp: string,
): Promise<FastifyReply> {
  const { orgId } = viewer.cache;
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

/** In the desktop app: exchanges the token from the browser page for a session. */
export async function finishDesktop(
  app: AppContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const cookies = getCookies(app.config, request, reply);
  const found = isMarkedDesktop(cookies)
    ? await takeLoginToken(app, viewer.cache.orgId, pathParam(request, '*'))
    : undefined;
  if (!found) return sendProblem(reply, viewer, viewer.cache.organization.name, 'expired');
  // The token is encrypted with the pad of the app, and the cookie shows that this app started the sign-in.
  const browser = getBrowser(app.config, request, reply, { isBound: true });
  await startSession(app, browser, found);
  unmarkDesktop(cookies);
  return guard(reply).redirect(safeNext(found.next), 303);
}
