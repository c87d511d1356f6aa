/** Who hears that messages were changed, and who that they are gone from their sight. */
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/tx.ts';
import type { EditEvent } from '../../events/edit-event.ts';
import { canSeeChannel } from './access.ts';
import { allReaders, peopleIn, type Portion } from './audience.ts';
import type { Lost } from './move-sight.ts';
import { flagsOfReaders } from './reader-flags.ts';
import { editFields, type EditFacts } from './serialize-edits.ts';
import { messagesDeleted } from './serialize.ts';

/** Once all of it is stored. */
export async function tellEdit(
  tx: Tx,
  message: { id: number; direct_id: number | null },
  facts: EditFacts,
  lost: readonly Lost[],
): Promise<void> {
  const channel = facts.place?.to.channel ?? facts.channel;
  const portions: Portion[] = channel
    ? await allReaders(tx, channel, facts.ids)
    : [{ ids: facts.ids, audience: { users: await peopleIn(tx, message.direct_id ?? 0) } }];
  const unaware = facts.place ? whoKnowsNothingOf(tx, facts.place) : [];
  for (const { ids, audience } of portions) {
    const messageId = ids.includes(message.id) ? message.id : ids[0];
    if (messageId === undefined) continue;
    const except = [...(audience.except ?? []), ...unaware];
    tx.emit(await editEvent(tx, { ...facts, ids, messageId }), { ...audience, except });
  }
  if (!facts.place) return;
  for (const { ids, users } of lost) tx.emit(messagesDeleted(facts.place.from, ids), { users });
}

/** Of a channel that they may not know of they hear nothing: to them the messages begin to be where they are. */
function whoKnowsNothingOf({ directory }: Tx, { from, to }: NonNullable<EditFacts['place']>): number[] {
  if (from.channel.id === to.channel.id) return [];
  const hidden = [...directory.users.values()].filter(
    (user) => !canSeeChannel(directory, from.channel, user),
  );
  return hidden.map(({ id }) => id);
}

const rowById = prepared<{ id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'traits'])
    .where('id', '=', p.id),
);
const groupsOf = prepared<{ message_id: number }>()((q, p) =>
  q.selectFrom('group_mention').select('group_id').where('message_id', '=', p.message_id),
);

async function editEvent(tx: Tx, facts: EditFacts): Promise<EditEvent> {
  const row = await tx.first(rowById, { id: facts.messageId });
  if (!row) throw new Error(`Message ${facts.messageId} was changed but is not there.`);
  const groups = await tx.rows(groupsOf, { message_id: row.id });
  const readers = await flagsOfReaders(
    tx,
    row,
    groups.map((group) => group.group_id),
  );
  return { type: 'update_message', fields: editFields(facts), readers };
}
