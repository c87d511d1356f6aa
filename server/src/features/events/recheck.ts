/**
 * Decides which pending events a user still gets after losing access: none about messages, channels and users that are
 * hidden from them now. Removals are always delivered.
 */
import { roles } from '../../../../wire/core.ts';
import { canSeeChannel, reachIn } from '../../core/channels/index.ts';
import type { EventQueue } from '../../core/events/index.ts';
import {
  type EditEvent,
  type EditFields,
  type Emitted,
  type LogEntry,
  type LoggedEvent,
  isEvent,
  isMessageEvent,
} from '../../core/log/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';

/** @returns the entry, its visible part, or null if nothing of it is visible */
type Check = (seen: CurrentAccess, entry: LogEntry) => LogEntry | null;

export function recheckEvents(pending: readonly LogEntry[], queue: EventQueue): LogEntry[] {
  const user = queue.cache.users.get(queue.userId);
  if (!user) return [];
  const seen = new CurrentAccess(queue.cache, user);
  const kept: LogEntry[] = [];
  // From the newest back: later events report which messages were deleted or moved since.
  for (const entry of pending.toReversed()) {
    const decide = checks.get(entry.event.type);
    const left = decide ? decide(seen, entry) : entry;
    if (left) kept.push(left);
  }
  return kept.reverse();
}

/** What the user can access now, according to the organization cache and later events of the queue. */
class CurrentAccess {
  readonly cache: OrganizationCache;
  readonly user: User;
  readonly deleted = new Set<number>();
  readonly hiddenUsers = new Set<number>();
  readonly removedReminders = new Set<number>();
  /** Channels of messages that were moved since, by message. */
  readonly movedTo = new Map<number, number>();

  constructor(cache: OrganizationCache, user: User) {
    this.cache = cache;
    this.user = user;
  }

  get isAdministrator(): boolean {
    return this.user.role <= roles.administrator;
  }

  channel(id: number): boolean {
    const channel = this.cache.channels.get(id);
    return channel !== undefined && canSeeChannel(this.cache, channel, this.user);
  }

  /** Whether messages of the channel can be read at all. */
  content(channelId: number): boolean {
    const channel = this.cache.channels.get(channelId);
    return channel !== undefined && reachIn(this.cache, channel, this.user) !== 'none';
  }

  /** @param channelId Where the message was at the time of the entry; undefined for a direct message. */
  message(id: number, channelId: number | undefined, entry: LogEntry): boolean {
    if (this.deleted.has(id)) return false;
    const at = this.movedTo.get(id) ?? channelId;
    const channel = at === undefined ? undefined : this.cache.channels.get(at);
    if (!channel) return at === undefined;
    const reach = reachIn(this.cache, channel, this.user);
    return reach === 'all' || (reach === 'spans' && this.#wasReceived(id, channel.id, entry));
  }

  #wasReceived(id: number, channelId: number, { event, position }: LogEntry): boolean {
    const { members } = this.cache;
    const open = members.get(channelId, this.user.id);
    if (open && open.fromMessageId <= id) return true;
    return isMessageEvent(event) && members.wasMember(channelId, this.user.id, position);
  }
}

const keptIf = (entry: LogEntry, isSeen: boolean): LogEntry | null => (isSeen ? entry : null);

/** For events that name a message; only their audience names its channel. */
const checkMessageId = (seen: CurrentAccess, entry: LogEntry, { message_id }: { message_id: number }) => {
  const { channel, about } = entry.audience;
  return keptIf(entry, seen.message(message_id, channel ?? about, entry));
};

const checkUserId = (seen: CurrentAccess, entry: LogEntry, { user_id }: { user_id?: number }) =>
  keptIf(entry, user_id === undefined || !seen.hiddenUsers.has(user_id));

type EventType = Emitted['type'];

const check = <T extends EventType>(
  type: T,
  decide: (seen: CurrentAccess, entry: LogEntry, event: LoggedEvent<T>) => LogEntry | null,
): [EventType, Check] => [
  type,
  (seen, entry) => (isEvent(entry.event, type) ? decide(seen, entry, entry.event) : entry),
];

const checks: ReadonlyMap<string, Check> = new Map([
  check('message', (seen, entry, { message: { id, stream_id, sender_id } }) => {
    const isOwn = sender_id === seen.user.id && !seen.deleted.has(id);
    return keptIf(entry, isOwn || seen.message(id, stream_id, entry));
  }),
  check('update_message', checkEdit),
  check('update_message_flags', checkFlags),
  check('delete_message', (seen, entry, { message_ids }) => {
    for (const id of message_ids) seen.deleted.add(id);
    return entry;
  }),
  check('reaction', checkMessageId),
  check('submessage', checkMessageId),
  check('typing', (seen, entry, event) =>
    keptIf(entry, !('stream_id' in event) || seen.content(event.stream_id)),
  ),
  check('typing_edit_message', (seen, entry, { recipient }) =>
    keptIf(entry, !('channel_id' in recipient) || seen.content(recipient.channel_id)),
  ),
  check('stream', (seen, entry, event) =>
    keptIf(entry, event.op !== 'update' || seen.channel(event.stream_id)),
  ),
  check('subscription', checkSubscription),
  check('realm_user', (seen, entry, { op, person: { user_id } }) => {
    if (op === 'remove') seen.hiddenUsers.add(user_id);
    return keptIf(entry, op !== 'update' || !seen.hiddenUsers.has(user_id));
  }),
  // The event holds the bot’s key; that a bot is lost is always delivered.
  check('realm_bot', (seen, entry, { op, bot: { user_id } }) => {
    const isOwn = seen.cache.users.get(user_id)?.botOwnerId === seen.user.id;
    return keptIf(entry, op === 'delete' || isOwn || seen.isAdministrator);
  }),
  check('invites_changed', (seen, entry) => {
    const isNamed = entry.audience.users?.includes(seen.user.id) === true;
    return keptIf(entry, isNamed || seen.isAdministrator);
  }),
  check('reminders', checkReminders),
  check('presence', checkUserId),
  check('user_status', checkUserId),
]);

/** A reminder whose message changed is removed and added again: what it quoted before is not shown. */
function checkReminders(
  seen: CurrentAccess,
  entry: LogEntry,
  event: LoggedEvent<'reminders'>,
): LogEntry | null {
  if (event.op === 'remove') {
    seen.removedReminders.add(event.reminder_id);
    return entry;
  }
  const reminders = event.reminders.filter(({ reminder_id: id }) => !seen.removedReminders.has(id));
  if (reminders.length === event.reminders.length) return entry;
  return keptIf({ ...entry, event: { ...event, reminders } }, reminders.length > 0);
}

/** Events about the subscribers of several channels are reduced to the visible ones. */
function checkSubscription(
  seen: CurrentAccess,
  entry: LogEntry,
  event: LoggedEvent<'subscription'>,
): LogEntry | null {
  if (event.op !== 'peer_add' && event.op !== 'peer_remove') return entry;
  const ids = event.stream_ids.filter((id) => seen.channel(id));
  if (ids.length === event.stream_ids.length) return entry;
  return keptIf({ ...entry, event: { ...event, stream_ids: ids } }, ids.length > 0);
}

function checkEdit(seen: CurrentAccess, entry: LogEntry, event: EditEvent): LogEntry | null {
  const { fields } = event;
  const channelId = fields.new_stream_id ?? fields.stream_id;
  const ids = fields.message_ids.filter((id) => seen.message(id, channelId, entry));
  if (fields.new_stream_id !== undefined)
    for (const id of fields.message_ids)
      if (!seen.movedTo.has(id)) seen.movedTo.set(id, fields.new_stream_id);
  const [first] = ids;
  if (first === undefined) return null;
  if (ids.length === fields.message_ids.length) return entry;
  const left = ids.includes(fields.message_id) ? fields : { ...withoutContent(fields), message_id: first };
  const reduced: EditEvent = { ...event, fields: { ...left, message_ids: ids } };
  return { ...entry, event: reduced };
}

/** The fields about the content of the message that the request named. */
function withoutContent(fields: EditFields): EditFields {
  const {
    orig_content: _,
    orig_rendered_content: __,
    content: ___,
    rendered_content: ____,
    is_me_message: _____,
    ...others
  } = fields;
  return others;
}

/** IDs alone reveal nothing, but details of messages that became unread name topics. */
function checkFlags(
  seen: CurrentAccess,
  entry: LogEntry,
  event: LoggedEvent<'update_message_flags'>,
): LogEntry | null {
  const { messages } = event;
  const details = event.op === 'remove' ? event.message_details : undefined;
  if (!details) return entry;
  const channelIn = (id: number) => {
    const detail = details[id];
    return detail?.type === 'stream' ? detail.stream_id : undefined;
  };
  const ids = messages.filter((id) => seen.message(id, channelIn(id), entry));
  if (ids.length === 0) return null;
  if (ids.length === messages.length) return entry;
  const left = Object.fromEntries(ids.map((id) => [id, details[id]]));
  return { ...entry, event: { ...event, messages: ids, message_details: left } };
}
