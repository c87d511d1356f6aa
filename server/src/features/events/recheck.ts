/**
 * Which pending events a user may still get after losing access: none about messages, channels and users that are
 * hidden from them now. Removals are always delivered, and so is what reports later removals.
 */
import { roles } from '../../../../wire/core.ts';
import { canSeeChannel, reachIn } from '../../core/channels/index.ts';
import type { EventQueue } from '../../core/events/index.ts';
import {
  type EditEvent,
  type EditFields,
  type LogEntry,
  isEditEvent,
  isMessageEvent,
} from '../../core/log/index.ts';
import type { OrganizationCache, User } from '../../core/organization/index.ts';

/** The entry, what is left of it, or null for nothing. */
type Check = (seen: CurrentAccess, entry: LogEntry) => LogEntry | null;

export function recheckEvents(pending: readonly LogEntry[], queue: EventQueue): LogEntry[] {
  const user = queue.cache.users.get(queue.userId);
  if (!user) return [];
  const seen = new CurrentAccess(queue.cache, user);
  const kept: LogEntry[] = [];
  // From the newest back: later events report which messages were deleted or moved since.
  for (const entry of pending.toReversed()) {
    const check = checks[entry.event.type];
    const left = check ? check(seen, entry) : entry;
    if (left) kept.push(left);
  }
  return kept.reverse();
}

/** What the person can access now, according to the organization cache and the later events of the queue. */
class CurrentAccess {
  readonly cache: OrganizationCache;
  readonly user: User;
  readonly deleted = new Set<number>();
  readonly hiddenUsers = new Set<number>();
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

/** Of an event that names a message and says by its audience alone where that is. */
const aboutMessage: Check = (seen, entry) => {
  const { channel, about } = entry.audience;
  return keptIf(entry, seen.message(entry.event.message_id as number, channel ?? about, entry));
};

const aboutPerson: Check = (seen, entry) =>
  keptIf(entry, !seen.hiddenUsers.has(entry.event.user_id as number));

const checks: Readonly<Record<string, Check | undefined>> = {
  message(seen, entry) {
    const { event } = entry;
    if (!isMessageEvent(event)) return entry;
    const { id, stream_id, sender_id } = event.message;
    const isOwn = sender_id === seen.user.id && !seen.deleted.has(id);
    return keptIf(entry, isOwn || seen.message(id, stream_id, entry));
  },
  update_message(seen, entry) {
    return isEditEvent(entry.event) ? checkEdit(seen, entry, entry.event) : entry;
  },
  update_message_flags: checkFlags,
  delete_message(seen, entry) {
    for (const id of entry.event.message_ids as number[]) seen.deleted.add(id);
    return entry;
  },
  reaction: aboutMessage,
  submessage: aboutMessage,
  typing(seen, entry) {
    const { stream_id } = entry.event as { stream_id?: number };
    return keptIf(entry, stream_id === undefined || seen.content(stream_id));
  },
  typing_edit_message(seen, entry) {
    const { recipient } = entry.event as unknown as { recipient: { channel_id?: number } };
    return keptIf(entry, recipient.channel_id === undefined || seen.content(recipient.channel_id));
  },
  stream(seen, entry) {
    const { op, stream_id } = entry.event as unknown as { op: string; stream_id: number };
    return keptIf(entry, op !== 'update' || seen.channel(stream_id));
  },
  subscription(seen, entry) {
    const { op = '', stream_ids = [] } = entry.event as { op?: string; stream_ids?: number[] };
    return keptIf(entry, !op.startsWith('peer_') || stream_ids.some((id) => seen.channel(id)));
  },
  realm_user(seen, entry) {
    const { user_id } = entry.event.person as { user_id: number };
    if (entry.event.op === 'remove') seen.hiddenUsers.add(user_id);
    return keptIf(entry, entry.event.op !== 'update' || !seen.hiddenUsers.has(user_id));
  },
  /** With its key and its events; that it is lost is always delivered. */
  realm_bot(seen, entry) {
    const { user_id } = entry.event.bot as { user_id: number };
    const isOwn = seen.cache.users.get(user_id)?.botOwnerId === seen.user.id;
    return keptIf(entry, entry.event.op === 'delete' || isOwn || seen.isAdministrator);
  },
  invites_changed(seen, entry) {
    const isNamed = entry.audience.users?.includes(seen.user.id) === true;
    return keptIf(entry, isNamed || seen.isAdministrator);
  },
  presence: aboutPerson,
  user_status: aboutPerson,
};

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

/** Of one message, whatever others moved with it. */
const ofContent: ReadonlySet<string> = new Set([
  'orig_content',
  'orig_rendered_content',
  'content',
  'rendered_content',
  'is_me_message',
]);

const withoutContent = (fields: EditFields): EditFields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !ofContent.has(name))) as EditFields;

/** Ids alone say nothing; what is unread again is named with its topic. */
function checkFlags(seen: CurrentAccess, entry: LogEntry): LogEntry | null {
  const { message_details: details, messages } = entry.event as unknown as {
    message_details?: Record<string, { stream_id?: number }>;
    messages: number[];
  };
  if (!details) return entry;
  const ids = messages.filter((id) => seen.message(id, details[id]?.stream_id, entry));
  if (ids.length === 0) return null;
  if (ids.length === messages.length) return entry;
  const left = Object.fromEntries(ids.map((id) => [id, details[id]]));
  return { ...entry, event: { ...entry.event, messages: ids, message_details: left } };
}
