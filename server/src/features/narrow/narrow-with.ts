/** `with`: the conversation that a message is in now, so that links survive moves. */
import type { Db } from '../../db/db.ts';
import { badTerm, type Term } from '../../lib/narrow/terms.ts';
import { type Reader, membersOfDirects, visibleRows } from '../../core/messages/index.ts';

/**
 * Replaces the conversation named by the terms with that of the message. If the reader may not read the message, the
 * conversation named by the terms is kept. A negated term does not change the others.
 * @throws NarrowError if the terms name none either, and for a negated term with an unreadable message.
 */
export async function withoutWith(db: Db, reader: Reader, terms: readonly Term[]): Promise<readonly Term[]> {
  const target = terms.find((term) => term.op === 'with');
  if (!target) return terms;
  const others = terms.filter((term) => term.op !== 'with');
  const [row] = await visibleRows(db, reader, [target.operand]);
  if (row && target.negated) return terms;
  if (!row) {
    if (!target.negated && nameConversation(others)) return others;
    throw badTerm("Invalid 'with' operator");
  }
  const place: Term[] =
    row.channel_id === null
      ? [{ op: 'dm', operand: await getParticipants(db, reader, row.direct_id ?? 0), negated: false }]
      : [
          { op: 'channel', operand: row.channel_id, negated: false },
          { op: 'topic', operand: row.topic, negated: false },
        ];
  return [...place, ...others.filter(({ op }) => op !== 'channel' && op !== 'topic' && op !== 'dm')];
}

function nameConversation(terms: readonly Term[]): boolean {
  const ops = new Set(terms.map((term) => term.op));
  return ops.has('dm') || (ops.has('channel') && ops.has('topic'));
}

async function getParticipants(db: Db, { orgId }: Reader, directId: number): Promise<number[]> {
  return (await membersOfDirects(db, orgId, [directId])).get(directId) ?? [];
}
