/** POST /messages/flags/narrow: changes one's own flags of a bounded range of messages in a narrow. */
import {
  type UpdateMessageFlagsForNarrowResponse,
  type UpdateMessageFlagsForNarrowParams,
} from '../../../../wire/message-flags.ts';
import { maxMessagesPerSide } from '../../../../wire/messages.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { rangeAround } from '../message-fetch/index.ts';
import { parseNarrow } from '../../lib/narrow/parse.ts';
import { changeFlags, ownFlag, readerIn } from './flags.ts';

/** The range is determined before the write, which skips what has become hidden from the reader in between. */
export async function updateMessageFlagsForNarrow(
  app: AppContext,
  me: Principal,
  params: UpdateMessageFlagsForNarrowParams,
): Promise<UpdateMessageFlagsForNarrowResponse> {
  const change = { op: params.op, flag: ownFlag(params.flag) };
  const { ids, foundOldest, foundNewest } = await rangeAround(app.db.read, me, parseNarrow(params.narrow), {
    anchor: params.anchor,
    anchorDate: params.anchor_date,
    includeAnchor: params.include_anchor,
    ...bounded(params.num_before, params.num_after),
  });
  const { changed, ignoredChannels } =
    ids.length === 0
      ? { changed: [], ignoredChannels: [] }
      : await app.db.write(me.orgId, me, (tx) => changeFlags(tx, readerIn(tx, me), ids, change, 'pass over'));
  return {
    processed_count: ids.length,
    updated_count: changed.length,
    first_processed_id: ids[0] ?? null,
    last_processed_id: ids.at(-1) ?? null,
    found_oldest: foundOldest,
    found_newest: foundNewest,
    ignored_because_not_subscribed_channels: ignoredChannels,
  };
}

/** Limits both sides together to the limit of one side, shared equally if both exceed half of it. */
function bounded(before: number, after: number): { before: number; after: number } {
  const older = Math.min(before, Math.max(maxMessagesPerSide - after, maxMessagesPerSide / 2));
  return { before: older, after: Math.min(after, maxMessagesPerSide - older) };
}
