/** /join: where an invitation leads, and where people ask for one in an organization that is open. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Directory } from '../directory/directory.ts';
import { organizationSettings } from '../directory/settings.ts';
import { acceptInvitation } from '../features/invites/accept.ts';
import { joinPath } from '../features/invites/keys.ts';
import { invitationByKey, InvitationEnded } from '../features/invites/open.ts';
import { askToJoin } from '../features/invites/sign-up.ts';
import type { Heddle } from '../heddle.ts';
import { ApiError } from '../http/errors.ts';
import { PasswordsBusyError } from '../passwords.ts';
import { browserOf } from '../sessions/browser.ts';
import { startSession } from '../sessions/rows.ts';
import { fieldsOf } from './forms.ts';
import { accountForm, addressForm, endedPage, endings, sentPage, type Entrance } from './join-pages.ts';
import { guard, sendPage } from './layout.ts';
import { aboutOf, placeOf } from './place.ts';
import { visitorOf } from './visitor.ts';

interface Visit {
  heddle: Heddle;
  orgId: number;
  directory: Directory;
  /** '' on the page without one. */
  key: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

type Page = (visit: Visit) => Promise<FastifyReply>;

export function mountJoinPages(app: FastifyInstance, heddle: Heddle): void {
  const at = (page: Page) => (request: FastifyRequest, reply: FastifyReply) =>
    visited(heddle, page, request, reply);
  app.get(joinPath, at(showOpen));
  app.post(joinPath, at(ask));
  app.get(`${joinPath}/:key`, at(show));
  app.post(`${joinPath}/:key`, at(join));
}

const entranceOf = (directory: Directory): Entrance => ({
  place: placeOf(directory),
  about: aboutOf(directory),
});

/** A link that leads nowhere is a page, not an error. */
async function visited(
  heddle: Heddle,
  page: Page,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const visitor = await visitorOf(heddle, request, reply);
  if (!visitor) return reply;
  const { directory } = visitor;
  const { key = '' } = request.params as { key?: string };
  try {
    return await page({ heddle, orgId: directory.orgId, directory, key, request, reply });
  } catch (error) {
    if (!(error instanceof InvitationEnded)) throw error;
    const ended = endings[error.why];
    const isOpen = error.why !== 'organizationDeactivated';
    return sendPage(reply, endedPage(placeOf(directory), ended, isOpen), ended.status);
  }
}

async function showOpen({ directory, reply }: Visit): Promise<FastifyReply> {
  if (directory.organization.isDeactivated) throw new InvitationEnded('organizationDeactivated');
  if (organizationSettings(directory).invite_required) throw new InvitationEnded('closed');
  return sendPage(reply, addressForm(entranceOf(directory), ''));
}

async function show({ heddle, orgId, directory, key, reply }: Visit): Promise<FastifyReply> {
  const { email } = await invitationByKey(heddle, orgId, key);
  const entrance = entranceOf(directory);
  return sendPage(reply, email === null ? addressForm(entrance, '') : accountForm(entrance, email, ''));
}

async function join(visit: Visit): Promise<FastifyReply> {
  const { heddle, orgId, directory, key, request, reply } = visit;
  const { email } = await invitationByKey(heddle, orgId, key);
  if (email === null) return ask(visit);
  const field = fieldsOf(request);
  const given = { key, fullName: field('full_name'), password: field('password') };
  try {
    const userId = await acceptInvitation(heddle, orgId, given);
    await startSession(heddle, browserOf(heddle.config, request, reply), { orgId, userId });
  } catch (error) {
    const { status, text } = told(error);
    return sendPage(reply, accountForm(entranceOf(directory), email, given.fullName, text), status);
  }
  return guard(reply).redirect('/', 303);
}

/** Where the organization is open, and with a link for many. */
async function ask({ heddle, orgId, directory, key, request, reply }: Visit): Promise<FastifyReply> {
  const email = fieldsOf(request)('email').trim();
  try {
    await askToJoin(heddle, { orgId, ip: request.ip, email, ...(key === '' ? {} : { key }) });
  } catch (error) {
    const { status, text } = told(error);
    return sendPage(reply, addressForm(entranceOf(directory), email, text), status);
  }
  return sendPage(reply, sentPage(placeOf(directory), email));
}

/** What is wrong with what was typed, or not to be done now. Everything else is thrown on. */
function told(error: unknown): { status: number; text: string } {
  if (error instanceof ApiError && error.code === 'RATE_LIMIT_HIT')
    return { status: 429, text: 'Too many messages were asked for. Please try again in an hour.' };
  if (error instanceof ApiError) return { status: error.status, text: error.message };
  if (error instanceof PasswordsBusyError)
    return { status: 503, text: 'Too many people are signing in at the moment. Please try again.' };
  throw error;
}
