/** Compares how open channels are here and in the source. */
import type { Channel } from '../../../../core/organization/index.ts';
import type { ChannelRecord } from '../../records.ts';

export type ChannelThere = Pick<ChannelRecord, 'name' | 'isPrivate'> & { openness: number };

const degrees = { received: 0, members: 1, everyone: 2, world: 3 };

export const channelThere = ({
  name,
  isPrivate,
  isHistoryShared,
  isWebPublic,
}: ChannelRecord): ChannelThere => ({
  name,
  isPrivate,
  openness: openness({
    isPrivate,
    isHistoryPublic: isHistoryShared ?? true,
    isWebPublic: isWebPublic ?? false,
  }),
});

/** A higher number for those that more people can read. */
export function openness({
  isPrivate,
  isHistoryPublic,
  isWebPublic,
}: Pick<Channel, 'isPrivate' | 'isHistoryPublic' | 'isWebPublic'>): number {
  if (isPrivate) return isHistoryPublic ? degrees.members : degrees.received;
  return isWebPublic ? degrees.world : degrees.everyone;
}
