/** Notes how messages of earlier imports were before this run changed them, so that an undo of it brings that back. */
import type { Tx } from '../../../../core/log/index.ts';
import { flagBit } from '../../../../core/read-state/index.ts';
import { sql } from 'kysely';
import type { ImportContext } from '../context.ts';

export const changeKinds = ['content', 'place', 'given', 'taken', 'gone'] as const;
/**
 * `given` and `taken` are reactions, with who and which emoji as the detail; of what is `gone`, the detail is the ID in the source:
 * what was deleted there is not kept here either.
 */
export type ChangeKind = (typeof changeKinds)[number];

export interface FormerContent {
  content: string;
  rendered: string;
  render_version: number;
  edited_at: number | null;
  traits: number;
  mentioned: number[];
  /** Attachments that the message claimed. */
  files: number[];
}

export interface FormerPlace {
  channel_id: number;
  topic: string;
  moved_at: number | null;
}

export interface FormerReaction {
  user_id: number;
  emoji_name: string;
  emoji_code: string;
  kind: string;
}

export interface Change {
  messageId: number;
  detail?: string;
  former: FormerContent | FormerPlace | FormerReaction | null;
}

const rowsAtOnce = 500;

/** Only how it was before the first change of a run counts. */
export async function noteChanges(
  tx: Tx,
  { runId }: Pick<ImportContext, 'runId'>,
  kind: ChangeKind,
  changes: readonly Change[],
): Promise<void> {
  for (let at = 0; at < changes.length; at += rowsAtOnce)
    await tx.q
      .insertInto('import_change')
      .values(
        changes.slice(at, at + rowsAtOnce).map(({ messageId, detail = '', former }) => ({
          message_id: messageId,
          run_id: runId,
          kind,
          detail,
          org_id: tx.orgId,
          former: JSON.stringify(former),
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export const reactionDetail = (reaction: Omit<FormerReaction, 'emoji_name'>): string =>
  `${reaction.user_id} ${reaction.kind} ${reaction.emoji_code}`;

export async function noteContent(
  tx: Tx,
  context: Pick<ImportContext, 'runId'>,
  messageId: number,
): Promise<void> {
  const row = await tx.q
    .selectFrom('message')
    .select(['content', 'rendered', 'render_version', 'edited_at', 'traits'])
    .where('id', '=', messageId)
    .where('org_id', '=', tx.orgId)
    .executeTakeFirst();
  if (!row) return;
  const { content, rendered, render_version, edited_at, traits } = row;
  const mentioned = await tx.q
    .selectFrom('message_flag')
    .select('user_id')
    .where('message_id', '=', messageId)
    .where(sql<boolean>`(bits & ${sql.lit(flagBit.mentioned)}) <> 0`)
    .execute();
  const files = await tx.q
    .selectFrom('attachment_claim')
    .select('attachment_id')
    .where('message_id', '=', messageId)
    .execute();
  const former: FormerContent = {
    content,
    rendered,
    render_version,
    edited_at,
    traits,
    mentioned: mentioned.map((flag) => flag.user_id),
    files: files.map((claim) => claim.attachment_id),
  };
  await noteChanges(tx, context, 'content', [{ messageId, former }]);
}
