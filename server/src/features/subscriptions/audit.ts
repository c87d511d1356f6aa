/** Subscribing and unsubscribing others is an administrative act; subscribing oneself is not. */
import { audit } from '../../core/audit/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Channel } from '../../core/organization/index.ts';

type Moves = readonly { channel: Channel; userIds: readonly number[] }[];

export async function auditSubscribers(
  tx: Tx,
  verb: 'add' | 'remove',
  callerId: number,
  moves: Moves,
): Promise<void> {
  for (const { channel, userIds } of moves) {
    const others = userIds.filter((id) => id !== callerId);
    if (others.length === 0) continue;
    const target = { type: 'channel', id: channel.id, name: channel.name } as const;
    await audit(tx, { action: `channel.${verb}_subscribers`, target, after: { user_ids: others } });
  }
}
