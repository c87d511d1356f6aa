/** The key `realm_user` of `/register`: users, and the caller's own account. */
import type { RegisterState } from '../../../../wire/register.ts';
import { roles } from '../../../../wire/core.ts';
import type { StateContext, StateFetchers } from '../../core/context/index.ts';
import { type User, isOpenToAnonymous, mayIn } from '../../core/organization/index.ts';
import {
  PeopleList,
  avatarUrl,
  conversationPartners,
  mediumAvatarUrl,
  registeredUserObject,
  seesEmail,
  getUserVisibility,
  isLimited,
  systemBotObject,
  unknownUserObject,
} from '../../core/users/index.ts';
import type { Written } from '../../lib/json/json-text.ts';

export const userState: Pick<StateFetchers, 'realm_user'> = {
  realm_user: async (context) => ({ ...own(context), ...(await people(context)) }),
};

function own({ tx: { cache }, me, app }: StateContext) {
  const mayPublic = mayIn(cache, 'can_create_public_channel_group', me);
  const mayPrivate = mayIn(cache, 'can_create_private_channel_group', me);
  return {
    user_id: me.id,
    email: me.email,
    delivery_email: me.deliveryEmail,
    full_name: me.fullName,
    avatar_source: me.avatarSource,
    avatar_url: avatarUrl(me),
    avatar_url_medium: mediumAvatarUrl(me),
    is_admin: me.role <= roles.administrator,
    is_owner: me.role === roles.owner,
    is_moderator: me.role <= roles.moderator,
    is_guest: me.role === roles.guest,
    can_create_public_streams: mayPublic,
    can_create_private_streams: mayPrivate,
    can_create_web_public_streams:
      isOpenToAnonymous(app.config, cache) && mayIn(cache, 'can_create_web_public_channel_group', me),
    can_create_streams: mayPublic || mayPrivate,
    can_subscribe_other_users: mayIn(cache, 'can_add_subscribers_group', me),
    can_invite_others_to_realm: mayIn(cache, 'can_invite_users_group', me),
  };
}

/**
 * The users visible to the caller; clients that need an entry for every id get "Unknown user" for the rest.
 * `avatar_url` is always set: `user_avatar_url_field_optional` allows omitting it, but apps then show no picture.
 */
async function people(context: StateContext): Promise<Written<People>> {
  const { tx, me, capabilities } = context;
  if (capabilities.heddle_people_later === true || isLimited(tx.cache, me)) return somePeople(context);
  const all = tx.cache.users.sorted();
  const accounts = all.filter(({ isSystem }) => !isSystem);
  return {
    realm_users: list.stringify(
      me,
      accounts.filter(({ isActive }) => isActive),
    ),
    realm_non_active_users: list.stringify(
      me,
      accounts.filter(({ isActive }) => !isActive),
    ),
    cross_realm_bots: all.filter(({ isSystem }) => isSystem).map(systemBotObject),
  };
}

type People = Pick<
  RegisterState<'realm_user'>,
  'realm_users' | 'realm_non_active_users' | 'cross_realm_bots'
>;

const list = new PeopleList((user, sees) => registeredUserObject(user, { seesEmail: sees }));

/** Where the list is the reader's own. */
async function somePeople(context: StateContext): Promise<People> {
  const { tx, me, origin, capabilities } = context;
  const { organization } = tx.cache;
  const sees = await getUserVisibility(tx, tx.cache, me);
  const host = new URL(origin).hostname;
  const found: People = { realm_users: [], realm_non_active_users: [], cross_realm_bots: [] };
  for (const user of await loadEmittedUsers(context)) {
    if (user.isSystem) found.cross_realm_bots.push(systemBotObject(user));
    else if (!sees(user)) {
      if (!capabilities.user_list_incomplete)
        found.realm_users.push(unknownUserObject(user.id, host, organization.createdAt));
    } else if (user.isActive) found.realm_users.push(objectFor(me, user));
    else found.realm_non_active_users.push(objectFor(me, user));
  }
  return found;
}

/** Sorted by id. Clients that load users later only get those in their direct messages, whose names are shown first. */
async function loadEmittedUsers({ tx, me, capabilities }: StateContext): Promise<readonly User[]> {
  const users = tx.cache.users.sorted();
  if (capabilities.heddle_people_later !== true) return users;
  const partners = (await conversationPartners(tx, [me.id])).get(me.id);
  return users.filter(({ id, isSystem }) => isSystem || id === me.id || partners?.has(id) === true);
}

const objectFor = (me: User, user: User) => registeredUserObject(user, { seesEmail: seesEmail(me, user) });
