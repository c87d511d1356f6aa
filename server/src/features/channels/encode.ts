/** Events of channels as each client gets them: to those that know no archived channels, one goes and comes. */
import type { EventOf } from '../../../../wire/events.ts';
import { channelDeleted, usedOnly } from '../../core/channels/index.ts';
import { type Encoder, once, openObject } from '../../core/events/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';

type ChannelEvent = Omit<EventOf<'stream'>, 'id'> & { isReturn?: true };

export const encodeChannelEvent: Encoder = (entry, { options, cache }, shared) => {
  const { isReturn, ...event } = entry.event as unknown as ChannelEvent;
  const knowsArchived = options.capabilities.archived_channels === true;
  if (knowsArchived) return isReturn ? null : once(shared, 'all', () => openObject(event));
  const text = once(shared, 'used', () => {
    const emitted = withoutArchived(cache, event as EventOf<'stream'>);
    return emitted === null ? '' : openObject(emitted);
  });
  return text === '' ? null : text;
};

function withoutArchived({ channels }: OrganizationCache, event: EventOf<'stream'>): object | null {
  if (event.op === 'delete') return event;
  if (event.op === 'create') return usedOnly(event);
  if (event.property === 'is_archived')
    return event.value === true ? channelDeleted([event.stream_id]) : null;
  return channels.get(event.stream_id)?.isArchived ? null : event;
}
