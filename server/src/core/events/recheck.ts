/** Rechecks events that were pending while their queue's owner lost access, before they are delivered. */
import { roles } from '../../../../wire/core.ts';
import { canSeeChannel, reachIn } from '../channels/index.ts';
import type { LogEntry } from '../log/index.ts';
import type { OrganizationCache, User } from '../organization/index.ts';
import { isFor } from './audience.ts';
import {
  type Ending,
  type EventRuleTable,
  type Subject,
  getEndings,
  getReduced,
  getSubjects,
} from './event-rules.ts';
import type { DeliveryTarget } from './encode.ts';

/**
 * @param undelivered Those among the pending entries that only tell what became of earlier ones.
 * @returns the entries that may still be delivered, in order; an entry may be reduced to its visible part
 */
export function recheckEntries(
  rules: EventRuleTable,
  pending: readonly LogEntry[],
  queue: DeliveryTarget,
  undelivered: ReadonlySet<LogEntry>,
): LogEntry[] {
  const user = queue.cache.users.get(queue.userId);
  if (!user) return [];
  const access = new CurrentAccess(queue, user);
  const kept: LogEntry[] = [];
  // From the newest back: later events report which messages were deleted or moved since.
  for (const entry of pending.toReversed()) {
    const left = undelivered.has(entry) ? null : getVisible(rules, access, entry);
    if (left) kept.push(left);
    const rule = rules.get(entry.type);
    if (rule) for (const ending of getEndings(rule, entry.event)) access.note(ending);
  }
  return kept.reverse();
}

/** @returns the entry, its visible part, or null if nothing of it is visible */
function getVisible(rules: EventRuleTable, access: CurrentAccess, entry: LogEntry): LogEntry | null {
  const { queue } = access;
  const rule = rules.get(entry.type);
  if (!rule || !isFor(queue.cache, queue, entry, rule)) return null;
  const sees = (subject: Subject) => access.sees(subject, entry);
  const isVisible = (one: LogEntry) => {
    const subjects = getSubjects(rule, one);
    return (subjects.length > 0 || !rule.to.includes('readers')) && subjects.every(sees);
  };
  if (isVisible(entry)) return entry;
  const event = getReduced(rule, entry, sees);
  const reduced = event && { ...entry, event };
  return reduced && isVisible(reduced) ? reduced : null;
}

/** What the user can access now, according to the organization cache and later events of the queue. */
class CurrentAccess {
  readonly queue: DeliveryTarget;
  readonly #cache: OrganizationCache;
  readonly #user: User;
  readonly #deleted = new Set<number>();
  readonly #gone = { user: new Set<number>(), reminder: new Set<number>() };
  /** Channels of messages that were moved since, by message. */
  readonly #movedTo = new Map<number, number>();

  constructor(queue: DeliveryTarget, user: User) {
    this.queue = queue;
    this.#cache = queue.cache;
    this.#user = user;
  }

  /** Called from the newest entry back. */
  note(ending: Ending): void {
    if (ending.kind !== 'message') this.#gone[ending.kind].add(ending.id);
    else if (ending.movedTo === undefined) this.#deleted.add(ending.id);
    else if (!this.#movedTo.has(ending.id)) this.#movedTo.set(ending.id, ending.movedTo);
  }

  sees(subject: Subject, entry: LogEntry): boolean {
    switch (subject.kind) {
      case 'channel': {
        const channel = this.#cache.channels.get(subject.id);
        return channel !== undefined && canSeeChannel(this.#cache, channel, this.#user);
      }
      case 'content': {
        const channel = this.#cache.channels.get(subject.channelId);
        return channel !== undefined && reachIn(this.#cache, channel, this.#user) !== 'none';
      }
      case 'message':
        return this.#seesMessage(subject, entry);
      case 'user':
      case 'reminder':
        return !this.#gone[subject.kind].has(subject.id);
      case 'bot':
        return this.#ownsBot(subject.id) || this.#user.role <= roles.administrator;
      case 'direct':
      case 'left':
        return true;
    }
  }

  #seesMessage({ id, channelId, senderId }: Extract<Subject, { kind: 'message' }>, entry: LogEntry): boolean {
    if (this.#deleted.has(id)) return false;
    const at = this.#movedTo.get(id) ?? channelId;
    const { onlyChannel } = this.queue.options;
    if (onlyChannel !== undefined && at !== onlyChannel) return false;
    if (at === undefined || senderId === this.#user.id) return true;
    const channel = this.#cache.channels.get(at);
    if (!channel) return false;
    const reach = reachIn(this.#cache, channel, this.#user);
    return reach === 'all' || (reach === 'spans' && this.#wasReceived(id, at, entry));
  }

  #wasReceived(id: number, channelId: number, { type, position }: LogEntry): boolean {
    const { members } = this.#cache;
    const open = members.get(channelId, this.#user.id);
    if (open && open.fromMessageId <= id) return true;
    return type === 'message' && members.wasMember(channelId, this.#user.id, position);
  }

  #ownsBot(id: number): boolean {
    return this.#cache.users.get(id)?.botOwnerId === this.#user.id;
  }
}
