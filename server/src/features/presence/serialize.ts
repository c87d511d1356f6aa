/** Presence in the three formats of the API. */
import type { GetUserPresenceResponse, LegacyPresence, ModernPresence } from '../../../../wire/presence.ts';
import { serverNumbers } from '../../../../wire/server.ts';
import type { Emitted, EventBody } from '../../core/log/index.ts';
import type { User } from '../../core/organization/index.ts';
import type { LastSeen } from './board.ts';

/** A connected user counts as active for this long after the last activity. */
const stillActiveMs = 70_000;

const seconds = (ms: number): number => Math.floor(ms / 1000);

export const modernPresence = (user: User, { activeAt, connectedAt }: LastSeen): ModernPresence => ({
  active_timestamp: seconds(activeAt || user.dateJoined),
  idle_timestamp: seconds(connectedAt),
});

function readStatus({ activeAt, connectedAt }: LastSeen) {
  const isActive = activeAt > 0 && activeAt + stillActiveMs >= connectedAt;
  return {
    status: isActive ? ('active' as const) : ('idle' as const),
    timestamp: seconds(isActive ? activeAt : connectedAt),
  };
}

export function legacyPresence(seen: LastSeen): LegacyPresence {
  const { client, status, timestamp, pushable } = clientPresence(seen);
  return {
    aggregated: { client, status, timestamp },
    website: { client, status, timestamp, pushable },
  };
}

function clientPresence(seen: LastSeen) {
  const { status, timestamp } = readStatus(seen);
  return { client: 'website', status, timestamp, pushable: false };
}

export function userPresence(user: User, seen: LastSeen, now: number): GetUserPresenceResponse['presence'] {
  const { status, timestamp } = readStatus(seen);
  const isOffline = seconds(now) - timestamp > serverNumbers.server_presence_offline_threshold_seconds;
  const { active_timestamp, idle_timestamp } = modernPresence(user, seen);
  return {
    active_timestamp,
    idle_timestamp,
    aggregated: { status: isOffline ? 'offline' : status, timestamp },
    website: { status, timestamp },
  };
}

/** Contains both formats; the encoder removes the one that a client does not use. */
export const presenceChanged = (user: User, seen: LastSeen, now: number): Emitted => ({
  type: 'presence',
  presences: { [user.id]: modernPresence(user, seen) },
  user_id: user.id,
  email: user.email,
  server_timestamp: now / 1000,
  presence: { website: clientPresence(seen) },
});

export const simplifiedEvent = ({ type, presences }: EventBody): object => ({ type, presences });

export const legacyEvent = (event: EventBody, slim: boolean): object => ({
  type: event.type,
  user_id: event.user_id,
  ...(slim ? {} : { email: event.email }),
  server_timestamp: event.server_timestamp,
  presence: event.presence,
});
