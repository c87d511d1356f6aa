/** Undoes an import: deletes everything that it added, as long as nobody has replied in it. Other requests are handled meanwhile. */
import { audit } from '../../../core/audit/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import { inTexts, inList, withIds } from '../../../db/sql.ts';
import { findNamed, type OrganizationCache } from '../../../core/organization/index.ts';
import type { AppContext } from '../../../core/context/index.ts';
import { findRun, setRunState, type ListedRun } from '../runs.ts';
import { eraseFolders } from '../write/organization/folders.ts';
import type { ItemKind } from '../write/items.ts';
import { closeChannels, refuseIfRepliedTo } from './close.ts';
import { eraseChannels, eraseDirects, eraseFiles, eraseMessages, retireEmoji } from './erase.ts';
import { endAddedMemberships, readKeptChannels } from './members.ts';
import { eraseFields, erasePeople, eraseTheirReactions } from './people.ts';
import { Pace } from './pace.ts';
import { refuseLater } from './refuse.ts';
import { countRunItems, isPart, listRunItems } from './run-items.ts';
import { addRestored, restoreSome, type Restored } from './restore.ts';
import { limits } from '../../../../../wire/core.ts';
import { groupUses } from '../../../features/groups/index.ts';
import { parseStored } from '../../../lib/json.ts';
import { codePoints, nameKey, truncate } from '../../../lib/text.ts';
import { deleteOwned, ownedIds } from './owned-rows.ts';

export interface UndoSummary extends Restored {
  run: number;
  product: string;
  origin: string;
  messages: number;
  channels: number;
  people: number;
  files: number;
  /** Taken out of channels that stay. */
  members: number;
  /** Accounts that are in use or have sent other messages. */
  people_kept: number;
}

export interface UndoOptions {
  signal?: AbortSignal;
  /** Called after each transaction with the number of deleted messages. */
  progress?: (messages: number) => void;
}

/** @throws StartRefused if someone has replied, and for an import that later ones depend on. */
export async function undoImport(
  app: AppContext,
  cache: OrganizationCache,
  id: number | undefined,
  undoing: UndoOptions = {},
): Promise<UndoSummary> {
  const run = await findRun(app, cache.orgId, id);
  await refuseLater(app, cache.orgId, run);
  const before = await refuseIfRepliedTo(app.db.read, cache.orgId, run, { isLive: app.generation > 0 });
  await closeChannels(app, cache.orgId, run, before);
  return new Undo(app, cache.orgId, run, undoing).run();
}

type Erase = (tx: Tx, ids: readonly number[], keys: readonly string[]) => Promise<number>;

class Undo {
  readonly #app: AppContext;
  readonly #orgId: number;
  readonly #run: ListedRun;
  readonly #undoing: UndoOptions;
  readonly #pace: Pace;

  constructor(app: AppContext, orgId: number, run: ListedRun, undoing: UndoOptions) {
    this.#app = app;
    this.#orgId = orgId;
    this.#run = run;
    this.#undoing = undoing;
    // A started server has other users.
    this.#pace = new Pace(app.generation > 0);
  }

  async run(): Promise<UndoSummary> {
    const { id, product, origin } = this.#run;
    const restored = await this.#restore();
    const messages = await this.#each('message', eraseMessages);
    await this.#each('thread', onlyItems);
    const files = await this.#each('file', eraseFiles);
    await this.#each('emoji', retireEmoji);
    await this.#each('direct', eraseDirects);
    const kept = await readKeptChannels(this.#app.db.read, this.#run);
    const members = await this.#each('member', (tx, ids, keys) =>
      endAddedMemberships(
        tx,
        kept,
        ids.map((userId, i) => ({ userId, key: keys[i] ?? '' })),
      ),
    );
    await this.#each('personal', onlyItems);
    const channels = await this.#each('channel', eraseChannels);
    await this.#each('folder', eraseFolders);
    await this.#each('group', eraseGroups);
    await this.#each('field', eraseFields);
    const made = await countRunItems(this.#app, this.#run, 'person');
    const authors = await eraseTheirReactions(this.#app, this.#orgId, await this.#people(), this.#pace);
    const people = await this.#each('person', (tx, ids) => erasePeople(tx, ids, authors));
    const summary = {
      run: id,
      product,
      origin,
      messages,
      channels,
      people,
      files,
      members,
      people_kept: made - people,
      ...restored,
    };
    await this.#end(summary);
    return summary;
  }

  /** Accounts that the run made. */
  async #people(): Promise<number[]> {
    const ids: number[] = [];
    for await (const page of listRunItems(this.#app, this.#run, 'person'))
      for (const { localId, isOurs } of page) if (isOurs) ids.push(localId);
    return ids;
  }

  /** Before the messages and channels that the run brought go: others may have been moved there. */
  async #restore(): Promise<Restored> {
    const sum: Restored = { edits: 0, moves: 0, reactions: 0, deleted: 0, kept: 0 };
    for (;;) {
      this.#undoing.signal?.throwIfAborted();
      const some = await this.#pace.run(() =>
        this.#app.db.write(this.#orgId, 'system', (tx) => restoreSome(tx, this.#run, this.#pace.rows)),
      );
      if (!some) return sum;
      addRestored(sum, some);
    }
  }

  /** Deletes rows in batches, each in one transaction with its map rows: an interrupted undo continues when it is run again. */
  async #each(kind: ItemKind, erase: Erase): Promise<number> {
    let erased = 0;
    for await (const page of listRunItems(this.#app, this.#run, kind))
      for (let at = 0; at < page.length;) {
        this.#undoing.signal?.throwIfAborted();
        const keys = page.slice(at, at + this.#pace.take(kind)).map(({ key }) => key);
        at += keys.length;
        erased += await this.#pace.run(() =>
          this.#app.db.write(this.#orgId, 'system', (tx) => this.#some(tx, kind, keys, erase)),
        );
        if (kind === 'message') this.#undoing.progress?.(erased);
      }
    return erased;
  }

  async #some(tx: Tx, kind: ItemKind, keys: readonly string[], erase: Erase): Promise<number> {
    const rows = await tx.q
      .deleteFrom('import_item')
      .where('source_id', '=', this.#run.source_id)
      .where('kind', '=', kind)
      .where('run_id', '=', this.#run.id)
      .where(inTexts(tx.dialect, 'source_key', keys))
      .returning(['source_key', 'local_id', 'is_ours'])
      .execute();
    const ours = rows.filter((row) => row.is_ours === 1);
    const parts = ours.filter((row) => isPart(kind, row.source_key));
    const whole = ours.filter((row) => !parts.includes(row));
    if (parts.length > 0)
      await erase(
        tx,
        parts.map((row) => row.local_id),
        parts.map((row) => row.source_key),
      );
    return whole.length === 0
      ? 0
      : erase(
          tx,
          whole.map((row) => row.local_id),
          whole.map((row) => row.source_key),
        );
  }

  /** Makes clients reload: they got no events during the undo. */
  async #end(summary: UndoSummary): Promise<void> {
    await this.#app.db.write(this.#orgId, 'system', async (tx) => {
      await setRunState(tx, this.#run.id, 'undone');
      await audit(tx, {
        action: 'organization.undo_import',
        target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
        after: { ...summary },
      });
      await tx.q.deleteFrom('event_queue').where('org_id', '=', tx.orgId).execute();
      await tx.touch({
        organization: true,
        endsQueuesOf: [...tx.cache.users.values()].map(({ id }) => id),
      });
    });
  }
}

const onlyItems: Erase = () => Promise.resolve(0);

/** Deletes the user groups that an import created. Those that something else uses are deactivated, and their names become available. */
async function eraseGroups(tx: Tx, ids: readonly number[]): Promise<number> {
  const gone = await ownedIds(tx, 'user_group', ids);
  for (const table of ['group_member', 'group_subgroup'] as const)
    await tx.q
      .deleteFrom(table)
      .where(inList(tx.dialect, 'group_id', gone))
      .execute();
  // Groups of the import may hold permissions of each other.
  await tx.q
    .updateTable('user_group')
    .set({ settings: '{}' })
    .where(withIds(tx.dialect, tx.orgId, gone))
    .execute();
  await tx.touch({ groups: gone });
  const used = await usedAmong(tx, gone);
  await retire(
    tx,
    gone.filter((id) => used.has(id)),
  );
  const unused = gone.filter((id) => !used.has(id));
  await tx.q
    .deleteFrom('group_subgroup')
    .where(inList(tx.dialect, 'subgroup_id', unused))
    .execute();
  await deleteOwned(tx, 'user_group', unused);
  await tx.touch({ groups: gone });
  return gone.length;
}

/** By permissions, other groups, commands, invitations, people who are deactivated, and messages that are still there. */
async function usedAmong(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const used = new Set(ids.filter((id) => groupUses(tx.cache, id).length > 0));
  for (const table of ['slash_command', 'group_mention'] as const)
    for (const { group_id: id } of await tx.q
      .selectFrom(table)
      .select('group_id')
      .distinct()
      .where(inList(tx.dialect, 'group_id', ids))
      .execute())
      used.add(id);
  const invitations = await tx.q
    .selectFrom('invitation')
    .select('group_ids')
    .where('org_id', '=', tx.orgId)
    .where('group_ids', '!=', '[]')
    .execute();
  for (const { group_ids: stored } of invitations)
    for (const id of parseStored<number[]>(stored)) used.add(id);
  const resting = await tx.q
    .selectFrom('resting_permission')
    .select('left_value')
    .where('org_id', '=', tx.orgId)
    .execute();
  for (const { left_value: stored } of resting)
    for (const id of stored.match(/\d+/g) ?? []) used.add(Number(id));
  return used;
}

async function retire(tx: Tx, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const name = undoneName(tx, tx.cache.groups.get(id)?.name ?? '', id);
    await tx.q
      .updateTable('user_group')
      .set({ is_deactivated: 1, name, name_key: nameKey(name) })
      .where('id', '=', id)
      .where('org_id', '=', tx.orgId)
      .execute();
  }
}

function undoneName(tx: Tx, name: string, id: number): string {
  for (const ending of [' (undone)', ` (undone ${id})`]) {
    const free = truncate(name, limits.groupNameLength - codePoints(ending), '…') + ending;
    if (!findNamed(tx.cache.groups, free)) return free;
  }
  return `undone ${id}`;
}
