/** Reads conversations in pages of some hundred messages, so that memory does not depend on their number. */
import { directIdPages } from '../../core/messages/index.ts';
import type { Db } from '../../db/db.ts';
import { inList } from '../../db/sql.ts';
import { findPins } from '../../features/pinned-messages/index.ts';

export interface ExportedFile {
  id: number;
  path: string;
  name: string;
  size: number;
  contentType: string;
  ownerId: number;
  /** Milliseconds since 1970. */
  createdAt: number;
}

interface ExportedReaction {
  userId: number;
  name: string;
  code: string;
  kind: string;
}

export interface ExportedPin {
  userId: number;
  /** Milliseconds since 1970. */
  pinnedAt: number;
}

export interface ExportedMessage {
  id: number;
  senderId: number;
  topic: string;
  /** Normalized for comparison. */
  topicKey: string;
  content: string;
  rendered: string;
  /** Milliseconds since 1970. */
  sentAt: number;
  editedAt: number | null;
  reactions: readonly ExportedReaction[];
  files: readonly ExportedFile[];
  /** If it is pinned for everyone in its conversation. */
  pin: ExportedPin | undefined;
}

export type Conversation = { channelId: number } | { directId: number };

const atOnce = 500;

/** The messages of all conversations, ordered by ID. */
export async function* allMessages(
  db: Db,
  orgId: number,
): AsyncGenerator<ExportedMessage & { channelId: number | null; directId: number | null }> {
  for (let after = 0; ;) {
    const rows = await db.q
      .selectFrom('message')
      .select(['id', 'sender_id', 'topic', 'topic_key', 'content', 'rendered', 'sent_at', 'edited_at'])
      .select(['channel_id', 'direct_id'])
      .where('org_id', '=', orgId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(atOnce)
      .execute();
    const messages = await withExtras(db, orgId, rows);
    for (const [i, message] of messages.entries())
      yield {
        ...message,
        channelId: rows[i]?.channel_id ?? null,
        directId: rows[i]?.direct_id ?? null,
      };
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.id;
  }
}

type Row = Awaited<ReturnType<typeof rowsAfter>>[number];

const rowsAfter = (
  db: Db,
  orgId: number,
  place: Conversation,
  topicKey: string | undefined,
  after: number,
) => {
  const query = db.q
    .selectFrom('message')
    .select(['id', 'sender_id', 'topic', 'topic_key', 'content', 'rendered', 'sent_at', 'edited_at'])
    .where('org_id', '=', orgId)
    .where(
      'channelId' in place ? 'channel_id' : 'direct_id',
      '=',
      'channelId' in place ? place.channelId : place.directId,
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce);
  return (topicKey === undefined ? query : query.where('topic_key', '=', topicKey)).execute();
};

/** @param topicKey Restricts to one topic. */
export async function* messagesIn(
  db: Db,
  orgId: number,
  place: Conversation,
  topicKey?: string,
): AsyncGenerator<ExportedMessage> {
  for (let after = 0; ;) {
    const rows = await rowsAfter(db, orgId, place, topicKey, after);
    yield* await withExtras(db, orgId, rows);
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) return;
    after = last.id;
  }
}

async function withExtras(db: Db, orgId: number, rows: readonly Row[]): Promise<ExportedMessage[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const reactions = await db.q
    .selectFrom('reaction')
    .select(['message_id', 'user_id', 'emoji_name', 'emoji_code', 'kind'])
    .where(inList(db.dialect, 'message_id', ids))
    .orderBy('id')
    .execute();
  const files = await db.q
    .selectFrom('attachment_claim')
    .innerJoin('attachment', 'attachment.id', 'attachment_id')
    .select(['message_id', 'attachment.id', 'path', 'name', 'size', 'content_type', 'owner_id', 'created_at'])
    .where('org_id', '=', orgId)
    .where(inList(db.dialect, 'message_id', ids))
    .orderBy('attachment.id')
    .execute();
  const pins = await findPins(db, orgId, ids);
  const pinByMessage = new Map(
    pins.map((row) => [row.message_id, { userId: row.user_id, pinnedAt: row.pinned_at }]),
  );
  const reactionsByMessage = Map.groupBy(reactions, (row) => row.message_id);
  const filesByMessage = Map.groupBy(files, (row) => row.message_id);
  return rows.map((row) => ({
    id: row.id,
    senderId: row.sender_id,
    topic: row.topic,
    topicKey: row.topic_key,
    content: row.content,
    rendered: row.rendered,
    sentAt: row.sent_at,
    editedAt: row.edited_at,
    reactions: (reactionsByMessage.get(row.id) ?? []).map((one) => ({
      userId: one.user_id,
      name: one.emoji_name,
      code: one.emoji_code,
      kind: one.kind,
    })),
    files: (filesByMessage.get(row.id) ?? []).map((one) => ({
      id: one.id,
      path: one.path,
      name: one.name,
      size: one.size,
      ownerId: one.owner_id,
      contentType: one.content_type,
      createdAt: one.created_at,
    })),
    pin: pinByMessage.get(row.id),
  }));
}

/** The topics of a channel with their keys, which are small. */
export async function loadTopics(db: Db, channelId: number): Promise<{ key: string; name: string }[]> {
  const rows = await db.q
    .selectFrom('topic')
    .select(['topic_key', 'name'])
    .where('channel_id', '=', channelId)
    .orderBy('last_message_id')
    .execute();
  return rows.map((row) => ({ key: row.topic_key, name: row.name }));
}

export interface ExportedDirect {
  id: number;
  members: number[];
}

export async function* loadDirects(db: Db, orgId: number): AsyncGenerator<ExportedDirect> {
  for await (const ids of directIdPages(db, orgId, atOnce)) {
    const members = await db.q
      .selectFrom('direct_member')
      .select(['direct_id', 'user_id'])
      .where(inList(db.dialect, 'direct_id', ids))
      .orderBy('user_id')
      .execute();
    const byDirect = Map.groupBy(members, (row) => row.direct_id);
    for (const id of ids) yield { id, members: (byDirect.get(id) ?? []).map((row) => row.user_id) };
  }
}
