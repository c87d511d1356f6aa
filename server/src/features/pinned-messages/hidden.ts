/** What becomes of pins whose messages are deleted or moved. */
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import type { Tx } from '../../core/log/index.ts';
import type { MessagesChanged, MessagesHidden } from '../../core/messages/index.ts';
import { emitPinned, emitUnpinned } from './emit.ts';
import { pinsAmong } from './queries.ts';

const deleteRows = prepared<{ org_id: number; list: unknown }>()((q, p, dialect) =>
  q
    .deleteFrom('message_pin')
    .where(inListParam(dialect, 'message_id', p.list))
    .where('org_id', '=', p.org_id),
);

/** The pins of deleted messages end for all, those of messages that moved away for those who lose sight of them. */
export async function endPins(tx: Tx, { ids, userIds }: MessagesHidden): Promise<void> {
  const pins = await pinsAmong(tx, ids);
  if (pins.length === 0) return;
  if (userIds) {
    const message_ids = pins.map((pin) => pin.message_id);
    tx.emit({ type: 'heddle_pinned_messages', op: 'remove', message_ids }, { users: userIds });
    return;
  }
  await emitUnpinned(tx, pins);
  await tx.run(deleteRows, { org_id: tx.orgId, list: listValue(tx.dialect, ids) });
}

/** Pins are where their messages are. */
export async function followMessages(tx: Tx, { ids, hasMoved }: MessagesChanged): Promise<void> {
  if (hasMoved) await emitPinned(tx, await pinsAmong(tx, ids));
}
