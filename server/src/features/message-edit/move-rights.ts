/** Permissions and time limits for moving messages and resolving topics. */
import { roles } from '../../../../wire/core.ts';
import { isResolved } from '../../../../wire/topics.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { holdsIn } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  mayIn,
  organizationSettings,
} from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { leewaySeconds } from './edit-content.ts';
import type { PlaceChange } from './serialize-edits.ts';

/** The topic keeps its name except for the mark of resolved topics. */
export function isResolution(before: string, after: string): boolean {
  if (isResolved(before) === isResolved(after)) return false;
  return withoutMarks(before) === withoutMarks(after);
}

const withoutMarks = (topic: string): string => topic.replace(/^[✔ ]+/u, '');

interface PlannedMove extends PlaceChange {
  /** When the edited message was sent. */
  sentAt: number;
  /** All messages to move. */
  ids: readonly number[];
  /** Only the mark of resolved topics changes, for some messages. */
  isToggled: boolean;
  /** It changes for the whole topic. */
  isResolution: boolean;
}

/** @throws ApiError without the permission of the organization or the channel, and after the time limit */
export async function checkMayMove(
  tx: Tx,
  user: User,
  { from, to, mode, sentAt, ids, isToggled, isResolution: isWhole }: PlannedMove,
): Promise<void> {
  const { cache } = tx;
  if (isToggled) {
    if (from.topic === '') throw apiError('topics.resolve-general-chat');
    if (!may(cache, user, from.channel, 'can_resolve_topics_group'))
      throw apiError('topics.resolve-not-allowed');
    if (isWhole) return;
  }
  const isRenamed = from.topic !== to.topic;
  const isElsewhere = from.channel.id !== to.channel.id;
  if (isRenamed && !mayMoveTopics(cache, user, from.channel)) throw apiError('messages.edit-not-allowed');
  if (isElsewhere && !mayMoveOut(cache, user, from.channel)) throw apiError('messages.move-not-allowed');
  if (user.role <= roles.moderator) return;
  const limits = timeLimits(cache, isRenamed, isElsewhere);
  for (const [seconds, what] of limits)
    if (tx.now - sentAt > (seconds + leewaySeconds) * 1000)
      throw apiError('messages.move-too-late', { what });
  const shortest = Math.min(...limits.map(([seconds]) => seconds));
  const isChosen = mode === 'change_one' && ids.length > 1;
  if ((mode === 'change_all' || isChosen) && shortest < Infinity) await checkAllMovable(tx, ids, shortest);
}

/** By a permission of the organization or of the channel. */
function may(
  cache: OrganizationCache,
  user: User,
  channel: Channel,
  ofOrganization: Parameters<typeof mayIn>[1],
  ofChannel: string = ofOrganization,
): boolean {
  return mayIn(cache, ofOrganization, user) || holdsIn(cache, channel, ofChannel, user);
}

const mayMoveTopics = (cache: OrganizationCache, user: User, channel: Channel): boolean =>
  may(
    cache,
    user,
    channel,
    'can_move_messages_between_topics_group',
    'can_move_messages_within_channel_group',
  );

const mayMoveOut = (cache: OrganizationCache, user: User, channel: Channel): boolean =>
  may(
    cache,
    user,
    channel,
    'can_move_messages_between_channels_group',
    'can_move_messages_out_of_channel_group',
  );

/** Limits in seconds, each with the end of its error message. */
function timeLimits(cache: OrganizationCache, isRenamed: boolean, isElsewhere: boolean): [number, string][] {
  const settings = organizationSettings(cache);
  const within = settings.move_messages_within_stream_limit_seconds;
  const between = settings.move_messages_between_streams_limit_seconds;
  const limits: [number, string][] = [];
  if (isRenamed && within !== null) limits.push([within, 'topic has passed.']);
  if (isElsewhere && between !== null) limits.push([between, 'channel has passed']);
  return limits;
}

const recentAmong = prepared<{ list: unknown; since: number }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('id').as('first')])
    .where(inListParam(dialect, 'id', p.list))
    .where('sent_at', '>=', p.since),
);

/** Refuses to split a topic whose older messages can no longer be moved; the client may ask for a smaller part. */
async function checkAllMovable(tx: Tx, ids: readonly number[], seconds: number): Promise<void> {
  const since = tx.now - (seconds + leewaySeconds) * 1000;
  const recent = await tx.first(recentAmong, { list: listValue(tx.dialect, ids), since });
  const count = recent?.count ?? 0;
  if (count === ids.length) return;
  throw apiError(
    'messages.move-recent-only',
    { movable: count, total: ids.length },
    {
      first_message_id_allowed_to_move: recent?.first ?? null,
      total_messages_in_topic: ids.length,
      total_messages_allowed_to_move: count,
    },
  );
}
