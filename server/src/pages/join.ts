/** /join: where an invitation leads, and where people ask for one in an organization that is open. */
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { AppContext } from '../core/context/index.ts';
import { organizationSettings } from '../core/organization/index.ts';
import { browserOf, startSession } from '../core/sessions/index.ts';
import {
  InvitationEnded,
  acceptInvitation,
  askToJoin,
  invitationByKey,
  joinPath,
} from '../features/invites/index.ts';
import { fieldsOf } from './forms.ts';
import { accountForm, addressForm, endedPage, endingStatus, sentPage, type Entrance } from './join-pages.ts';
import { guard, sendPage } from './layout.ts';
import { aboutOf } from './place.ts';
import { problemOf } from './trouble.ts';
import { frameFor, visitorOf, type Visitor } from './visitor.ts';

interface Visit {
  app: AppContext;
  orgId: number;
  visitor: Visitor;
  /** '' on the page without one. */
  key: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Page = (visit: Visit) => Promise<FastifyReply>;

export function mountJoinPages(
  fastify: FastifyInstance,
  app: AppContext,
  ahead: onRequestAsyncHookHandler,
): void {
  const at = (page: Page) => (request: FastifyRequest, reply: FastifyReply) =>
    visited(app, page, request, reply);
  fastify.get(joinPath, at(showOpen));
  fastify.post(joinPath, at(ask));
  fastify.get(`${joinPath}/:key`, { onRequest: ahead }, at(show));
  fastify.post(`${joinPath}/:key`, at(join));
}

const entranceOf = (visitor: Visitor): Entrance => ({
  ...frameFor(visitor),
  about: aboutOf(visitor.directory),
});

/** A link that leads nowhere is a page, not an error. */
async function visited(
  app: AppContext,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visitor = await visitorOf(app, request, reply);
  if (!visitor) return reply;
  const { orgId } = visitor.directory;
  const { key = '' } = request.params as { key?: string };
  try {
    return await page({ app, orgId, visitor, key, request, reply });
  } catch (error) {
    if (!(error instanceof InvitationEnded)) throw error;
    return sendPage(reply, endedPage(frameFor(visitor), error.why), endingStatus[error.why]);
  }
}

async function showOpen({ visitor, reply }: Visit): Promise<FastifyReply> {
  const { directory } = visitor;
  if (directory.organization.isDeactivated) throw new InvitationEnded('organizationDeactivated');
  if (organizationSettings(directory).invite_required) throw new InvitationEnded('closed');
  return sendPage(reply, addressForm(entranceOf(visitor), ''));
}

async function show({ app, orgId, visitor, key, reply }: Visit): Promise<FastifyReply> {
  const { email } = await invitationByKey(app, orgId, key);
  const entrance = entranceOf(visitor);
  return sendPage(reply, email === null ? addressForm(entrance, '') : accountForm(entrance, email, ''));
}

async function join(visit: Visit): Promise<FastifyReply> {
  const { app, orgId, visitor, key, request, reply } = visit;
  const { email } = await invitationByKey(app, orgId, key);
  if (email === null) return ask(visit);
  const field = fieldsOf(request);
  const given = { key, fullName: field('full_name'), password: field('password') };
  try {
    const userId = await acceptInvitation(app, orgId, given);
    await startSession(app, browserOf(app.config, request, reply), { orgId, userId });
  } catch (error) {
    const { status, text } = problemOf(visitor.t, error);
    return sendPage(reply, accountForm(entranceOf(visitor), email, given.fullName, text), status);
  }
  return guard(reply).redirect('/', 303);
}

/** Where the organization is open, and with a link for many. */
async function ask({ app, orgId, visitor, key, request, reply }: Visit): Promise<FastifyReply> {
  const email = fieldsOf(request)('email').trim();
  try {
    const { t } = visitor;
    await askToJoin(app, { orgId, ip: request.ip, email, t, ...(key === '' ? {} : { key }) });
  } catch (error) {
    const { status, text } = problemOf(visitor.t, error);
    return sendPage(reply, addressForm(entranceOf(visitor), email, text), status);
  }
  return sendPage(reply, sentPage(frameFor(visitor), email));
}
