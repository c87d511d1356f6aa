/**
 * Brings messages of earlier runs up to date: files that failed then, and what was edited in the source since. What people
 * changed here stays.
 */
import type { EditHistoryItem } from '../../../../../../wire/messages.ts';
import type { Tx } from '../../../../core/log/index.ts';
import { replaceWords } from '../../../../core/messages/index.ts';
import { flagBit, replaceUserFlagBits, trait } from '../../../../core/read-state/index.ts';
import type { Db } from '../../../../db/db.ts';
import { withIds } from '../../../../db/sql.ts';
import { getTraits } from '../../../../features/message-send/index.ts';
import { enqueueShowingThumbnails } from '../../../../features/uploads/index.ts';
import { parseStored } from '../../../../lib/json.ts';
import { renderVersion } from '../../../../lib/markdown/render.ts';
import { partKeys, split } from '../../reading/split.ts';
import type { FileRecord, MessageRecord } from '../../records.ts';
import { addRows, bringFiles, fileLink, loadPreviews, type BroughtFiles } from '../attachments.ts';
import type { ImportContext } from '../context.ts';
import { findItems, type KnownItem } from '../items.ts';
import { locateMessages } from '../locate.ts';
import type { ReactionRow } from '../reactions.ts';
import type { Renderer } from '../renderer.ts';
import { noteChanges, noteContent, reactionDetail, type Change } from './changes.ts';
import { isGarbled } from './garbled.ts';
import { findMoves, noteKept, type Move } from './moves.ts';
import { storeMoves } from './store-moves.ts';
import { findNewReactions, storeNewReactions } from './reactions.ts';
import { getContent, linkedMessages, textSources, type TextSources } from '../texts.ts';

interface StoredRow {
  id: number;
  sender_id: number;
  channel_id: number | null;
  direct_id: number | null;
  content: string;
  edited_at: number | null;
  edit_history: string | null;
  traits: number;
}

/** A message with all of its parts, and what is to be done with it. */
interface Candidate {
  record: MessageRecord;
  parts: StoredRow[];
  isEditedThere: boolean;
  /** Letters of it could not be decoded before, and can be now. */
  isRepaired: boolean;
  isEditedHere: boolean;
}

export function filesIn({ files = [], text }: MessageRecord): FileRecord[] {
  const inText = text.flatMap((piece) => (typeof piece === 'object' && 'file' in piece ? [piece.file] : []));
  return [...files, ...inText];
}

/** The records of which there may be something new, with what is stored of them. Most have nothing, and cost nothing here. */
export async function findCandidates(
  db: Db,
  { orgId, sourceId, garbled }: Pick<ImportContext, 'orgId' | 'sourceId' | 'garbled'>,
  records: readonly MessageRecord[],
  known: ReadonlyMap<string, KnownItem>,
): Promise<{ edited: Candidate[]; lacking: Candidate[]; repaired: Candidate[] }> {
  const fileKeys = records.flatMap((record) => filesIn(record).map(({ id }) => id));
  const came = await findItems(db, sourceId, 'file', [...new Set(fileKeys)]);
  const isLacking = (record: MessageRecord) => filesIn(record).some(({ id }) => !came.has(id));
  const isRepairable = ({ id, text }: MessageRecord) =>
    garbled.has(known.get(id)?.localId ?? 0) &&
    !text.some((piece) => typeof piece === 'string' && isGarbled(piece));
  const some = records.filter(
    (record) => record.editedAt !== undefined || isLacking(record) || isRepairable(record),
  );
  if (some.length === 0) return { edited: [], lacking: [], repaired: [] };
  const keys = new Map(some.map((record) => [record, [record.id, ...partKeys(record)]]));
  const items = new Map([...known, ...(await findItems(db, sourceId, 'message', some.flatMap(partKeys)))]);
  const rows = await readRows(
    db,
    orgId,
    [...keys.values()].flat().flatMap((key) => items.get(key)?.localId ?? []),
  );
  const candidates = some.flatMap((record): Candidate[] => {
    const parts = (keys.get(record) ?? []).flatMap((key) => rows.get(items.get(key)?.localId ?? 0) ?? []);
    const [first] = parts;
    // It was deleted here.
    if (!first) return [];
    return [
      {
        record,
        parts,
        isEditedThere: (record.editedAt ?? 0) > (first.edited_at ?? 0),
        isRepaired: isRepairable(record),
        isEditedHere: parts.some(wasEditedHere),
      },
    ];
  });
  return {
    repaired: candidates.filter((one) => one.isRepaired && !one.isEditedThere && !one.isEditedHere),
    edited: candidates.filter(({ isEditedThere }) => isEditedThere),
    lacking: candidates.filter(({ record }) => isLacking(record)),
  };
}

async function readRows(db: Db, orgId: number, ids: readonly number[]): Promise<Map<number, StoredRow>> {
  const rows = await db.q
    .selectFrom('message')
    .select(['id', 'sender_id', 'channel_id', 'direct_id', 'content', 'edited_at', 'edit_history', 'traits'])
    .where(withIds(db.dialect, orgId, ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Files are fetched before the transaction: people may have edited and deleted messages meanwhile. */
async function asTheyAreNow(tx: Tx, found: readonly Candidate[]): Promise<Candidate[]> {
  const ids = found.flatMap(({ parts }) => parts.map(({ id }) => id));
  const rows = await readRows(tx, tx.orgId, ids);
  return found.flatMap((one) => {
    const parts = one.parts.flatMap(({ id }) => rows.get(id) ?? []);
    const isWhole = parts.length === one.parts.length;
    if (parts[0] === undefined) return [];
    return [{ ...one, parts, isEditedHere: !isWhole || parts.some(wasEditedHere) }];
  });
}

/** Imported messages have no history. */
export const wasEditedHere = ({ edit_history: stored }: Pick<StoredRow, 'edit_history'>): boolean =>
  stored !== null &&
  parseStored<EditHistoryItem[]>(stored).some(({ prev_content: before }) => before !== undefined);

export interface RefreshParts {
  context: ImportContext;
  renderer: Renderer;
}

const formerPlaces = ({ ids, from: { channelId, topic }, movedBefore }: Move): Change[] =>
  ids.map((messageId) => ({
    messageId,
    former: { channel_id: channelId, topic, moved_at: movedBefore },
  }));

async function moveMessages(
  given: ImportContext,
  records: readonly MessageRecord[],
  known: ReadonlyMap<string, KnownItem>,
): Promise<void> {
  const { app, orgId, report } = given;
  const found = await findMoves(app.db.read, given, records, known);
  // People may have moved some of them meanwhile.
  const { moves, kept } =
    found.moves.length === 0
      ? found
      : await app.db.write(orgId, 'system', async (tx) => {
          const due = await findMoves(tx, { ...given, cache: tx.cache }, records, known);
          await storeMoves(tx, given, due.moves);
          await noteChanges(tx, given, 'place', due.moves.flatMap(formerPlaces));
          return due;
        });
  noteKept(report, kept);
  report.report.changed.moved += moves.length;
}

const reactionChange = ([messageId, user_id, emoji_name, emoji_code, kind]: ReactionRow): Change => {
  const former = { user_id, emoji_name, emoji_code, kind };
  return { messageId, detail: reactionDetail(former), former };
};

async function addReactions(
  context: ImportContext,
  records: readonly MessageRecord[],
  known: ReadonlyMap<string, KnownItem>,
): Promise<void> {
  const { app, orgId, report, runId } = context;
  const earlier = new Map([...known].filter(([, item]) => item.runId < runId));
  if ((await findNewReactions(app.db.read, context, records, earlier)).length === 0) return;
  report.report.changed.reactions += await app.db.write(orgId, 'system', async (tx) => {
    const rows = await findNewReactions(tx, context, records, earlier);
    if (rows.length > 0) {
      await storeNewReactions(tx, rows);
      await noteChanges(tx, context, 'given', rows.map(reactionChange));
    }
    return rows.length;
  });
}

interface RefreshedRecords {
  records: readonly MessageRecord[];
  /** Those that the export has not had yet. */
  first: readonly MessageRecord[];
  known: ReadonlyMap<string, KnownItem>;
}

export async function refresh(
  parts: RefreshParts,
  { records, first, known }: RefreshedRecords,
): Promise<void> {
  const { app, orgId, report } = parts.context;
  await addReactions(parts.context, records, known);
  await moveMessages(parts.context, first, known);
  const found = await findCandidates(app.db.read, parts.context, records, known);
  const changed = new Set([...found.edited, ...found.lacking, ...found.repaired]);
  if (changed.size === 0) return;
  // Files of edited messages are shown again.
  const files = await bringFiles(
    parts.context,
    [...changed].map(({ record }) => record),
  );
  const brought = [...files.values()].filter(({ stored }) => stored);
  const due = [...changed].filter(
    (one) =>
      one.isEditedThere ||
      found.repaired.includes(one) ||
      filesIn(one.record).some(({ id }) => files.get(id)?.stored),
  );
  if (due.length === 0) return;
  const outcomes = await app.db.write(orgId, 'system', (tx) => new Refreshing(tx, parts, files).store(due));
  for (const [outcome, record] of outcomes) {
    report.report.changed[outcome]++;
    if (outcome === 'kept')
      report.problem(
        `message ${record.id}`,
        'It was edited there since, and here too: it stays as it is here.',
      );
  }
  report.count('files', 'added', brought.length);
  report.report.changed.files += brought.length;
  for (const { stored } of brought) report.report.file_bytes += stored?.size ?? 0;
}

type Outcome = 'edited' | 'repaired' | 'kept';

class Refreshing {
  readonly #tx: Tx;
  readonly #parts: RefreshParts;
  readonly #files: BroughtFiles;

  constructor(tx: Tx, parts: RefreshParts, files: BroughtFiles) {
    this.#tx = tx;
    this.#parts = parts;
    this.#files = files;
  }

  async store(found: readonly Candidate[]): Promise<[Outcome, MessageRecord][]> {
    const tx = this.#tx;
    const { context, renderer } = this.#parts;
    const due = await asTheyAreNow(tx, found);
    await addRows(tx, context, this.#files, owners(due));
    renderer.begin(tx.cache, await loadPreviews(tx, this.#files));
    const links = due.flatMap(({ record }) => linkedMessages(record.text));
    const located = await locateMessages(tx, context.sourceId, 'message', links);
    const sources = textSources(context, tx.cache, this.#files, (key) => located.get(key));
    const outcomes: [Outcome, MessageRecord][] = [];
    for (const one of due) {
      const outcome = await this.#change(one, sources);
      if (outcome) outcomes.push([outcome, one.record]);
    }
    await tx.touch({});
    return outcomes;
  }

  async #change(
    { record, parts, isEditedThere, isRepaired, isEditedHere }: Candidate,
    sources: TextSources,
  ): Promise<Outcome | undefined> {
    const isDue = (isEditedThere || isRepaired) && !isEditedHere;
    const written = isDue ? split(getContent(record, sources)) : [];
    const isWritten = written.length > 0 && written.length === parts.length;
    for (const [n, part] of parts.entries()) {
      const content = isWritten
        ? replyLineIn(part.content, written[n] ?? '') + (written[n] ?? '')
        : withFiles(part.content, record, this.#files);
      if (isWritten || content !== part.content)
        await this.#write(part, content, record, isWritten ? record.editedAt : undefined);
    }
    if (isWritten) return isEditedThere ? 'edited' : 'repaired';
    return isEditedThere ? 'kept' : undefined;
  }

  async #write(
    row: StoredRow,
    content: string,
    record: MessageRecord,
    editedAt: number | undefined,
  ): Promise<void> {
    const tx = this.#tx;
    const { renderer } = this.#parts;
    const rendered = renderer.render(row.sender_id, content);
    const claimed = filesIn(record).flatMap(({ id }) => this.#files.get(id)?.id ?? []);
    const isPresent = renderer.presence(tx, row.channel_id, row.direct_id);
    const traits = getTraits(
      rendered,
      {
        mentioned: [],
        mentionedGroups: [],
        topicMentioned: [],
        isChannelWildcard:
          row.channel_id !== null && (rendered.wildcard === 'channel' || rendered.wildcard === 'both'),
      },
      claimed.length > 0,
    );
    await noteContent(tx, this.#parts.context, row.id);
    await tx.q
      .updateTable('message')
      .set({
        content,
        rendered: rendered.html,
        render_version: renderVersion,
        ...(editedAt === undefined ? {} : { edited_at: editedAt }),
        traits: traits | (row.traits & lasting),
      })
      .where('id', '=', row.id)
      .where('org_id', '=', tx.orgId)
      .execute();
    await replaceWords(tx, [row.id]);
    if (editedAt !== undefined && record.marks === undefined)
      await replaceUserFlagBits(
        ...([tx, row.id, flagBit.mentioned] as const),
        rendered.mentionedUsers.filter((userId) => userId !== row.sender_id && isPresent(userId)),
      );
    if (claimed.length > 0)
      await tx.q
        .insertInto('attachment_claim')
        .values([...new Set(claimed)].map((id) => ({ attachment_id: id, message_id: row.id })))
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    if (rendered.awaitedThumbnails.length > 0) await enqueueShowingThumbnails(tx, [row.id]);
  }
}

/** Traits that do not depend on the content. */
export const lasting = trait.hasReaction | trait.hasSubmessage | trait.quiet | trait.unreadForSender;

function owners(due: readonly Candidate[]): Map<string, { userId: number; sentAt: number }> {
  const found = new Map<string, { userId: number; sentAt: number }>();
  for (const { record, parts } of due)
    for (const { id } of filesIn(record))
      if (parts[0] && !found.has(id)) found.set(id, { userId: parts[0].sender_id, sentAt: record.sentAt });
  return found;
}

/** The line that the import put before a reply. */
const replyLineIn = (stored: string, written: string): string =>
  written.startsWith('*In reply to ') ? '' : (/^\*In reply to \[.*\]\([^)]*\):\*\n/.exec(stored)?.[0] ?? '');

/** Puts links where notes say that files were not imported, wherever these are by now. */
function withFiles(content: string, record: MessageRecord, files: BroughtFiles): string {
  let text = content;
  const labels = new Map(
    record.text.flatMap((piece) =>
      typeof piece === 'object' && 'file' in piece ? [[piece.file.id, piece] as const] : [],
    ),
  );
  for (const file of filesIn(record)) {
    const brought = files.get(file.id);
    if (!brought?.stored) continue;
    const { label, written } = labels.get(file.id) ?? {};
    const note = written ?? fileLink({ record: file }, label);
    text = text.replace(note, () => fileLink(brought, label));
  }
  return text;
}
