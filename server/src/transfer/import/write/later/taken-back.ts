/**
 * Finds reactions that were taken back there since an earlier run: those of people who have not signed in here, to messages that the
 * export has. Exports may lack reactions for other reasons, so only few count, and none if parts could not be read.
 */
import { sql } from 'kysely';
import type { Tx } from '../../../../core/log/index.ts';
import { trait } from '../../../../core/read-state/index.ts';
import type { Db } from '../../../../db/db.ts';
import { inList, withIds } from '../../../../db/sql.ts';
import type { MessageRecord } from '../../records.ts';
import type { ReportBuilder } from '../../report.ts';
import type { KnownItem } from '../items.ts';
import { findReactionEmoji } from '../reactions.ts';
import type { ReactionContext } from './reactions.ts';

export interface StoredReaction {
  id: number;
  message_id: number;
  user_id: number;
  emoji_name: string;
  emoji_code: string;
  kind: string;
}

/** At most so many reactions to the messages of an export, or this share of them, were taken back; more are another selection. */
const few = { count: 3, share: 0.05 };
const mostTaken = 10_000;
/** Products whose exports have reactions only if they were made so. */
const withoutSome: ReadonlySet<string> = new Set(['csv', 'matrix']);

export class TakenBack {
  readonly #report: ReportBuilder;
  #found: StoredReaction[] = [];
  #compared = 0;
  #missing = 0;
  #hasGaps = false;
  #isSaid: boolean;

  constructor({ product, report }: { product: string; report: ReportBuilder }) {
    this.#report = report;
    this.#isSaid = !withoutSome.has(product);
  }

  noteGap(): void {
    this.#hasGaps = true;
  }

  /** @param known Messages of earlier runs. */
  async look(
    db: Db,
    context: ReactionContext,
    records: readonly MessageRecord[],
    known: ReadonlyMap<string, KnownItem>,
  ): Promise<void> {
    this.#isSaid ||= records.some(({ reactions }) => reactions !== undefined);
    const given = new Map<number, Set<string>>();
    for (const record of records) {
      const id = known.get(record.id)?.localId;
      const keys = id === undefined ? undefined : givenThere(context, record);
      if (id !== undefined && keys) given.set(id, keys);
    }
    if (given.size === 0) return;
    const rows = await readReactions(db, [...given.keys()]);
    this.#compared += rows.length;
    for (const row of rows) {
      if (given.get(row.message_id)?.has(`${row.user_id} ${row.kind} ${row.emoji_code}`) !== false) continue;
      this.#missing++;
      if (this.#found.length < mostTaken) this.#found.push(row);
    }
  }

  /** After the last message. */
  done(): StoredReaction[] {
    const found = this.#found;
    this.#found = [];
    if (this.#missing === 0) return [];
    const isMany = this.#missing > Math.min(mostTaken, Math.max(few.count, this.#compared * few.share));
    if (!isMany && !this.#hasGaps && this.#isSaid) return found;
    this.#report.problem(
      'reactions of earlier imports',
      this.#hasGaps
        ? 'Some of them are not in this export, parts of which could not be read: they stay.'
        : 'Many of them are not in this export, which may have been made without: they stay.',
    );
    return [];
  }
}

/** @returns undefined if the export may have more reactions to the message than can be read */
function givenThere(context: ReactionContext, { reactions = [] }: MessageRecord): Set<string> | undefined {
  const keys = new Set<string>();
  for (const reaction of reactions) {
    const emoji = findReactionEmoji(context, context.cache, reaction);
    if (!emoji || (reaction.unnamed ?? 0) > 0) return undefined;
    for (const user of reaction.users)
      keys.add(`${context.people.get(user) ?? 0} ${emoji.kind} ${emoji.code}`);
  }
  return keys;
}

/** Reads reactions of people who have not signed in: these come from imports. A bot may have reacted here with its key. */
export const readReactions = (db: Db, messageIds: readonly number[]): Promise<StoredReaction[]> =>
  db.q
    .selectFrom('reaction')
    .innerJoin('person', 'person.id', 'reaction.user_id')
    .select(['reaction.id', 'message_id', 'user_id', 'emoji_name', 'emoji_code', 'reaction.kind'])
    .where(inList(db.dialect, 'message_id', messageIds))
    .where('person.first_sign_in_at', 'is', null)
    .where('person.bot_type', 'is', null)
    .execute();

/** @returns those that were still there */
export async function eraseReactions(tx: Tx, found: readonly StoredReaction[]): Promise<StoredReaction[]> {
  const messageIds = [...new Set(found.map(({ message_id: id }) => id))];
  const wanted = new Set(found.map(({ id }) => id));
  const due = (await readReactions(tx, messageIds)).filter(({ id }) => wanted.has(id));
  await tx.q
    .deleteFrom('reaction')
    .where(
      inList(
        tx.dialect,
        'id',
        due.map(({ id }) => id),
      ),
    )
    .execute();
  await tx.q
    .updateTable('message')
    .set({ traits: sql<number>`traits & ~${sql.lit(trait.hasReaction)}` })
    .where(withIds(tx.dialect, tx.orgId, messageIds))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('reaction').select('message_id').whereRef('message_id', '=', 'message.id'))),
    )
    .execute();
  await tx.touch({});
  return due;
}
