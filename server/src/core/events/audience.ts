/** Which queues get an entry of the log: by its audience, the rule of its type, and the options of the queue. */
import { roles } from '../../../../wire/core.ts';
import type { Audience, LogEntry } from '../log/index.ts';
import { type OrganizationCache, type User, holds } from '../organization/index.ts';
import { type AnyEventRule, type Recipient, type Subject, getSubjects } from './event-rules.ts';
import { acceptsMessage } from './message-events.ts';
import type { DeliveryTarget } from './encode.ts';

/** Used both for live delivery and when a queue is rebuilt from the log. */
export function wants(
  cache: OrganizationCache,
  queue: DeliveryTarget,
  entry: LogEntry,
  rule: AnyEventRule,
): boolean {
  if (queue.types && !queue.types.has(entry.type)) return false;
  if (!isInOnlyChannel(queue, entry, rule)) return false;
  if (!isFor(cache, queue, entry, rule)) return false;
  return entry.type !== 'message' || acceptsMessage(cache, queue, entry);
}

/** Evaluated when an event is emitted, and again when it is delivered after a loss of access. */
export function isFor(
  cache: OrganizationCache,
  queue: DeliveryTarget,
  { audience, position }: LogEntry,
  { to }: AnyEventRule,
): boolean {
  const user = cache.users.get(queue.userId);
  if (!user?.isActive || isAmong(audience.except, user.id)) return false;
  const isNamed = isAmong(audience.users, user.id);
  if (!mayReceive(to, user, isNamed)) return false;
  if (isNamed) return true;
  if (audience.channel !== undefined && cache.members.wasMember(audience.channel, user.id, position))
    return true;
  if (audience.allPublic && queue.options.allPublicChannels && user.role !== roles.guest) return true;
  return hasRole(audience, user) || holdsOne(cache, audience, user);
}

function mayReceive(to: readonly Recipient[], { role }: User, isNamed: boolean): boolean {
  for (const recipient of to)
    switch (recipient) {
      case 'everyone':
      case 'readers':
        return true;
      case 'members':
        if (role !== roles.guest) return true;
        break;
      case 'administrators':
        if (role <= roles.administrator) return true;
        break;
      case 'named':
        if (isNamed) return true;
    }
  return false;
}

/** Keys of one channel get what its readers get, as far as it is about nothing elsewhere. */
function isInOnlyChannel(
  { options: { onlyChannel } }: DeliveryTarget,
  entry: LogEntry,
  rule: AnyEventRule,
): boolean {
  if (onlyChannel === undefined) return true;
  if (!rule.to.includes('readers')) return false;
  const places = getSubjects(rule, entry).filter(({ kind }) => kind !== 'user');
  return places.length > 0 && places.every((subject) => getChannel(subject) === onlyChannel);
}

const getChannel = (subject: Subject): number | undefined =>
  'channelId' in subject ? subject.channelId : undefined;

/** A longer list gets a set, which is created once per list. */
const longList = 32;
const setsByIds = new WeakMap<readonly number[], ReadonlySet<number>>();

function isAmong(ids: readonly number[] | undefined, id: number): boolean {
  if (!ids || ids.length <= longList) return ids?.includes(id) ?? false;
  let set = setsByIds.get(ids);
  if (!set) setsByIds.set(ids, (set = new Set(ids)));
  return set.has(id);
}

function holdsOne(cache: OrganizationCache, { holders }: Audience, user: User): boolean {
  if (!holders || user.role === roles.guest) return false;
  return holders.some((setting) => holds(cache, setting, user));
}

function hasRole(audience: Audience, user: User): boolean {
  if (audience.everyone) return true;
  if (user.role === roles.guest ? audience.guests : audience.nonGuests) return true;
  return audience.administrators === true && user.role <= roles.administrator;
}
