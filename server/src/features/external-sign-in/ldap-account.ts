/** Synchronizes one account with its entry in an LDAP directory. */
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits, type Role, roles } from '../../../../wire/core.ts';
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache, Principal, User } from '../../core/organization/index.ts';
import { findIdentity, notePicture } from '../../core/sign-in-providers/index.ts';
import { cleanFullName, noSuchUser } from '../../core/users/index.ts';
import { ApiError } from '../../lib/errors.ts';
import type { ListedPerson } from '../../lib/ldap/list.ts';
import type { LdapSettings } from '../../lib/ldap/settings.ts';
import { logFailure } from '../../lib/storage/health.ts';
import { giveAvatar, storeAvatar } from '../avatars/index.ts';
import {
  applyRules,
  bindToEntry,
  entrySubject,
  ldapGroups,
  ldapIssuer,
  ldapRules,
  planRules,
} from '../sign-in/index.ts';
import { changeName } from '../users/index.ts';

export interface FoundAccount {
  user: User;
  entry: ListedPerson;
  /** How the account is bound to the entry: already, by its address because it came by LDAP, or because that is trusted. */
  binding: 'known' | 'legacy' | 'trusted';
  /** The hash of the last picture from the directory. */
  pictureHash: string | null;
}

export interface LdapChange {
  email: string;
  change:
    | 'link'
    | 'not_linked'
    | 'rename'
    | 'join_group'
    | 'leave_group'
    | 'change_role'
    | 'change_avatar'
    | 'deactivate'
    | 'none';
  detail: string;
}

interface SyncMode {
  settings: LdapSettings;
  isDryRun: boolean;
}

/** @returns the changes, which a dry run does not apply */
export async function bringOne(
  app: AppContext,
  orgId: number,
  { settings, isDryRun }: SyncMode,
  found: FoundAccount,
): Promise<LdapChange[]> {
  const { user, entry, pictureHash } = found;
  const cache = await app.organizations.cache(orgId);
  const changes = planChanges(settings, cache, found);
  const { picture } = entry;
  const hash = picture && createHash('sha256').update(picture).digest('base64url');
  const hasNewPicture = hash !== undefined && hash !== pictureHash;
  if (hasNewPicture) changes.push({ change: 'change_avatar', detail: user.fullName });
  if (!isDryRun) {
    await app.db.write(orgId, 'system', (tx) => bring(app, tx, settings, found));
    if (hasNewPicture) await bringPicture(app, { orgId, userId: user.id }, picture ?? Buffer.alloc(0), hash);
  }
  return changes.map((one) => ({ email: user.deliveryEmail, ...one }));
}

function planChanges(
  settings: LdapSettings,
  cache: OrganizationCache,
  { user, entry, binding }: FoundAccount,
): Omit<LdapChange, 'email'>[] {
  const fullName = getNewName(user, entry);
  const { joins, leaves, role } =
    entry.groups === undefined
      ? { joins: [], leaves: [], role: undefined }
      : planRules(cache, ldapRules(settings), ldapGroups(entry), user);
  return [
    ...(binding === 'known' ? [] : [{ change: 'link' as const, detail: entry.dn }]),
    ...(fullName === undefined ? [] : [{ change: 'rename' as const, detail: fullName }]),
    ...joins.map((detail) => ({ change: 'join_group' as const, detail })),
    ...leaves.map((detail) => ({ change: 'leave_group' as const, detail })),
    ...(role === undefined ? [] : [{ change: 'change_role' as const, detail: roleName(role) }]),
  ];
}

const roleName = (role: Role): string =>
  Object.entries(roles).find(([, value]) => value === role)?.[0] ?? String(role);

/** @returns `undefined` if the name is unchanged or not valid here */
function getNewName(user: User, { fullName }: ListedPerson): string | undefined {
  const name = cleanFullName(fullName);
  return name === user.fullName ? undefined : name;
}

async function bring(
  app: AppContext,
  tx: Tx,
  settings: LdapSettings,
  { user: { id }, entry, binding }: FoundAccount,
): Promise<void> {
  const user = tx.cache.users.get(id);
  if (!user?.isActive) return;
  const holder = await findIdentity(tx, { issuer: ldapIssuer, subject: entrySubject(entry) });
  // Someone has signed in meanwhile.
  if (holder && holder.user_id !== id) return;
  await bindToEntry(app, tx, { user, entry, isLegacy: binding !== 'trusted' });
  if (entry.groups !== undefined) await applyRules(tx, ldapRules(settings), ldapGroups(entry), user);
  const fullName = getNewName(user, entry);
  if (fullName === undefined) return;
  await changeName(tx, user, fullName);
  await auditUser(tx, user, 'update', {
    before: { full_name: user.fullName },
    after: { full_name: fullName },
  });
}

/** A picture that cannot be decoded is not tried again until the directory has another one; one that could not be stored is, at the next synchronization. */
async function bringPicture(
  app: AppContext,
  { orgId, userId }: { orgId: number; userId: number },
  picture: Buffer,
  hash: string,
): Promise<void> {
  const cache = await app.organizations.cache(orgId);
  const user = cache.users.get(userId);
  if (!user?.isActive) return;
  const note = (tx: Tx) => notePicture(tx, ldapIssuer, userId, hash);
  try {
    await storePicture(app, { id: userId, orgId, user, cache }, picture, async (tx, path) => {
      await giveAvatar(tx, activeUser(tx, userId), path);
      await note(tx);
    });
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status < 500;
    if (!isRefused) {
      logFailure(app.log, error, 'a picture of the LDAP directory could not be stored');
      return;
    }
    app.log.warn({ user: userId, why: error.message }, 'a picture of the LDAP directory cannot be used');
    await app.db.write(orgId, 'system', note);
  }
}

function activeUser({ cache }: Tx, id: number): User {
  const user = cache.users.get(id);
  if (!user?.isActive) throw noSuchUser();
  return user;
}

/** Stores it like an upload of the user. The type is detected from the content. */
async function storePicture(
  app: AppContext,
  me: Principal,
  picture: Buffer,
  write: (tx: Tx, path: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-picture-'));
  try {
    const path = join(folder, 'picture');
    await writeFile(path, picture);
    const md5 = createHash('md5').update(picture).digest('base64');
    const isTooLarge = picture.length > limits.avatarMebibytes * 1024 ** 2;
    const file = isTooLarge ? undefined : { path, size: picture.length, md5 };
    await storeAvatar(app, me, [{ name: 'picture.jpg', contentType: 'image/jpeg', file }], write);
  } finally {
    await rm(folder, { recursive: true });
  }
}
