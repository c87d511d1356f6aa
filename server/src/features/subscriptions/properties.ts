/** A user's settings for a subscribed channel: color, position, and notifications. */
import { canSeeChannel, personalChanged } from '../../core/channels/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { refuseTooMany } from './limit.ts';

export interface PropertyChange {
  channelId: number;
  property: string;
  value: boolean | string;
}

const columns = [
  'is_muted',
  'pin_to_top',
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;
type Flag = (typeof columns)[number];

type Checked = { column: Flag; value: boolean } | { column: 'color'; value: string };

/** @throws ApiError for too many changes, an unknown setting, an invalid value, and a channel that the user is not subscribed to */
export async function updateSubscriptions(
  tx: Tx,
  userId: number,
  changes: readonly PropertyChange[],
): Promise<void> {
  refuseTooMany(changes);
  const { cache } = tx;
  const user = cache.users.get(userId);
  for (const change of changes) {
    const channel = cache.channels.get(change.channelId);
    // A hidden channel gets the same response as one that does not exist.
    if (!channel || !user || !canSeeChannel(cache, channel, user)) throw apiError('channels.not-found');
    if (!cache.members.has(change.channelId, userId))
      throw apiError('subscriptions.not-subscribed', { id: change.channelId });
    await store(tx, userId, change.channelId, checked(change));
  }
}

const hexColour = /^#(?:[0-9a-f]{6}|[0-9a-f]{3})$/i;

function checked({ property, value }: PropertyChange): Checked {
  if (property === 'color') {
    if (typeof value !== 'string') throw apiError('subscriptions.color-not-a-string');
    if (!hexColour.test(value)) throw apiError('subscriptions.invalid-color');
    return { column: property, value: longForm(value.toLowerCase()) };
  }
  // COMPAT(old clients): the opposite of `is_muted`.
  const isOpposite = property === 'in_home_view';
  const column = isOpposite ? 'is_muted' : columns.find((name) => name === property);
  if (!column) throw apiError('subscriptions.unknown-property', { property });
  if (typeof value !== 'boolean') throw apiError('parameters.not-a-boolean', { name: property });
  return { column, value: isOpposite ? !value : value };
}

/** `#abc` as `#aabbcc`. */
const longForm = (colour: string): string =>
  colour.length === 7 ? colour : `#${Array.from(colour.slice(1), (digit) => digit + digit).join('')}`;

async function store(tx: Tx, userId: number, channelId: number, { column, value }: Checked): Promise<void> {
  const stored = typeof value === 'boolean' ? Number(value) : value;
  const { numUpdatedRows } = await tx.q
    .updateTable('subscription')
    .set({ [column]: stored })
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .where((eb) => eb.or([eb(column, 'is', null), eb(column, '<>', stored)]))
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  const audience = { users: [userId] };
  if (column === 'is_muted') {
    await tx.touch({ topicPolicies: [userId] });
    tx.emit(personalChanged(channelId, 'in_home_view', !value), audience);
  }
  tx.emit(personalChanged(channelId, column, value), audience);
}
