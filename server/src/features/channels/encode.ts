/** Encodes `stream` events: for clients without archived channels, archiving deletes a channel and unarchiving creates it. */
import { channelDeleted, usedOnly } from '../../core/channels/index.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import { type LoggedEvent, isEvent } from '../../core/log/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';

export const encodeChannelEvent: Encoder = ({ event: logged }, { options, cache }, shared) => {
  if (!isEvent(logged, 'stream')) return null;
  const { isReturn, ...event } = logged;
  const knowsArchived = options.capabilities.archived_channels === true;
  if (knowsArchived) return isReturn === true ? null : once(shared, 'all', () => openObject(event));
  const text = once(shared, 'used', () => {
    const emitted = withoutArchived(cache, logged);
    return emitted === null ? '' : openObject(emitted);
  });
  return text === '' ? null : text;
};

function withoutArchived({ channels }: OrganizationCache, event: LoggedEvent<'stream'>): object | null {
  if (event.op === 'delete') return event;
  if (event.op === 'create') return usedOnly(event);
  if (event.property === 'is_archived')
    return event.value === true ? channelDeleted([event.stream_id]) : null;
  return channels.get(event.stream_id)?.isArchived ? null : event;
}
