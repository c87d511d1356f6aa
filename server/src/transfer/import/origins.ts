/** Recognizes the workspace of an export among those that came before: not all exports say which it is. */
import type { Db } from '../../db/db.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import type { Likeness, Source } from './reading/source.ts';
import { findItems } from './write/items.ts';

export interface Origin {
  origin: string;
  /** Under which it came before. */
  former?: string;
}

/** Generated IDs of channels and conversations: no two workspaces have the same. */
const isUnique = (id: string): boolean => /^[A-Z][A-Z0-9]{8,}$/.test(id);

async function isAlike(db: Db, sourceId: number, { places, messages }: Likeness): Promise<boolean> {
  if ((await findItems(db, sourceId, 'message', messages)).size > 0) return true;
  const unique = places.filter(isUnique);
  for (const kind of ['channel', 'direct'] as const)
    if ((await findItems(db, sourceId, kind, unique)).size > 0) return true;
  return false;
}

/** Whether anything was stored by which a workspace can be recognized. */
async function isKnown(db: Db, sourceId: number): Promise<boolean> {
  const items = db.q.selectFrom('import_item').select('source_key').where('source_id', '=', sourceId);
  if (await items.where('kind', '=', 'message').limit(1).executeTakeFirst()) return true;
  const places = await items.where('kind', 'in', ['channel', 'direct']).execute();
  return places.some((place) => isUnique(place.source_key));
}

/** @throws StartRefused if nobody can know whether it is the workspace of an earlier import */
export async function findOrigin(
  db: Db,
  orgId: number,
  { product, origin, likeness }: Pick<Source, 'product' | 'origin'> & { likeness: Likeness | undefined },
): Promise<Origin> {
  if (!likeness) return { origin };
  const sources = await db.q
    .selectFrom('import_source')
    .select(['id', 'origin'])
    .where('org_id', '=', orgId)
    .where('product', '=', product)
    // What was undone is gone.
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('import_item').select('kind').whereRef('source_id', '=', 'import_source.id').limit(1),
      ),
    )
    .execute();
  const same = sources.find((one) => one.origin === origin);
  if (same && likeness.isNamed) return { origin };
  // A workspace with an ID is no other one: only what has none may be the same under another name.
  const others = sources.filter((one) => !likeness.isNamed || one.origin === product);
  for (const one of others)
    if (await isAlike(db, one.id, likeness))
      return likeness.isNamed ? { origin, former: one.origin } : { origin: one.origin };
  // One that ended before it had anything of its own can be of any workspace; usually it is continued.
  if (same && (await isKnown(db, same.id)))
    throw new StartRefused(
      'The export does not say of which workspace it is, and has nothing of the one that came before. ' +
        'Name it with --source: the same name for each export of one workspace.',
    );
  return { origin };
}
