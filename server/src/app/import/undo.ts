/** Takes an import back: everything that it brought, as long as nobody has replied in it. */
import { audit } from '../../core/audit/index.ts';
import { trigger, type Tx } from '../../core/log/index.ts';
import { deleteSearchRows, messagesHidden } from '../../core/messages/index.ts';
import type { OrganizationCache } from '../../core/organization/index.ts';
import { inList } from '../../db/sql.ts';
import { removeUnclaimedOf, uploadsJobs } from '../../features/uploads/index.ts';
import { dropPicture } from '../../features/pictures/index.ts';
import { moveBeginning, shrinkTopic } from '../../features/message-delete/index.ts';
import { enqueue } from '../../core/jobs/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { isKept } from '../organization-archive/decision.ts';
import { decisionFor, decisions } from '../organization-archive/tables.ts';
import type { App } from '../open-app.ts';
import { findRun, type ListedRun } from './runs.ts';
import type { ItemKind } from './write/items.ts';

export interface UndoSummary {
  run: number;
  product: string;
  origin: string;
  messages: number;
  channels: number;
  people: number;
  files: number;
  /** Accounts that are in use, or that other messages are from. */
  people_kept: number;
}

const rowsAtOnce = 500;

/** @throws StartRefused where somebody has replied, and for an import that later ones build on. */
export async function undoImport(
  app: App,
  cache: OrganizationCache,
  id: number | undefined,
): Promise<UndoSummary> {
  const run = await findRun(app, cache.orgId, id);
  await refuseLater(app, cache.orgId, run);
  const undo = new Undo(app, cache.orgId, run);
  await undo.refuseAnswered();
  return undo.run();
}

async function refuseLater(app: App, orgId: number, run: ListedRun): Promise<void> {
  if (run.state === 'undone') throw new StartRefused(`Import ${run.id} has been undone already.`);
  const later = await app.db.read.q
    .selectFrom('import_run')
    .select('id')
    .where('org_id', '=', orgId)
    .where('id', '>', run.id)
    .where('state', '<>', 'undone')
    .where('source_id', '=', run.source_id)
    .executeTakeFirst();
  if (later) throw new StartRefused(`Import ${later.id} continued this one. Undo it first.`);
}

class Undo {
  readonly #app: App;
  readonly #orgId: number;
  readonly #run: ListedRun;

  constructor(app: App, orgId: number, run: ListedRun) {
    this.#app = app;
    this.#orgId = orgId;
    this.#run = run;
  }

  /** Messages that no import has written, in channels and conversations that this one has made. */
  async refuseAnswered(): Promise<void> {
    for (const [kind, column] of [
      ['channel', 'channel_id'],
      ['direct', 'direct_id'],
    ] as const) {
      const answer = await this.#app.db.read.q
        .selectFrom('message')
        .select(['id', 'topic'])
        .where('org_id', '=', this.#orgId)
        .where('client', '<>', `${this.#run.product} import`)
        .where(column, 'in', (eb) =>
          eb
            .selectFrom('import_item')
            .select('local_id')
            .where('source_id', '=', this.#run.source_id)
            .where('kind', '=', kind)
            .where('run_id', '=', this.#run.id)
            .where('is_ours', '=', 1),
        )
        .limit(1)
        .executeTakeFirst();
      if (answer)
        throw new StartRefused(
          `Import ${this.#run.id} cannot be undone: somebody has written in what it brought (message ${answer.id}).`,
        );
    }
  }

  async run(): Promise<UndoSummary> {
    const { id, product, origin } = this.#run;
    const messages = await this.#each('message', (tx, ids) => this.#eraseMessages(tx, ids));
    await this.#each('thread', () => Promise.resolve(0));
    const files = await this.#each('file', (tx, ids) => this.#eraseFiles(tx, ids));
    await this.#each('emoji', (tx, ids) => this.#retireEmoji(tx, ids));
    await this.#each('direct', (tx, ids) => this.#eraseDirects(tx, ids));
    await this.#each('member', () => Promise.resolve(0));
    const channels = await this.#each('channel', (tx, ids) => this.#eraseChannels(tx, ids));
    const made = await this.#count('person');
    const people = await this.#each('person', (tx, ids) => this.#erasePeople(tx, ids));
    const summary = {
      run: id,
      product,
      origin,
      messages,
      channels,
      people,
      files,
      people_kept: made - people,
    };
    await this.#end(summary);
    return summary;
  }

  async #count(kind: ItemKind): Promise<number> {
    const { n } = await this.#app.db.read.q
      .selectFrom('import_item')
      .select(({ fn }) => fn.countAll().as('n'))
      .where('source_id', '=', this.#run.source_id)
      .where('kind', '=', kind)
      .where('run_id', '=', this.#run.id)
      .where('is_ours', '=', 1)
      .executeTakeFirstOrThrow();
    return Number(n);
  }

  /** Some rows at a time, each with its map rows in one transaction: an undo that was killed goes on when it is run again. */
  async #each(kind: ItemKind, erase: (tx: Tx, ids: readonly number[]) => Promise<number>): Promise<number> {
    let erased = 0;
    let last = '';
    for (;;) {
      const done = await this.#app.db.write(this.#orgId, 'system', async (tx) => {
        const rows = await tx.q
          .selectFrom('import_item')
          .select(['source_key', 'local_id', 'is_ours'])
          .where('source_id', '=', this.#run.source_id)
          .where('kind', '=', kind)
          .where('source_key', '>', last)
          .where('run_id', '=', this.#run.id)
          .orderBy('source_key')
          .limit(rowsAtOnce)
          .execute();
        if (rows.length === 0) return undefined;
        const ours = rows.filter((row) => row.is_ours === 1).map((row) => row.local_id);
        const count = ours.length === 0 ? 0 : await erase(tx, ours);
        await tx.q
          .deleteFrom('import_item')
          .where('source_id', '=', this.#run.source_id)
          .where('kind', '=', kind)
          .where(
            'source_key',
            'in',
            rows.map((row) => row.source_key),
          )
          .execute();
        return { count, key: rows.at(-1)?.source_key ?? '' };
      });
      if (!done) return erased;
      erased += done.count;
      last = done.key;
    }
  }

  async #eraseMessages(tx: Tx, ids: readonly number[]): Promise<number> {
    const rows = await tx.q
      .selectFrom('message')
      .select(['id', 'channel_id', 'topic', 'topic_key'])
      .where('org_id', '=', tx.orgId)
      .where(inList(tx.dialect, 'id', ids))
      .execute();
    const there = rows.map((row) => row.id);
    await trigger(tx, messagesHidden, { ids: there });
    await deleteSearchRows(tx, there);
    await tx.q
      .deleteFrom('message')
      .where('org_id', '=', tx.orgId)
      .where(inList(tx.dialect, 'id', there))
      .execute();
    const topics = new Map(rows.map((row) => [`${String(row.channel_id)} ${row.topic_key}`, row]));
    for (const { channel_id: channelId, topic } of topics.values())
      if (channelId !== null) await shrinkTopic(tx, channelId, topic);
    for (const channelId of new Set(rows.map((row) => row.channel_id))) {
      const channel = channelId === null ? undefined : tx.cache.channels.get(channelId);
      if (channel) await moveBeginning(tx, channel, there);
    }
    return there.length;
  }

  async #eraseFiles(tx: Tx, ids: readonly number[]): Promise<number> {
    const rows = await tx.q
      .selectFrom('attachment')
      .select(['id', 'path', 'size'])
      .where('org_id', '=', tx.orgId)
      .where(inList(tx.dialect, 'id', ids))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('attachment_claim')
              .select('message_id')
              .whereRef('attachment_id', '=', 'attachment.id'),
          ),
        ),
      )
      .execute();
    const bytes = rows.reduce((all, { size }) => all + size, 0);
    await tx.q
      .deleteFrom('attachment')
      .where(
        inList(
          tx.dialect,
          'id',
          rows.map((row) => row.id),
        ),
      )
      .where('org_id', '=', tx.orgId)
      .execute();
    await tx.q
      .updateTable('upload_space')
      .set((eb) => ({ bytes: eb('bytes', '-', bytes) }))
      .where('org_id', '=', tx.orgId)
      .execute();
    for (const { path } of rows) await enqueue(tx, uploadsJobs.removeFile, { path });
    return rows.length;
  }

  /** As where people take an emoji out of use: reactions elsewhere may have it. */
  async #retireEmoji(tx: Tx, ids: readonly number[]): Promise<number> {
    await tx.q
      .updateTable('custom_emoji')
      .set({ is_deactivated: 1 })
      .where('org_id', '=', tx.orgId)
      .where(inList(tx.dialect, 'id', ids))
      .execute();
    return ids.length;
  }

  /** Those without other messages. */
  async #eraseDirects(tx: Tx, ids: readonly number[]): Promise<number> {
    const used = await tx.q
      .selectFrom('message')
      .select('direct_id')
      .distinct()
      .where(inList(tx.dialect, 'direct_id', ids))
      .execute();
    const kept = new Set(used.map((row) => row.direct_id));
    const gone = ids.filter((id) => !kept.has(id));
    await tx.q
      .deleteFrom('direct_member')
      .where(inList(tx.dialect, 'direct_id', gone))
      .execute();
    await tx.q
      .deleteFrom('direct')
      .where(inList(tx.dialect, 'id', gone))
      .where('org_id', '=', tx.orgId)
      .execute();
    return gone.length;
  }

  async #eraseChannels(tx: Tx, ids: readonly number[]): Promise<number> {
    for (const table of [
      'topic',
      'subscription',
      'membership',
      'pinned_topic',
      'user_topic',
      'scheduled_message',
    ] as const)
      await tx.q
        .deleteFrom(table)
        .where(inList(tx.dialect, 'channel_id', ids))
        .execute();
    await tx.q
      .deleteFrom('channel')
      .where(inList(tx.dialect, 'id', ids))
      .where('org_id', '=', tx.orgId)
      .execute();
    return ids.length;
  }

  /** Those who have never signed in, and from whom nothing is left. */
  async #erasePeople(tx: Tx, ids: readonly number[]): Promise<number> {
    const rows = await tx.q
      .selectFrom('person')
      .select(['id', 'avatar_source'])
      .where('org_id', '=', tx.orgId)
      .where(inList(tx.dialect, 'id', ids))
      .where('first_sign_in_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('message').select('id').whereRef('sender_id', '=', 'person.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('direct_member')
              .select('direct_id')
              .whereRef('direct_member.user_id', '=', 'person.id'),
          ),
        ),
      )
      .execute();
    const gone = rows.map(({ id }) => id);
    for (const { id, avatar_source: source } of rows) {
      if (source === 'U') await dropPicture(tx, 'avatar', id);
      await removeUnclaimedOf(tx, id);
    }
    for (const table of tablesOfPeople())
      await tx.connection.run(`DELETE FROM ${table} WHERE user_id IN (${gone.join(',') || '0'})`, []);
    await tx.q
      .updateTable('channel')
      .set({ creator_id: null })
      .where('org_id', '=', tx.orgId)
      .where(inList(tx.dialect, 'creator_id', gone))
      .execute();
    await tx.q
      .deleteFrom('person')
      .where(inList(tx.dialect, 'id', gone))
      .where('org_id', '=', tx.orgId)
      .execute();
    return gone.length;
  }

  async #end(summary: UndoSummary): Promise<void> {
    await this.#app.db.write(this.#orgId, 'system', async (tx) => {
      await tx.q
        .updateTable('import_run')
        .set({ state: 'undone' })
        .where('id', '=', this.#run.id)
        .where('org_id', '=', this.#orgId)
        .execute();
      await audit(tx, {
        action: 'organization.undo_import',
        target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
        after: { ...summary },
      });
      await tx.q.deleteFrom('event_queue').where('org_id', '=', tx.orgId).execute();
    });
  }
}

/** All that have rows of single people. */
function tablesOfPeople(): string[] {
  return Object.keys(decisions).filter((table) => {
    const decision = decisionFor(table);
    if (!decision || table === 'person') return false;
    if (isKept(decision)) return Object.hasOwn(decision.columns, 'user_id');
    return ownRows.has(table);
  });
}

/** Of those that no archive of an organization has. */
const ownRows: ReadonlySet<string> = new Set([
  ...['session', 'two_factor', 'passkey', 'recovery_code', 'account_link', 'client_device', 'push_token'],
  ...['event_queue', 'send_key'],
]);
