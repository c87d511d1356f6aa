/** /join: invitation links, and requests for an invitation to an open organization. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { organizationSettings } from '../core/organization/index.ts';
import { getProviders } from '../core/sign-in-providers/index.ts';
import {
  InvitationEnded,
  acceptInvitation,
  askToJoin,
  invitationByKey,
  joinPath,
} from '../features/invites/index.ts';
import { getSignIn } from '../features/sign-in/index.ts';
import { getFields } from './layout/forms.ts';
import { accountForm, addressForm, endedPage, endingStatus, sentPage, type Entrance } from './join-pages.ts';
import { wishedLanguage } from '../lib/i18n/wished-language.ts';
import { guard, sendPage } from './layout/layout.ts';
import { getAbout } from './layout/place.ts';
import { problemFor } from './layout/form-problem.ts';
import { showSecondStep } from './second-step.ts';
import { frameFor, resolveViewer, type Viewer } from './viewer.ts';
import { pathParam } from '../http/request/values.ts';

interface JoinPageRequest {
  app: AppContext;
  orgId: number;
  viewer: Viewer;
  /** Key of the invitation; '' without one. */
  key: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Page = (visit: JoinPageRequest) => Promise<FastifyReply>;

export function mountJoinPages(
  fastify: FastifyInstance,
  app: AppContext,
  ahead: onRequestAsyncHookHandler,
): void {
  const at = (page: Page) => (request: FastifyRequest, reply: FastifyReply) =>
    visited(app, page, request, reply);
  fastify.get(joinPath, { config: { callers: 'anyone' } }, at(showOpen));
  fastify.post(joinPath, { config: { callers: 'anyone' } }, at(ask));
  const config = { callers: 'secret' } as const;
  fastify.get(`${joinPath}/:key`, { config, onRequest: ahead }, at(show));
  fastify.post(`${joinPath}/:key`, { config }, at(join));
}

const getEntrance = ({ app, viewer, key }: JoinPageRequest): Entrance => ({
  ...frameFor(viewer),
  about: getAbout(viewer.cache),
  delivers: app.config.smtpUrl !== undefined,
  providers: {
    // Only providers that create accounts.
    providers: getProviders(app, viewer.cache).filter(({ newAccounts }) => newAccounts !== 'off'),
    query: key === '' ? {} : { key },
  },
});

/** Shows a page for invalid invitations. */
async function visited(
  app: AppContext,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const viewer = await resolveViewer(app, request, reply);
  if (!viewer) return reply;
  const { orgId } = viewer.cache;
  const key = pathParam(request, 'key');
  try {
    return await page({ app, orgId, viewer, key, request, reply });
  } catch (error) {
    if (!(error instanceof InvitationEnded)) throw error;
    return sendPage(reply, endedPage(frameFor(viewer), error.why), endingStatus[error.why]);
  }
}

async function showOpen(visit: JoinPageRequest): Promise<FastifyReply> {
  const {
    viewer: { cache },
    reply,
  } = visit;
  if (cache.organization.isDeactivated) throw new InvitationEnded('organizationDeactivated');
  if (organizationSettings(cache).invite_required) throw new InvitationEnded('closed');
  return sendPage(reply, addressForm(getEntrance(visit), ''));
}

async function show(visit: JoinPageRequest): Promise<FastifyReply> {
  const { app, orgId, key, reply } = visit;
  const { email } = await invitationByKey(app, orgId, key);
  const entrance = getEntrance(visit);
  return sendPage(reply, email === null ? addressForm(entrance, '') : accountForm(entrance, email, ''));
}

async function join(visit: JoinPageRequest): Promise<FastifyReply> {
  const { app, orgId, viewer, key, request, reply } = visit;
  const { email } = await invitationByKey(app, orgId, key);
  if (email === null) return ask(visit);
  const field = getFields(request);
  const language = wishedLanguage(request.headers['accept-language']);
  const given = {
    key,
    fullName: field('full_name'),
    password: field('password'),
    ...(language ? { language } : {}),
  };
  try {
    const userId = await acceptInvitation(app, orgId, given);
    const signIn = await getSignIn(app, orgId, userId, { next: '/' });
    // If a second factor is required, new users set it up immediately.
    if (signIn) return await showSecondStep({ app, viewer, request, reply }, signIn);
  } catch (error) {
    const problem = problemFor(viewer.t, error);
    return sendPage(reply, accountForm(getEntrance(visit), email, given.fullName, problem), problem.status);
  }
  // The account was deactivated in the meantime.
  return guard(reply).redirect('/login', 303);
}

/** Sends an invitation, for open organizations and reusable links. */
async function ask(visit: JoinPageRequest): Promise<FastifyReply> {
  const { app, orgId, viewer, key, request, reply } = visit;
  const email = getFields(request)('email').trim();
  try {
    const { t } = viewer;
    await askToJoin(app, { orgId, ip: request.ip, email, t, ...(key === '' ? {} : { key }) });
  } catch (error) {
    const { status, text } = problemFor(viewer.t, error);
    return sendPage(reply, addressForm(getEntrance(visit), email, text), status);
  }
  return sendPage(reply, sentPage(frameFor(viewer), email, app.config.smtpUrl !== undefined));
}
