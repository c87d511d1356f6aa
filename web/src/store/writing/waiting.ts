/** Drafts and scheduled messages of the server, as the page represents them. */
import type { Draft as SyncedDraft } from '../../../../wire/drafts.ts';
import type { ScheduledMessage } from '../../../../wire/scheduled-messages.ts';
import type { Target } from './drafts.ts';
import type { Destination } from '../narrow/narrow.ts';

export const getDestination = (message: ScheduledMessage, ownId: number): Destination =>
  message.type === 'stream'
    ? { kind: 'topic', channelId: message.to, topic: message.topic }
    : { kind: 'direct', userIds: message.to.filter((id) => id !== ownId) };

export const targetOfDraft = ({ type, to, topic }: SyncedDraft, ownId: number): Target =>
  type === 'private'
    ? { kind: 'direct', userIds: to.filter((id) => id !== ownId) }
    : { kind: 'topic', channelId: to[0], topic };
