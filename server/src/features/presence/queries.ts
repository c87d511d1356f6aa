/** Presence of the users visible to the reader. */
import type { GetUserPresenceResponse, LegacyPresence, ModernPresence } from '../../../../wire/presence.ts';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import {
  type OrganizationCache,
  type Principal,
  type User,
  organizationSettings,
  userSetting,
} from '../../core/organization/index.ts';
import {
  type UserVisibility,
  isLimited,
  noSuchUser,
  getUserVisibility,
  userByEmail,
} from '../../core/users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { Encoded, type ResponseFields, type Context } from '../../http/route.ts';
import type { Board, LastSeen } from './board.ts';
import { legacyPresence, modernPresence, userPresence } from './serialize.ts';
import { presenceBoards } from './boards.ts';

const dayMs = 24 * 3600_000;
const hourMs = 3600_000;
/** Older presence is not returned, unless a client asks for it. */
const usualDays = 14;

/** False if the organization has turned presence off, and for bots and deactivated users. */
const isShown = (cache: OrganizationCache, user: User): boolean =>
  user.isActive && !user.isBot && !organizationSettings(cache).presence_disabled;

/** Whether new observations of the user are stored and shown. */
export const sharesPresence = (cache: OrganizationCache, user: User): boolean =>
  isShown(cache, user) && userSetting(user, 'presence_enabled');

interface PresenceQuery {
  /** -1: everything. */
  since: number;
  slim: boolean;
  historyDays: number | undefined;
  now: number;
}

type Presences = Record<string, ModernPresence | LegacyPresence>;

export async function presencesFor(
  db: Db,
  { cache, user }: Pick<Principal, 'cache' | 'user'>,
  board: Board,
  asked: PresenceQuery,
): Promise<Presences> {
  return collect(cache, await getUserVisibility(db, cache, user), board, asked);
}

function collect(
  cache: OrganizationCache,
  sees: UserVisibility,
  board: Board,
  asked: PresenceQuery,
): Presences {
  const presences: Presences = {};
  for (const [person, seen] of shownPresences(cache, sees, board, asked)) {
    if (asked.slim) presences[person.id] = modernPresence(person, seen);
    else presences[person.email] = legacyPresence(seen);
  }
  return presences;
}

function* shownPresences(
  cache: OrganizationCache,
  sees: UserVisibility,
  board: Board,
  asked: PresenceQuery,
): Iterable<[User, LastSeen]> {
  for (const [userId, seen] of board.since(asked.since, connectedAfter(asked))) {
    const person = cache.users.get(userId);
    if (person && isShown(cache, person) && sees(person)) yield [person, seen];
  }
}

/** Rounded to the hour, so that many clients share one cached response. */
const connectedAfter = ({ now, historyDays = usualDays }: PresenceQuery): number =>
  Math.floor((now - historyDays * dayMs) / hourMs) * hourMs;

interface PingParams {
  last_update_id?: number;
  history_limit_days?: number;
  ping_only: boolean;
  slim_presence: boolean;
}

/** The response to a ping: what has changed since the last one. Readers who may see everyone share one text. */
export async function presenceNews({
  app,
  me,
  params,
}: Context<PingParams>): Promise<ResponseFields | Encoded> {
  if (params.ping_only) return {};
  const board = await presenceBoards(app).of(me.orgId);
  const asked = {
    since: params.last_update_id ?? -1,
    slim: params.slim_presence || params.last_update_id !== undefined,
    historyDays: params.history_limit_days,
    now: app.clock.now(),
  };
  const sees = await getUserVisibility(app.db.read, me.cache, me.user);
  const make = () => JSON.stringify(collect(me.cache, sees, board, asked));
  const presences = isLimited(me.cache, me.user) ? make() : board.text(getKey(me.cache, asked), make);
  return new Encoded(
    `"presences":${presences},"presence_last_update_id":${board.lastUpdateId},"server_timestamp":${asked.now / 1000}`,
  );
}

/** Changes with users and settings, since these decide whose presence is shown. */
const getKey = (cache: OrganizationCache, { since, slim, historyDays }: PresenceQuery): string =>
  [since, slim, historyDays, cache.users.version, organizationSettings(cache).presence_disabled].join();

export async function getPresence(app: AppContext, me: Principal) {
  const board = await presenceBoards(app).of(me.orgId);
  const asked = { since: -1, slim: false, historyDays: undefined, now: app.clock.now() };
  const sees = await getUserVisibility(app.db.read, me.cache, me.user);
  const presences: Record<string, LegacyPresence> = {};
  for (const [person, seen] of shownPresences(me.cache, sees, board, asked))
    presences[person.email] = legacyPresence(seen);
  return { presences, server_timestamp: asked.now / 1000 };
}

/** @param who An id or an email address. */
export async function getUserPresence(
  app: AppContext,
  me: Principal,
  who: string,
): Promise<GetUserPresenceResponse> {
  const user = /^\d+$/.test(who) ? me.cache.users.get(Number(who)) : userByEmail(me.cache, me.user, who);
  const sees = await getUserVisibility(app.db.read, me.cache, me.user);
  if (!user?.isActive || !sees(user)) throw noSuchUser();
  if (user.isBot) throw apiError('users.presence-of-bot');
  const seen = (await presenceBoards(app).of(me.orgId)).get(user.id);
  if (!seen || !isShown(me.cache, user)) throw apiError('users.no-presence', { user: who });
  const now = app.clock.now();
  return { presence: userPresence(user, seen, now), server_timestamp: now / 1000 };
}
