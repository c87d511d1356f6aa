/** Who looks at a page: the organization that the host name means, and the person whose browser it is. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Directory } from '../directory/directory.ts';
import type { Heddle } from '../heddle.ts';
import { principalFromSession, type Principal } from '../http/principal.ts';
import { browserOf, type Browser } from '../sessions/browser.ts';
import { sessionLifetimeMs } from '../sessions/sessions.ts';
import type { Texts } from '../texts/texts.ts';
import { emptyPage, unknownPage } from './home.ts';
import { textsFor } from './language.ts';
import { sendPage, type PlaceFrame } from './layout.ts';
import { placeOf } from './place.ts';

export interface Visitor {
  directory: Directory;
  browser: Browser;
  /** `undefined` for whoever is not signed in here. */
  me: Principal | undefined;
  /** In the language that they read. */
  t: Texts;
}

export const frameFor = ({ t, directory }: Visitor): PlaceFrame => ({ t, place: placeOf(directory) });

/** Answers the request itself, and `undefined`, where no organization is. */
export async function visitorOf(
  heddle: Heddle,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Visitor | undefined> {
  const { organizations } = heddle;
  if (organizations.names.length === 0) return void sendPage(reply, emptyPage(textsFor(request)));
  const id = idByHost(heddle, request.hostname);
  if (id === undefined) return void sendPage(reply, unknownPage(textsFor(request)), 404);
  if (id === 0) return void reply.redirect('/choose', 303);
  const directory = await organizations.directory(id);
  const browser = browserOf(heddle.config, request, reply);
  const me = await personIn(heddle, directory, browser);
  request.userId = me?.id;
  return { directory, browser, me, t: textsFor(request, directory, me?.user) };
}

/** The person signed in, for pages and files: what needs more than reading asks where the request comes from as well. */
export async function personIn(
  { sessions }: Heddle,
  directory: Directory,
  browser: Browser,
): Promise<Principal | undefined> {
  if (browser.token === undefined) return undefined;
  const session = await sessions.find(directory.orgId, browser.token);
  const user = session && directory.users.get(session.userId);
  if (!session || user?.isActive !== true || user.isBot) return undefined;
  if (directory.organization.isDeactivated) return undefined;
  if (sessions.noteSeen(session)) browser.keep(browser.token, sessionLifetimeMs / 1000);
  return principalFromSession(directory, session);
}

function idByHost({ organizations }: Heddle, hostname: string): number | undefined {
  try {
    return organizations.byHost(hostname).id;
  } catch {
    return undefined;
  }
}
