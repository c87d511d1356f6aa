/** Undoes an import: deletes everything that it added, as long as nobody has replied in it. Other requests are handled meanwhile. */
import { audit } from '../../../core/audit/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import { inTexts } from '../../../db/sql.ts';
import type { OrganizationCache } from '../../../core/organization/index.ts';
import type { AppContext } from '../../../core/context/index.ts';
import { findRun, setRunState, type ListedRun } from '../runs.ts';
import { eraseFolders } from '../write/organization/folders.ts';
import type { ItemKind } from '../write/items.ts';
import { closeChannels, refuseIfRepliedTo } from './close.ts';
import { eraseChannels, eraseDirects, eraseFiles, eraseMessages, retireEmoji } from './erase.ts';
import { eraseGroups } from './groups.ts';
import { eraseFields, erasePeople } from './people.ts';
import { Pace } from './pace.ts';
import { refuseLater } from './refuse.ts';
import { countRunItems, listRunItems } from './run-items.ts';
import { addRestored, restoreSome, type Restored } from './restore.ts';

export interface UndoSummary extends Restored {
  run: number;
  product: string;
  origin: string;
  messages: number;
  channels: number;
  people: number;
  files: number;
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

type Erase = (tx: Tx, ids: readonly number[]) => Promise<number>;

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
    await this.#each('member', onlyItems);
    await this.#each('personal', onlyItems);
    const channels = await this.#each('channel', eraseChannels);
    await this.#each('folder', eraseFolders);
    await this.#each('group', eraseGroups);
    await this.#each('field', eraseFields);
    const made = await countRunItems(this.#app, this.#run, 'person');
    const people = await this.#each('person', erasePeople);
    const summary = {
      run: id,
      product,
      origin,
      messages,
      channels,
      people,
      files,
      people_kept: made - people,
      ...restored,
    };
    await this.#end(summary);
    return summary;
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
      .returning(['local_id', 'is_ours'])
      .execute();
    const ours = rows.filter((row) => row.is_ours === 1).map((row) => row.local_id);
    return ours.length === 0 ? 0 : erase(tx, ours);
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
