/** Brings back what a run changed of messages that earlier runs brought. What people have changed here since stays. */
import type { Tx } from '../../../core/log/index.ts';
import { replaceWords } from '../../../core/messages/index.ts';
import { flagBit, replaceUserFlagBits } from '../../../core/read-state/index.ts';
import type { Db } from '../../../db/db.ts';
import { inList, inTexts, withIds } from '../../../db/sql.ts';
import { parseStored } from '../../../lib/json.ts';
import type { ListedRun } from '../runs.ts';
import type { ChangeKind, FormerContent, FormerPlace, FormerReaction } from '../write/later/changes.ts';
import { reactionDetail } from '../write/later/changes.ts';
import { wasMovedHere, type Move } from '../write/later/moves.ts';
import { findGivable, storeNewReactions } from '../write/later/reactions.ts';
import { lasting, wasEditedHere } from '../write/later/refresh.ts';
import { storeMoves } from '../write/later/store-moves.ts';
import { eraseReactions, readReactions } from '../write/later/taken-back.ts';
import type { ReactionRow } from '../write/reactions.ts';

export interface Restored {
  /** Texts that are again as they were. */
  edits: number;
  moves: number;
  reactions: number;
  /** Messages that the run deleted, which an import of the earlier export brings again. */
  deleted: number;
  /** Changes of what people have changed here since. */
  kept: number;
}

const nothing = (): Restored => ({ edits: 0, moves: 0, reactions: 0, deleted: 0, kept: 0 });

export function addRestored(sum: Restored, some: Restored): void {
  for (const key of ['edits', 'moves', 'reactions', 'deleted', 'kept'] as const) sum[key] += some[key];
}

interface StoredChange {
  message_id: number;
  kind: string;
  detail: string;
  former: string;
}

/** @param most Changes in one transaction. @returns undefined when nothing is left: an interrupted undo continues with the rest. */
export async function restoreSome(tx: Tx, run: ListedRun, most: number): Promise<Restored | undefined> {
  const first = await tx.q
    .selectFrom('import_change')
    .select(['message_id', 'kind', 'detail', 'former'])
    .where('run_id', '=', run.id)
    .where('org_id', '=', tx.orgId)
    .orderBy('message_id')
    .limit(most)
    .execute();
  if (first.length === 0) return undefined;
  const sum = nothing();
  const byKind = Map.groupBy(first, ({ kind }) => kind as ChangeKind);
  await restoreContents(tx, byKind.get('content') ?? [], sum);
  await restorePlaces(tx, byKind.get('place') ?? [], sum);
  await takeReactions(tx, byKind.get('given') ?? [], sum);
  await giveReactions(tx, byKind.get('taken') ?? [], sum);
  await releaseGone(tx, run, byKind.get('gone') ?? [], sum);
  for (const { message_id: id, kind, detail } of first)
    await tx.q
      .deleteFrom('import_change')
      .where('message_id', '=', id)
      .where('run_id', '=', run.id)
      .where('kind', '=', kind)
      .where('detail', '=', detail)
      .execute();
  await tx.touch({});
  return sum;
}

const readRows = (db: Db, orgId: number, changes: readonly StoredChange[]) =>
  db.q
    .selectFrom('message')
    .select(['id', 'channel_id', 'topic', 'edit_history', 'traits'])
    .where(
      withIds(
        db.dialect,
        orgId,
        changes.map(({ message_id: id }) => id),
      ),
    )
    .execute();

async function restoreContents(tx: Tx, changes: readonly StoredChange[], sum: Restored): Promise<void> {
  const rows = new Map((await readRows(tx, tx.orgId, changes)).map((row) => [row.id, row]));
  const restored: number[] = [];
  for (const { message_id: id, former } of changes) {
    const row = rows.get(id);
    if (!row || wasEditedHere(row)) {
      sum.kept++;
      continue;
    }
    const { mentioned, files, traits, content, rendered, render_version, edited_at } =
      parseStored<FormerContent>(former);
    await tx.q
      .updateTable('message')
      .set({
        content,
        rendered,
        render_version,
        edited_at,
        traits: (traits & ~lasting) | (row.traits & lasting),
      })
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
    await replaceUserFlagBits(tx, id, flagBit.mentioned, mentioned);
    await tx.q
      .deleteFrom('attachment_claim')
      .where('message_id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('attachment')
              .select('attachment.id')
              .whereRef('attachment.id', '=', 'attachment_claim.attachment_id')
              .where(inList(tx.dialect, 'attachment.id', files)),
          ),
        ),
      )
      .execute();
    restored.push(id);
  }
  await replaceWords(tx, restored);
  sum.edits += restored.length;
}

async function restorePlaces(tx: Tx, changes: readonly StoredChange[], sum: Restored): Promise<void> {
  const rows = new Map((await readRows(tx, tx.orgId, changes)).map((row) => [row.id, row]));
  const moves: Move[] = [];
  for (const { message_id: id, former } of changes) {
    const row = rows.get(id);
    const { channel_id: channelId, topic, moved_at: movedAt } = parseStored<FormerPlace>(former);
    const isHere = row?.channel_id !== null && row?.channel_id !== undefined;
    if (!isHere || wasMovedHere(row.edit_history) || !tx.cache.channels.get(channelId)) sum.kept++;
    else
      moves.push({
        ids: [id],
        from: { channelId: row.channel_id ?? 0, topic: row.topic },
        to: { channelId, topic },
        movedAt: movedAt ?? undefined,
        movedBefore: null,
        receivedBy: undefined,
      });
  }
  await storeMoves(tx, { people: new Map() }, moves);
  sum.moves += moves.length;
}

const idsIn = (changes: readonly StoredChange[]): number[] => [
  ...new Set(changes.map(({ message_id: id }) => id)),
];

async function takeReactions(tx: Tx, changes: readonly StoredChange[], sum: Restored): Promise<void> {
  const wanted = new Set(changes.map(({ message_id: id, detail }) => `${id} ${detail}`));
  const given = await readReactions(tx, idsIn(changes));
  const due = given.filter((row) => wanted.has(`${row.message_id} ${reactionDetail(row)}`));
  if (due.length > 0) await eraseReactions(tx, due);
  sum.reactions += due.length;
  sum.kept += changes.length - due.length;
}

async function giveReactions(tx: Tx, changes: readonly StoredChange[], sum: Restored): Promise<void> {
  const there = new Set(
    (await readReactions(tx, idsIn(changes))).map((row) => `${row.message_id} ${reactionDetail(row)}`),
  );
  const rows = changes
    .filter(({ message_id: id, detail }) => !there.has(`${id} ${detail}`))
    .map(({ message_id: id, former }): ReactionRow => {
      const { user_id, emoji_name, emoji_code, kind } = parseStored<FormerReaction>(former);
      return [id, user_id, emoji_name, emoji_code, kind as ReactionRow[4]];
    });
  const due = await findGivable(tx, tx.orgId, rows);
  if (due.length > 0) await storeNewReactions(tx, due);
  sum.reactions += due.length;
  sum.kept += changes.length - due.length;
}

/** An import of the earlier export brings them again. */
async function releaseGone(
  tx: Tx,
  run: ListedRun,
  changes: readonly StoredChange[],
  sum: Restored,
): Promise<void> {
  if (changes.length > 0)
    await tx.q
      .deleteFrom('import_item')
      .where('source_id', '=', run.source_id)
      .where('kind', '=', 'message')
      .where(
        inTexts(
          tx.dialect,
          'source_key',
          changes.map(({ detail }) => detail),
        ),
      )
      .execute();
  sum.deleted += changes.length;
}
