/** /scim/v2/Users: an identity provider creates, changes and deactivates users. */
import { type Role, roles } from '../../../../wire/core.ts';
import { auditUser } from '../../core/audit/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';
import {
  checkEmailIsFree,
  checkNameIsFree,
  checkedFullName,
  newCredentials,
  parsedEmail,
} from '../../core/users/index.ts';
import { findRole, findRoleName, roleNames } from '../../lib/roles.ts';
import { type DisposableCheck, checkMayJoin, disposableCheck } from '../domains/index.ts';
import {
  addPerson,
  changeAddress,
  changeName,
  changeRole,
  deactivateUser,
  reactivateUser,
} from '../users/index.ts';
import { externalIds, storeExternalId } from './external-ids.ts';
import { matches, parseFilter } from './filter.ts';
import { findOwner, isProtected, refuseHighRole, refuseIfProtected } from './owner.ts';
import { type PatchOperation, eachAttribute } from './patch.ts';
import { type Json, ScimError, attribute, invalidValue, listObject, notFound, urn } from './protocol.ts';
import { isObject } from '../../lib/objects.ts';
import { emailKey } from '../../lib/text.ts';

const roleName = (role: Role): string => findRoleName(role) ?? 'member';

/** @param base URL of SCIM for the organization. */
export function userObject(user: User, base: string, externalId: string | undefined): Json {
  const at = user.fullName.indexOf(' ');
  const [givenName, familyName] =
    at < 0 ? [user.fullName, ''] : [user.fullName.slice(0, at), user.fullName.slice(at + 1)];
  return {
    schemas: [urn.user],
    id: String(user.id),
    ...(externalId !== undefined && { externalId }),
    userName: user.deliveryEmail,
    name: { formatted: user.fullName, givenName, familyName },
    displayName: user.fullName,
    emails: [{ value: user.deliveryEmail, type: 'work', primary: true }],
    active: user.isActive,
    role: roleName(user.role),
    roles: [{ value: roleName(user.role), primary: true }],
    meta: {
      resourceType: 'User',
      created: new Date(user.dateJoined).toISOString(),
      location: `${base}/Users/${user.id}`,
    },
  };
}

/** Excludes bots, deleted accounts and placeholders of imports. */
const isPerson = (user: User): boolean =>
  !user.isBot && !user.isSystem && !user.isDeleted && !user.isImportedStub;

/** @param query With a filter, `startIndex` and `count`. @returns one page */
export async function listUsers(
  { db }: AppContext,
  cache: OrganizationCache,
  query: Json,
  base: string,
): Promise<Json> {
  const filter = parseFilter(attribute(query, 'filter'));
  const external = await externalIds(db.read, cache.orgId, 'user');
  const users = cache.users
    .sorted()
    .filter(isPerson)
    .filter((user) => matches(filter, () => filtered(user, external.get(user.id))));
  return listObject(users, query, (user) => userObject(user, base, external.get(user.id)));
}

const filtered = (user: User, externalId: string | undefined) => ({
  id: [String(user.id)],
  username: [user.deliveryEmail],
  externalid: externalId === undefined ? [] : [externalId],
  emails: [user.deliveryEmail],
  'emails.value': [user.deliveryEmail],
  displayname: [user.fullName],
  'name.formatted': [user.fullName],
  active: [String(user.isActive)],
});

export function userById({ users }: OrganizationCache, id: string): User {
  const user = /^\d{1,15}$/.test(id) ? users.get(Number(id)) : undefined;
  if (!user || !isPerson(user)) throw notFound('User', id);
  return user;
}

/** The changes in a request; undefined attributes are kept. */
interface UserChange {
  email?: string | undefined;
  fullName?: string | undefined;
  role?: Role | undefined;
  active?: boolean | undefined;
  externalId?: unknown;
}

function parseUserChange(body: Json): UserChange {
  const name = attribute(body, 'name');
  return {
    email: parseEmail(body),
    fullName: isObject(name) ? parseName(name) : nonEmptyText(attribute(body, 'displayName')),
    role: parseRole(attribute(body, 'role') ?? attribute(body, 'roles')),
    active: parseActive(attribute(body, 'active')),
    externalId: attribute(body, 'externalId'),
  };
}

/** COMPAT(Entra, Okta): if the user name is no email address, it is the primary or first one of `emails`. */
function parseEmail(body: Json): string | undefined {
  const userName = nonEmptyText(attribute(body, 'userName'));
  if (userName !== undefined && parsedEmail(userName) !== undefined) return userName;
  const emails = attribute(body, 'emails');
  const listed = Array.isArray(emails) ? emails.filter(isObject) : [];
  const best = listed.find((one) => one.primary === true) ?? listed[0];
  return nonEmptyText(best?.value) ?? userName;
}

function parseName(name: Json): string | undefined {
  const parts = [attribute(name, 'givenName'), attribute(name, 'familyName')]
    .map(nonEmptyText)
    .filter(Boolean);
  return nonEmptyText(attribute(name, 'formatted')) ?? (parts.length > 0 ? parts.join(' ') : undefined);
}

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

function parseRole(value: unknown): Role | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  const name = isObject(first) ? first.value : first;
  if (name === undefined || name === null || name === '') return undefined;
  const role = typeof name === 'string' ? findRole(name.toLowerCase()) : undefined;
  if (role === undefined) throw invalidValue(`Invalid role. Valid values are: ${roleNames.join(', ')}`);
  return role;
}

/** COMPAT(Entra): it sends "False" as text. */
function parseActive(value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw invalidValue('active must be true or false');
  return text === 'true';
}

export async function createUser(app: AppContext, orgId: number, body: Json): Promise<number> {
  const { email: given, fullName, role = roles.member, active = true, externalId } = parseUserChange(body);
  if (!active) throw invalidValue('New user must have active=True');
  if (given === undefined) throw invalidValue('userName must be the email address of the user');
  if (fullName === undefined)
    throw invalidValue(
      'Must specify name.formatted, name.givenName or name.familyName when creating a new user',
    );
  const email = checkedEmail(given);
  refuseHighRole(role);
  const isDisposable = await disposableCheck();
  const credentials = newCredentials(app.secrets, null);
  return app.db.write(orgId, 'system', async (tx) => {
    await checkMayJoin(tx, tx.cache, isDisposable, email);
    const person = { email, fullName: checkedFullName(fullName), role, awaitsFirstSignIn: true };
    const id = await addPerson(tx, { ...person, ...credentials });
    await storeExternalId(tx, 'user', id, externalId);
    await auditUser(tx, { id, isBot: false }, 'create', { after: { role, delivery_email: email } });
    return id;
  });
}

function checkedEmail(given: string): string {
  const email = parsedEmail(given);
  if (email === undefined) throw invalidValue('userName must be the email address of the user');
  return email;
}

/** PUT: attributes that are not in the request are kept. */
export const replaceUser = (app: AppContext, orgId: number, id: string, body: Json): Promise<void> =>
  change(app, orgId, id, parseUserChange(body));

export function patchUser(
  app: AppContext,
  orgId: number,
  id: string,
  operations: readonly PatchOperation[],
): Promise<void> {
  const body: Json = {};
  const name: Json = {};
  for (const { op, path, value } of eachAttribute(operations)) {
    if (op === 'remove') continue;
    if (path.startsWith('name.')) name[path.slice('name.'.length)] = value;
    else if (path === 'emails.value') body.emails = [{ value, primary: true }];
    else if (path === 'roles.value') body.roles = [{ value }];
    else if (path === 'name' && isObject(value)) Object.assign(name, value);
    // Attributes that are not supported, such as phone numbers, are ignored.
    else body[path] = value;
  }
  if (Object.keys(name).length > 0) body.name = name;
  return change(app, orgId, id, parseUserChange(body), name);
}

/** In one transaction, so that a refused request changes nothing. @param parts Name attributes changed separately. */
async function change(
  app: AppContext,
  orgId: number,
  id: string,
  asked: UserChange,
  parts: Json = {},
): Promise<void> {
  const isDisposable = await disposableCheck();
  await app.db.write(orgId, 'system', async (tx) => {
    const user = userById(tx.cache, id);
    // What else such a request says does not keep the account active.
    const wanted = asked.active === false && isProtected(user) ? { active: false } : asked;
    await storeExternalId(tx, 'user', user.id, wanted.externalId);
    const before = { full_name: user.fullName, delivery_email: user.deliveryEmail };
    if (wanted.email !== undefined) await changeEmail(tx, user, checkedEmail(wanted.email), isDisposable);
    const fullName = mergedName(user, wanted.fullName, parts);
    if (fullName !== undefined) await rename(tx, user, checkedFullName(fullName));
    const changed = userById(tx.cache, id);
    const after = { full_name: changed.fullName, delivery_email: changed.deliveryEmail };
    await auditUser(tx, user, 'update', { before, after });
    if (wanted.active === true && !user.isActive) {
      refuseIfProtected(user);
      await reactivateUser(app, tx, findOwner(tx.cache), user.id);
    }
    if (wanted.role !== undefined && wanted.role !== user.role) {
      if (wanted.role < user.role) refuseHighRole(wanted.role);
      await changeRole(tx, userById(tx.cache, id), wanted.role);
    }
    if (wanted.active === false && user.isActive) await deactivateUser(tx, findOwner(tx.cache), user.id, {});
  });
}

/** COMPAT(Entra): given and family name may be separate operations. */
function mergedName(user: User, fullName: string | undefined, parts: Json): string | undefined {
  const [given, family] = [
    nonEmptyText(attribute(parts, 'givenName')),
    nonEmptyText(attribute(parts, 'familyName')),
  ];
  if (
    nonEmptyText(attribute(parts, 'formatted')) !== undefined ||
    (given === undefined) === (family === undefined)
  )
    return fullName;
  const [first = '', ...rest] = user.fullName.split(' ');
  return `${given ?? first} ${family ?? rest.join(' ')}`.trim();
}

async function changeEmail(tx: Tx, user: User, email: string, isDisposable: DisposableCheck): Promise<void> {
  if (email === user.deliveryEmail) return;
  if (emailKey(email) !== emailKey(user.deliveryEmail)) refuseIfProtected(user);
  checkEmailIsFree(tx.cache, email, user.id);
  await checkMayJoin(tx, tx.cache, isDisposable, email);
  await changeAddress(tx, user, email);
}

async function rename(tx: Tx, user: User, fullName: string): Promise<void> {
  if (fullName === user.fullName) return;
  checkNameIsFree(tx.cache, fullName, user.id);
  await changeName(tx, tx.cache.users.get(user.id) ?? user, fullName);
}

export const deletionRefused = (): ScimError =>
  new ScimError(400, 'Users are not deleted: set active to false to deactivate the account');
