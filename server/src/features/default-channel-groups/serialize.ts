import type { DefaultChannelGroup } from '../../../../wire/default-channel-groups.ts';
import type { Emitted } from '../../core/log/index.ts';
import { parseStored } from '../../lib/json.ts';

export interface GroupRow {
  id: number;
  name: string;
  description: string;
  channel_ids: string;
}

export const getChannelIds = ({ channel_ids }: Pick<GroupRow, 'channel_ids'>): number[] =>
  parseStored<number[]>(channel_ids);

/** @param isInUse Whether a channel exists and is not archived. */
export const groupObject = (row: GroupRow, isInUse: (id: number) => boolean): DefaultChannelGroup => ({
  id: row.id,
  name: row.name,
  description: row.description,
  streams: getChannelIds(row).filter(isInUse),
});

export const groupsChanged = (groups: DefaultChannelGroup[]): Emitted => ({
  type: 'default_stream_groups',
  default_stream_groups: groups,
});
