/** Generates channel memberships: a few channels have nearly everyone, most some dozens. */
import type { Bulk, BulkTable } from '../../db/bulk.ts';
import { lastPosition } from '../../core/log/index.ts';
import type { DemoPeople } from './large-people.ts';
import type { DemoSize } from './size.ts';
import type { Chance } from './random.ts';
import type { NamedUser } from './writing.ts';

/** The properties of a channel that messages need. */
export interface DemoRoom {
  channelId: number;
  /** The most active first. */
  members: readonly NamedUser[];
}

const membership: BulkTable = {
  name: 'membership',
  columns: {
    channel_id: 'int',
    user_id: 'int',
    from_message_id: 'int',
    from_position: 'int',
    to_message_id: 'int',
    to_position: 'int',
  },
};
const subscription: BulkTable = {
  name: 'subscription',
  columns: { channel_id: 'int', user_id: 'int', color: 'text' },
};

const colors = ['#5b6ee1', '#2f9e77', '#c7762e', '#b8527a', '#3d8fb0', '#8a6fbf', '#8f9a3a', '#c2554d'];

/** The owner is in this many of the largest channels, to have many unread messages. */
const ownersChannels = 200;
const leastMembers = 5;

export async function fillChannels(
  bulk: Bulk,
  crowd: DemoPeople,
  size: DemoSize,
  chance: Chance,
): Promise<DemoRoom[]> {
  const position = await lastPosition(bulk.read, crowd.orgId);
  const rooms: DemoRoom[] = [];
  for (const [rank, channel] of crowd.channels.entries()) {
    const count = Math.max(leastMembers, Math.round(crowd.people.length / (rank + 1) ** 0.75));
    const members = getMembers(crowd, rank, count, chance);
    rooms.push({ channelId: channel.id, members });
    await bulk.together(async () => {
      const spans = members.map(({ id }, i) => {
        // Half of the last twentieth of members joined late, and half have left; in private channels nobody writes from outside.
        const isOdd = !channel.isPrivate && i > 0.95 * members.length && id !== crowd.owner.id;
        const from = isOdd && i % 2 === 0 ? 1 + chance.below(Math.max(1, size.messages)) : 1;
        const to = isOdd && i % 2 === 1 ? 1 + chance.below(Math.max(1, size.messages)) : null;
        return [channel.id, id, from, position, to, to === null ? null : position];
      });
      await bulk.insert(membership, spans);
      await bulk.insert(
        subscription,
        members.map(({ id }) => [channel.id, id, colors[(channel.id + id) % colors.length] ?? '#5b6ee1']),
      );
    });
  }
  return rooms;
}

function getMembers({ people, owner }: DemoPeople, rank: number, count: number, chance: Chance): NamedUser[] {
  const members = chance.some(people, count);
  const [first] = people;
  if (rank < ownersChannels && first && !members.some(({ id }) => id === owner.id))
    members.splice(chance.below(members.length), 1, first);
  return members;
}
