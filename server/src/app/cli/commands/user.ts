import { Exact, Type } from '../../../../../wire/core.ts';
import { auditUser, audit } from '../../../core/audit/index.ts';
import {
  checkPersonInput,
  newCredentials,
  listAccounts,
  isoTime,
  grants,
  isGrant,
  setGrant,
  findOwner,
} from '../../../core/users/index.ts';
import {
  addPerson,
  changeRole,
  deactivateUser,
  endAccount,
  reactivateUser,
  deletePerson,
} from '../../../features/users/index.ts';
import { hashPassword } from '../../../lib/passwords.ts';
import { adminCommand } from '../admin-command.ts';
import { organizationFor, roleNamed, userFor } from '../lookup.ts';
import { accountFacts } from '../account-facts.ts';
import type { Db } from '../../../db/db.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { removeUnclaimedUploads } from '../../../features/uploads/index.ts';
import { endUserSessions } from '../../../core/sessions/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import { setPassword, storeResetLink, requirePasswordChange } from '../../../features/sign-in/index.ts';
import { resetTwoFactor } from '../../../features/two-factor/index.ts';

const UserCreateOptions = Exact({
  email: Type.String(),
  name: Type.String(),
  password: Type.String(),
  role: Type.String(),
  org: Type.Optional(Type.String()),
});

/** Creates an account. */
export const userCreate = adminCommand({
  options: UserCreateOptions,
  async run(app, { email: givenEmail, name, password: givenPassword, role: roleName, org }) {
    const role = roleNamed(roleName);
    const cache = await organizationFor(app, org);
    const { email, fullName, password, warning } = await checkPersonInput(
      { email: givenEmail, fullName: name, password: givenPassword },
      'warn',
      cache,
    );
    const { apiKey, ...credentials } = newCredentials(app.secrets, await hashPassword(password));
    const userId = await app.db.write(cache.orgId, 'system', async (tx) => {
      const id = await addPerson(tx, { email, fullName, role, awaitsFirstSignIn: true, ...credentials });
      await auditUser(tx, { id, isBot: false }, 'create', { after: { role, delivery_email: email } });
      return id;
    });
    return {
      user_id: userId,
      email,
      api_key: apiKey,
      ...(warning === undefined ? {} : { warning }),
    };
  },
});

/** Lists the accounts of an organization. */
export const userList = adminCommand({
  options: Exact({ bots: Type.Boolean(), org: Type.Optional(Type.String()) }),
  async run(app, { bots, org }) {
    const accounts = listAccounts(await organizationFor(app, org));
    return { users: accounts.filter(({ isBot }) => bots || !isBot).map(accountFacts) };
  },
});

/** Shows one account with its last use and what it owns. */
export const userShow = adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    const owner = user.botOwnerId === null ? undefined : cache.users.get(user.botOwnerId);
    return {
      ...accountFacts(user),
      grants: user.grants,
      channels: [...cache.members.getChannels(user.id)].length,
      bots: listAccounts(cache)
        .filter(({ botOwnerId }) => botOwnerId === user.id)
        .map(({ deliveryEmail }) => deliveryEmail),
      bot_owner: owner?.deliveryEmail ?? null,
      ...(await getUsage(app.db.read, cache.orgId, user.id)),
    };
  },
});

async function getUsage(db: Db, orgId: number, userId: number) {
  const sessions = await db.q
    .selectFrom('session')
    .select(({ fn }) => [fn.countAll().as('count'), fn.max('last_seen_at').as('newest')] as const)
    .where('org_id', '=', orgId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', Date.now())
    .executeTakeFirstOrThrow();
  const presence = await db.q
    .selectFrom('presence')
    .select('connected_at')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  const files = await db.q
    .selectFrom('attachment')
    .select(({ fn }) => [fn.countAll().as('count'), fn.sum('size').as('bytes')] as const)
    .where('org_id', '=', orgId)
    .where('owner_id', '=', userId)
    .executeTakeFirstOrThrow();
  const seenAt = Math.max(sessions.newest, presence?.connected_at ?? 0);
  return {
    sessions: Number(sessions.count),
    last_seen: seenAt === 0 ? null : isoTime(seenAt),
    files: Number(files.count),
    file_bytes: Number(files.bytes),
  };
}

const UserSetRoleOptions = Exact({
  email: Type.String(),
  role: Type.String(),
  org: Type.Optional(Type.String()),
});

/** Changes the role of a user. */
export const userSetRole = adminCommand({
  options: UserSetRoleOptions,
  async run(app, { email, role: roleName, org }) {
    const role = roleNamed(roleName);
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', async (tx) => {
      const before = tx.cache.users.get(id);
      if (!before?.isActive) throw new CommandError(`The account ${deliveryEmail} is deactivated.`);
      await changeRole(tx, before, role);
      return before.role !== role;
    });
    return { user_id: id, email: deliveryEmail, role: roleName, changed };
  },
});

const UserGrantOptions = Exact({
  email: Type.String(),
  permission: Type.String(),
  revoke: Type.Boolean(),
  org: Type.Optional(Type.String()),
});

/** Grants or revokes a permission that no role includes. */
export const userGrant = adminCommand({
  options: UserGrantOptions,
  async run(app, { email, permission, revoke, org }) {
    if (!isGrant(permission))
      throw new CommandError(
        `Unknown permission ${JSON.stringify(permission)}. Use one of: ${grants.join(', ')}.`,
      );
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', (tx) => setGrant(tx, id, permission, !revoke));
    return { user_id: id, email: deliveryEmail, permission, holds: !revoke, changed };
  },
});

/** Deactivates an account, and the person's bots, like an owner through the API. */
export const userDeactivate = adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', async (tx) => {
      const user = tx.cache.users.get(id);
      if (!user?.isActive) return false;
      if (user.isBot) {
        await endAccount(tx, user);
        await auditUser(tx, user, 'deactivate');
      } else await deactivateUser(tx, findOwner(tx.cache), id, {});
      return true;
    });
    return { user_id: id, email: deliveryEmail, changed };
  },
});

/** Reactivates an account in its former channels and groups. */
export const userReactivate = adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', async (tx) => {
      const isActive = tx.cache.users.get(id)?.isActive === true;
      await reactivateUser(app, tx, findOwner(tx.cache), id);
      return !isActive;
    });
    return { user_id: id, email: deliveryEmail, changed };
  },
});

/** Permanently deletes a person and their bots; their messages stay, under "Deleted user". */
export const userDelete = adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id } = userFor(cache, email);
    return app.db.write(cache.orgId, 'system', async (tx) => {
      const accounts = listAccounts(tx.cache).filter((user) => user.id === id || user.botOwnerId === id);
      let files = 0;
      // The person comes last: deactivating a bot looks up its owner.
      for (const user of accounts.sort((a, b) => Number(b.isBot) - Number(a.isBot))) {
        await deletePerson(tx, user, newCredentials(app.secrets, null));
        files += await removeUnclaimedUploads(tx, user.id);
      }
      const bots = accounts.length - 1;
      return { user_id: id, full_name: tx.cache.users.get(id)?.fullName, bots, files };
    });
  },
});

/** Ends the browser sessions of a person; API keys stay valid. */
export const userSignOut = adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const sessions = await app.db.write(cache.orgId, 'system', async (tx) => {
      const ended = await endUserSessions(tx, id);
      await audit(tx, { action: 'user.sign_out', target: { type: 'user', id }, after: { sessions: ended } });
      return ended;
    });
    return { user_id: id, email: deliveryEmail, sessions };
  },
});

const UserResetPasswordOptions = Exact({
  email: Type.String(),
  /** If absent, a link is created. */
  password: Type.Optional(Type.String()),
  org: Type.Optional(Type.String()),
});

/** Sets a password, or creates a link with which the user chooses one. Neither sends an email. */
export const userResetPassword = adminCommand({
  options: UserResetPasswordOptions,
  async run(app, { email, password, org }): Promise<{ user_id: number; email: string; link?: string }> {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    if (user.isBot)
      throw new CommandError(`${user.deliveryEmail} is a bot: bots sign in with an API key only.`);
    if (!user.isActive) throw new CommandError(`The account ${user.deliveryEmail} is deactivated.`);
    const account = { user_id: user.id, email: user.deliveryEmail };
    const record = (tx: Tx) =>
      audit(tx, {
        action: 'user.reset_password',
        target: { type: 'user', id: user.id },
        after: { by: password === undefined ? 'link' : 'password' },
      });
    if (password !== undefined) {
      await setPassword(app, cache.orgId, user, password, record);
      return account;
    }
    const link = await app.db.write(cache.orgId, 'system', async (tx) => {
      await record(tx);
      return storeResetLink(app, tx, user);
    });
    return { ...account, link };
  },
});

/** Requires a user to choose a new password at the next sign-in. */
export const userRequirePasswordChange = adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    if (user.isBot)
      throw new CommandError(`${user.deliveryEmail} is a bot: bots sign in with an API key only.`);
    await app.db.write(cache.orgId, 'system', (tx) => requirePasswordChange(tx, user));
    return { user_id: user.id, email: user.deliveryEmail };
  },
});

/** Turns off two-factor authentication for a user who has lost both app and recovery codes. */
export const userResetTwoFactor = adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    const changed = await app.db.write(cache.orgId, 'system', (tx) => resetTwoFactor(tx, user));
    return { user_id: user.id, email: user.deliveryEmail, changed };
  },
});
