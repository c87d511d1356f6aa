/** Who a message goes to, as the request names them: one channel, or some people by id or email. */
import type { GroupSetting } from '../../../../wire/core.ts';
import type { SendMessageParams } from '../../../../wire/messages.ts';
import { Bulk, type BulkTable } from '../../db/bulk.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { refuseAboveLimit } from '../limits/index.ts';
import { newestMessageId, type Tx } from '../log/index.ts';
import {
  type OrganizationCache,
  type User,
  holds,
  mayIn,
  organizationPermission,
} from '../organization/index.ts';
import {
  conversationPartners,
  isLimited,
  knows,
  getUserVisibility,
  userAdded,
  userByEmail,
} from '../users/index.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';
import { memberKey } from './direct-members.ts';

type Recipient = SendMessageParams['to'];

/** @throws ApiError when several channels, or none, are named. */
export function channelRef(to: Recipient): string | number {
  const list = Array.isArray(to) ? to : [to];
  const [only] = list;
  if (list.length !== 1 || only === undefined) throw apiError('recipients.one-channel');
  return only;
}

export const isForChannel = ({ type }: Pick<SendMessageParams, 'type'>): boolean =>
  type === 'channel' || type === 'stream';

/**
 * The people of a direct conversation, the sender included, in order of their ids.
 * @throws ApiError, by email the same for an account that is hidden from the sender and for none
 */
export async function participants(
  db: Db,
  cache: OrganizationCache,
  sender: User,
  to: Recipient,
): Promise<User[]> {
  const refs = typeof to === 'string' ? to.split(',') : [to].flat();
  const named = refs.map((ref) => (typeof ref === 'string' ? ref.trim() : ref)).filter((ref) => ref !== '');
  if (named.length === 0) throw apiError('recipients.none');
  if (new Set(named.map((ref) => typeof ref)).size > 1) throw apiError('recipients.mixed');
  refuseAboveLimit('recipients.too-many', 0, named.length);
  const sees = await getUserVisibility(db, cache, sender);
  const people = new Map<number, User>([[sender.id, sender]]);
  for (const ref of named) {
    const user = typeof ref === 'number' ? cache.users.get(ref) : userByEmail(cache, sender, ref);
    if (!user || !sees(user)) throw unknownRecipient(ref, user);
    if (!user.isActive) throw apiError('recipients.deactivated', { email: user.email });
    people.set(user.id, user);
  }
  return [...people.values()].sort((a, b) => a.id - b.id);
}

/** @param hidden IDs of hidden people are known to those who do not see them, their addresses are not. */
function unknownRecipient(ref: string | number, hidden: User | undefined): ApiError {
  if (typeof ref === 'string') return apiError('recipients.invalid-email', { email: ref });
  return hidden ? apiError('recipients.not-accessible') : apiError('users.invalid-recipient-id', { id: ref });
}

/** @throws ApiError when the sender is a guest who may not know of all of them. */
export async function checkKnown(tx: Tx, sender: User, people: readonly User[]): Promise<void> {
  const sees = await getUserVisibility(tx, tx.cache, sender);
  if (!people.every(sees)) throw apiError('recipients.not-accessible');
}

/** The organization's limits on who may write to whom; notes to oneself and to bots are always possible. */
export async function checkDirectAllowed(
  db: Db,
  cache: OrganizationCache,
  sender: User,
  to: { people: readonly User[]; directId: number },
): Promise<void> {
  const { people, directId } = to;
  const others = people.filter((user) => user.id !== sender.id);
  if (sender.isBot || others.every((user) => user.isBot)) return;
  const allowed = organizationPermission(cache, 'direct_message_permission_group');
  if (!people.some((user) => holds(cache, allowed, user))) {
    throw isNobody(cache, allowed)
      ? apiError('recipients.direct-disabled')
      : apiError('recipients.nobody-authorizes');
  }
  const mayInitiate = mayIn(cache, 'direct_message_initiator_group', sender);
  if (!mayInitiate && !(await hasMessages(db, directId))) throw apiError('recipients.initiate-not-allowed');
}

function isNobody(cache: OrganizationCache, setting: GroupSetting): boolean {
  return typeof setting === 'number' && cache.groups.get(setting)?.name === 'role:nobody';
}

const anyDirectMessage = prepared<{ direct_id: number }>()((q, p) =>
  q.selectFrom('message').select('id').where('direct_id', '=', p.direct_id).limit(1),
);

async function hasMessages(db: Db, directId: number): Promise<boolean> {
  return (await db.first(anyDirectMessage, { direct_id: directId })) !== undefined;
}

const directByKey = prepared<{ org_id: number; member_key: string }>()((q, p) =>
  q.selectFrom('direct').select('id').where('org_id', '=', p.org_id).where('member_key', '=', p.member_key),
);

const newDirect = prepared<{ org_id: number; member_key: string }>()((q, p) =>
  q.insertInto('direct').values({ org_id: p.org_id, member_key: p.member_key }).returning('id'),
);

const membersTable: BulkTable = {
  name: 'direct_member',
  columns: { user_id: 'int', direct_id: 'int', read_floor: 'int' },
};

/** The conversation of exactly these people, made if they never talked. */
export async function directFor(tx: Tx, people: readonly User[]): Promise<number> {
  const key = memberKey(people.map((user) => user.id));
  const known = await findDirect(tx, tx.orgId, key);
  if (known !== undefined) return known;
  const introduce = await introductions(tx, people);
  const made = await tx.first(newDirect, { org_id: tx.orgId, member_key: key });
  if (!made) throw new Error('The database gave the conversation no id.');
  const floor = await newestMessageId(tx);
  await new Bulk(tx).insert(
    membersTable,
    people.map((user) => [user.id, made.id, floor]),
  );
  introduce();
  return made.id;
}

/** Guests with limited visibility can see the people of their conversations. */
async function introductions(tx: Tx, people: readonly User[]): Promise<() => void> {
  const guests = people.filter((user) => isLimited(tx.cache, user));
  if (guests.length === 0) return () => undefined;
  const partners = await conversationPartners(
    tx,
    guests.map(({ id }) => id),
  );
  const met = people.map((user) => ({
    user,
    users: guests.map(({ id }) => id).filter((id) => !knows(tx.cache, id, user, partners.get(id))),
  }));
  return () => {
    for (const { user, users } of met) if (users.length > 0) tx.emit(userAdded(user), { users });
  };
}

export async function findDirect(db: Db, orgId: number, key: string): Promise<number | undefined> {
  return (await db.first(directByKey, { org_id: orgId, member_key: key }))?.id;
}
