/** Emits to guests with limited visibility which users became visible to them, and which are no longer. */
import type { Tx } from '../log/index.ts';
import type { OrganizationCache, User } from '../organization/index.ts';
import { unknownUserAdded, userAdded, userRemoved } from './serialize.ts';
import { conversationPartners, knows, limitedGuests } from './visibility.ts';

/** Users who join or leave one channel. */
export interface Move {
  channel: { id: number };
  userIds: readonly number[];
}

/**
 * Call before users join or leave channels, and call the returned function afterwards: it emits to limited guests
 * which users became visible or hidden.
 */
export async function watchVisibility(tx: Tx, moves: readonly Move[]): Promise<() => void> {
  const guests = new Set([...limitedGuests(tx.cache)].map(({ id }) => id));
  if (guests.size === 0) return () => undefined;
  const pairs = affectedPairs(tx.cache, guests, moves);
  const partners = await conversationPartners(tx, [...pairs.keys()]);
  const knownNow = (guestId: number, user: User) => knows(tx.cache, guestId, user, partners.get(guestId));
  const before = new Map(
    [...pairs].map(([guestId, users]) => [guestId, new Set(users.filter((user) => knownNow(guestId, user)))]),
  );
  return () => {
    const gained = new Map<User, number[]>();
    const lost = new Map<User, number[]>();
    for (const [guestId, users] of pairs)
      for (const user of users) {
        const isKnown = knownNow(guestId, user);
        if (isKnown === before.get(guestId)?.has(user)) continue;
        const changed = isKnown ? gained : lost;
        changed.set(user, [...(changed.get(user) ?? []), guestId]);
      }
    for (const [user, users] of gained) tx.emit(userAdded(user), { users });
    for (const [user, users] of lost) {
      tx.emit(userRemoved(user), { users });
      tx.emit(unknownUserAdded(user), { users });
    }
  };
}

/** By guest, the users who may become visible or hidden by it. */
function affectedPairs(
  { users, members }: OrganizationCache,
  guests: ReadonlySet<number>,
  moves: readonly Move[],
): Map<number, User[]> {
  const ids = new Map<number, Set<number>>();
  const note = (guestId: number, others: Iterable<number>) => {
    const known = ids.get(guestId) ?? new Set();
    for (const id of others) if (id !== guestId) known.add(id);
    ids.set(guestId, known);
  };
  for (const { channel, userIds } of moves) {
    const moving = new Set(userIds);
    const inside = new Set(members.getIds(channel.id));
    for (const id of inside) if (guests.has(id)) note(id, moving);
    for (const id of moving) if (guests.has(id)) note(id, inside.union(moving));
  }
  const found = [...ids].map(([guestId, others]): [number, User[]] => [
    guestId,
    [...others].flatMap((id) => users.get(id) ?? []),
  ]);
  return new Map(found);
}
