/** Reading accounts. */
import { sql } from 'kysely';
import type {
  GetOwnUserResponse,
  GetUserResponse,
  GetUserParams,
  GetUsersResponse,
  GetUsersParams,
} from '../../../../wire/users.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import type { OrganizationCache, Principal, User } from '../organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Written } from '../../lib/json/json-text.ts';
import { emailKey } from '../../lib/text.ts';
import { ownUserObject, userObject } from './serialize.ts';
import { PeopleList } from './people-text.ts';
import { seesEmail, getUserVisibility, isLimited } from './visibility.ts';

/** The same for an account that does not exist and for one hidden from the caller. */
export const noSuchUser = () => apiError('users.not-found');

/** All accounts except system bots, by id. */
export const listAccounts = ({ users }: OrganizationCache): User[] =>
  users.sorted().filter(({ isSystem }) => !isSystem);

/** @param params `client_gravatar` has no effect: all avatars are served by this server. */
export async function getUsers(
  db: Db,
  me: Principal,
  params: GetUsersParams,
): Promise<Written<GetUsersResponse>> {
  const users = listAccounts(me.cache);
  const list = params.include_custom_profile_fields ? withProfiles : withoutProfiles;
  if (!params.user_ids && !isLimited(me.cache, me.user)) return { members: list.stringify(me.user, users) };
  const sees = await getUserVisibility(db, me.cache, me.user);
  const asked = params.user_ids ? new Set(params.user_ids) : undefined;
  const shown = users.filter((user) => (!asked || asked.has(user.id)) && sees(user));
  return { members: shown.map((user) => serializeUser(me, user, params)) };
}

const withProfiles = new PeopleList((user, sees) => userObject(user, { seesEmail: sees, withProfile: true }));
const withoutProfiles = new PeopleList((user, sees) =>
  userObject(user, { seesEmail: sees, withProfile: false }),
);

export async function getUser(
  db: Db,
  me: Principal,
  userId: number,
  params: GetUserParams,
): Promise<GetUserResponse> {
  return { user: serializeUser(me, await visibleUser(db, me, me.cache.users.get(userId)), params) };
}

export async function getUserByEmail(
  db: Db,
  me: Principal,
  email: string,
  params: GetUserParams,
): Promise<GetUserResponse> {
  const user = await visibleUser(db, me, userByEmail(me.cache, me.user, email));
  return { user: serializeUser(me, user, params) };
}

/** Finds an account by the address that the API shows, or by the real one if the viewer may see it. */
export function userByEmail(cache: OrganizationCache, viewer: User, email: string): User | undefined {
  const key = emailKey(email);
  const shown = cache.users.find('email', key);
  if (shown) return shown;
  const real = cache.users.find('deliveryEmail', key);
  return real && seesEmail(viewer, real) ? real : undefined;
}

/** @throws ApiError as for one that does not exist, if they are hidden from the caller. */
export async function visibleUser(db: Db, me: Principal, user: User | undefined): Promise<User> {
  if (!user) throw noSuchUser();
  const sees = await getUserVisibility(db, me.cache, me.user);
  if (!sees(user)) throw noSuchUser();
  return user;
}

function serializeUser(me: Principal, user: User, { include_custom_profile_fields }: GetUserParams) {
  return userObject(user, {
    seesEmail: seesEmail(me.user, user),
    withProfile: include_custom_profile_fields,
  });
}

export async function getOwnUser(db: Db, me: Principal): Promise<GetOwnUserResponse> {
  return ownUserObject(me.user, await newestReceived(db, me.id));
}

const newestInChannels = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('membership as span')
    .select(
      sql<number | null>`max((
        SELECT id FROM message WHERE message.channel_id = span.channel_id AND message.id >= span.from_message_id
          AND (span.to_message_id IS NULL OR message.id < span.to_message_id)
        ORDER BY id DESC LIMIT 1))`.as('id'),
    )
    .where('span.user_id', '=', p.user_id),
);

const newestInConversations = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('direct_member as own')
    .select(
      sql<number | null>`max((
        SELECT id FROM message WHERE message.direct_id = own.direct_id ORDER BY id DESC LIMIT 1))`.as('id'),
    )
    .where('own.user_id', '=', p.user_id),
);

/** Also where the person is in neither the channel nor the conversation. */
const newestOwn = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('sender_id', '=', p.user_id),
);

/** How many of the newest messages are looked at first: for active people, one of them is nearly always theirs. */
const lately = 20;

const newestLately = prepared<{ user_id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select('id')
    .where('id', '>', sql<number>`(SELECT max(id) - ${sql.lit(lately)} FROM message)`)
    .where(
      sql<boolean>`(sender_id = ${p.user_id}
        OR EXISTS (SELECT 1 FROM direct_member AS own
          WHERE own.user_id = ${p.user_id} AND own.direct_id = message.direct_id)
        OR EXISTS (SELECT 1 FROM membership AS span
          WHERE span.user_id = ${p.user_id} AND span.channel_id = message.channel_id
            AND span.from_message_id <= message.id AND (span.to_message_id IS NULL OR message.id < span.to_message_id)))`,
    )
    .orderBy('id', 'desc')
    .limit(1),
);

/** Id of the newest message that a person ever received or sent, -1 if there is none. */
export async function newestReceived(db: Db, userId: number): Promise<number> {
  const found = await db.first(newestLately, { user_id: userId });
  return found?.id ?? findNewest(db, userId);
}

async function findNewest(db: Db, userId: number): Promise<number> {
  const inChannels = await db.first(newestInChannels, { user_id: userId });
  const inConversations = await db.first(newestInConversations, { user_id: userId });
  const own = await db.first(newestOwn, { user_id: userId });
  return Math.max(inChannels?.id ?? -1, inConversations?.id ?? -1, own?.id ?? -1);
}
