/** The return from a provider: identifies the user, and finishes the sign-in in this browser or in an app. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { useOnce } from '../../core/limits/index.ts';
import { getCookies } from '../../core/sessions/index.ts';
import {
  ExternalSignInRefused,
  SecondFactorNeeded,
  type Flow,
  openFlow,
  returnPath,
  signInWithProvider,
  takeFlow,
} from '../../features/external-sign-in/index.ts';
import { getProvider } from '../../core/sign-in-providers/index.ts';
import { getSignIn } from '../../features/sign-in/index.ts';
import { InvitationEnded } from '../../features/invites/index.ts';
import { ApiError } from '../../lib/errors.ts';
import {
  type ExternalPerson,
  ProviderResponseError,
  ProviderUnavailableError,
} from '../../lib/oidc/person.ts';
import { SamlProvider } from '../../lib/saml/saml-provider.ts';
import { finishSignIn } from '../finish-sign-in.ts';
import { showSecondStep } from '../second-step.ts';
import { getFields } from '../layout/forms.ts';
import { endedPage, endingStatus } from '../join-pages.ts';
import { wishedLanguage } from '../../lib/i18n/wished-language.ts';
import { sendPage } from '../layout/layout.ts';
import { providerTroublePage } from './pages.ts';
import { sendProblem, type ProviderRequest } from './provider-request.ts';
import { problemFor } from '../layout/form-problem.ts';
import { frameFor } from '../viewer.ts';
import { queryParam } from '../../http/request/values.ts';

export const flowCookie = 'heddle_sign_in';

const parameters = [
  'SAMLResponse',
  'RelayState',
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'session_state',
  'user',
];

function getResponse(request: FastifyRequest): Record<string, string> {
  const field = getFields(request);
  const read = (name: string) =>
    request.method === 'POST' ? field(name) || undefined : queryParam(request, name);
  return Object.fromEntries(
    parameters.flatMap((name) => {
      const value = read(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

export async function endSignIn(visit: ProviderRequest): Promise<FastifyReply> {
  const { app, viewer, provider, orgId, request, reply } = visit;
  const response = getResponse(request);
  const cookies = getCookies(app.config, request, reply);
  const flow = openFlow(app.secrets, cookies.read(flowCookie) ?? '');
  const state = (provider.saml ? response.RelayState : response.state) ?? '';
  const at = { orgId, provider: provider.id, state };
  const client = getProvider(app, provider);
  // It is not bound to this browser, so it must be enabled in the settings of the provider.
  if (!flow && client instanceof SamlProvider && client.allowsIdpInitiated && request.method === 'POST')
    return endIdpInitiated(visit, client, response);
  // A response without a flow of this browser has no effect (login CSRF).
  if (!flow || !(await takeFlow(app, flow, at))) return sendProblem(reply, viewer, provider, 'expired');
  cookies.write(flowCookie, '', 'HttpOnly; SameSite=Lax; Max-Age=0');
  if (response.error === 'access_denied') return sendProblem(reply, viewer, provider, 'cancelled');
  try {
    return await identify(visit, flow, response);
  } catch (error) {
    return sendFailure(visit, error);
  }
}

async function identify(
  visit: ProviderRequest,
  flow: Flow,
  response: Record<string, string>,
): Promise<FastifyReply> {
  const { app, viewer, provider } = visit;
  const redirectUri = viewer.origin + returnPath(provider.id);
  const client = getProvider(app, provider);
  const person = await client.identify(response, flow, redirectUri);
  return finishFor(visit, person, flow);
}

/** A sign-in started at the provider, which identifies the user but does not prove their intent. */
async function endIdpInitiated(
  visit: ProviderRequest,
  client: SamlProvider,
  response: Record<string, string>,
): Promise<FastifyReply> {
  const { app, viewer, provider, orgId } = visit;
  try {
    const redirectUri = viewer.origin + returnPath(provider.id);
    const { person, assertionId } = await client.readResponse(response, redirectUri, undefined);
    if (!(await useOnce(app, `saml ${orgId} ${person.issuer} ${assertionId}`)))
      throw new ProviderResponseError('The assertion was used before');
    return await finishFor(visit, person, { next: '/' });
  } catch (error) {
    return sendFailure(visit, error);
  }
}

/** Signs in a user identified by a provider, or asks for the second factor. */
export async function finishFor(
  visit: ProviderRequest,
  person: ExternalPerson,
  flow: Pick<Flow, 'next' | 'invitation' | 'mobileOtp' | 'desktopOtp'>,
): Promise<FastifyReply> {
  const { app, provider, orgId } = visit;
  const language = wishedLanguage(visit.request.headers['accept-language']);
  const beginning = { key: flow.invitation, language };
  const signedIn = await signInWithProvider(app, orgId, provider, person, beginning).catch(
    (error: unknown) => {
      if (error instanceof SecondFactorNeeded) return error;
      throw error;
    },
  );
  if (signedIn instanceof SecondFactorNeeded) return askSecondFactor(visit, signedIn, person.sid, flow);
  const { userId, identityId } = signedIn;
  const external = { identityId, sid: person.sid, idToken: person.idToken };
  const { next, mobileOtp, desktopOtp } = flow;
  // The cookie of the flow proves that this browser started the sign-in.
  return finishSignIn(
    visit,
    { account: { userId, external }, purpose: { next, mobileOtp, desktopOtp } },
    { isBound: true },
  );
}

/** Control of an email address at a provider does not bypass the second factor of the account. */
async function askSecondFactor(
  visit: ProviderRequest,
  { userId, identity }: SecondFactorNeeded,
  sid: string | null,
  { next, mobileOtp, desktopOtp }: Pick<Flow, 'next' | 'mobileOtp' | 'desktopOtp'>,
): Promise<FastifyReply> {
  const { app, viewer, provider, orgId, reply } = visit;
  const purpose = { next, mobileOtp, desktopOtp, identity: { ...identity, sid } };
  const signIn = await getSignIn(app, orgId, userId, purpose);
  return signIn ? showSecondStep(visit, signIn) : sendProblem(reply, viewer, provider, 'noAccount');
}

export function sendFailure({ app, viewer, provider, reply }: ProviderRequest, error: unknown): FastifyReply {
  const { log } = app;
  if (error instanceof InvitationEnded) {
    log.info({ provider: provider.id, why: error.why }, 'a sign-in with a provider was refused');
    return sendPage(reply, endedPage(frameFor(viewer), error.why), endingStatus[error.why]);
  }
  if (error instanceof ExternalSignInRefused) {
    log.info({ provider: provider.id, why: error.why }, 'a sign-in with a provider was refused');
    return sendProblem(reply, viewer, provider, error.why);
  }
  if (error instanceof ProviderUnavailableError || error instanceof ProviderResponseError) {
    const why = error instanceof ProviderUnavailableError ? 'unavailable' : 'invalid';
    log.error({ err: error.cause ?? error, provider: provider.id }, `the sign-in provider is ${why}`);
    return sendProblem(reply, viewer, provider, why);
  }
  if (!(error instanceof ApiError)) throw error;
  const { text, status } = problemFor(viewer.t, error);
  return sendPage(reply, providerTroublePage(frameFor(viewer), { name: provider.name, text }), status);
}
