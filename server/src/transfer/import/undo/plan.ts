/** What an undo would do, and what it cannot bring back. */
import type { ImportReport } from '../../../../../wire/imports.ts';
import type { AppContext } from '../../../core/context/index.ts';
import { parseStored } from '../../../lib/json.ts';
import { findRun, listRuns, type ListedRun } from '../runs.ts';
import { changeKinds, type ChangeKind } from '../write/later/changes.ts';
import { refuseLater } from './refuse.ts';
import { findChannel, readKeptChannels } from './members.ts';
import { countRunItems } from './run-items.ts';

export interface UndoPlan {
  run: number;
  product: string;
  origin: string;
  /** What it brought, and what people have not replied to. */
  messages: number;
  channels: number;
  people: number;
  files: number;
  /** Added to channels that stay. */
  members: number;
  edits: number;
  moves: number;
  reactions: number;
  /** What it deleted, and what it changed before changes were noted. */
  deleted: number;
  unknown: number;
}

/** @returns The run, and those before it if it did nothing: nobody who has run the same import twice means the second one. */
export async function planUndo(app: AppContext, orgId: number, id: number | undefined): Promise<UndoPlan[]> {
  const first = await findRun(app, orgId, id);
  await refuseLater(app, orgId, first);
  const runs = id === undefined ? await listContinued(app, orgId, first) : [first];
  const plans: UndoPlan[] = [];
  for (const run of runs) {
    const plan = await planRun(app, run);
    plans.push(plan);
    if (!isEmpty(plan)) break;
  }
  return plans;
}

/** The run, and those of the same workspace right before it. */
async function listContinued(app: AppContext, orgId: number, first: ListedRun): Promise<ListedRun[]> {
  const runs = (await listRuns(app, orgId)).filter(({ state, id }) => state !== 'undone' && id <= first.id);
  const other = runs.findIndex(({ source_id: sourceId }) => sourceId !== first.source_id);
  return other === -1 ? runs : runs.slice(0, other);
}

const isEmpty = ({
  messages,
  channels,
  people,
  files,
  members,
  edits,
  moves,
  reactions,
  deleted,
  unknown,
}: UndoPlan) =>
  messages + channels + people + files + members + edits + moves + reactions + deleted + unknown === 0;

const plannedKinds = [
  ['messages', 'message'],
  ['channels', 'channel'],
  ['people', 'person'],
  ['files', 'file'],
] as const;

async function planRun(app: AppContext, run: ListedRun): Promise<UndoPlan> {
  const { q } = app.db.read;
  const changes = await q
    .selectFrom('import_change')
    .select(['kind', ({ fn }) => fn.countAll().as('n')])
    .where('run_id', '=', run.id)
    .groupBy('kind')
    .execute();
  const noted = Object.fromEntries(
    changeKinds.map((kind) => [kind, Number(changes.find((row) => row.kind === kind)?.n ?? 0)]),
  ) as Record<ChangeKind, number>;
  const plan: UndoPlan = {
    run: run.id,
    product: run.product,
    origin: run.origin,
    messages: 0,
    channels: 0,
    people: 0,
    files: 0,
    members: 0,
    edits: noted.content,
    moves: noted.place,
    reactions: noted.given + noted.taken,
    deleted: noted.gone,
    unknown: 0,
  };
  for (const [name, kind] of plannedKinds) plan[name] = await countRunItems(app, run, kind);
  const kept = await readKeptChannels(app.db.read, run);
  plan.members = await countRunItems(app, run, 'member', (key) => findChannel(kept, key) !== undefined);
  const isNoted = Object.values(noted).some((n) => n > 0);
  if (!isNoted && run.state !== 'undoing') plan.unknown = await countUnknown(q, run.id);
  return plan;
}

/** A run of an earlier version has changed messages without noting how they were. */
async function countUnknown(q: AppContext['db']['read']['q'], id: number): Promise<number> {
  const row = await q.selectFrom('import_run').select('report').where('id', '=', id).executeTakeFirst();
  if (row?.report === null || row === undefined) return 0;
  const { changed } = parseStored<Partial<ImportReport>>(row.report);
  const { edited = 0, moved = 0, deleted = 0, reactions = 0, repaired = 0 } = changed ?? {};
  return edited + moved + deleted + reactions + repaired;
}
