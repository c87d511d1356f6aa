import {
  builtInViews,
  type AddNavigationViewParams,
  type EditNavigationViewParams,
  type NavigationView,
} from '../../../../wire/navigation-views.ts';
import { refuseAboveLimit } from '../../core/limits/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { apiError } from '../../lib/errors.ts';
import { codePoints, forbiddenAt, isPlainText, tidySpaces } from '../../lib/text.ts';
import type { Db } from '../../db/db.ts';

const longestName = 100;
const builtIn: ReadonlySet<string> = new Set(builtInViews);

/**
 * What clients put after `#`: the name of a view, and what it shows, with everything else percent-encoded. Nothing else becomes a
 * link, such as the address of a script.
 */
const form = /^[a-z][a-z_-]*(?:\/[\p{L}\p{N}\p{M}\w.,;:@!$&'()*+=~%/?-]*)?$/u;

export async function addNavigationView(
  tx: Tx,
  userId: number,
  params: AddNavigationViewParams,
): Promise<void> {
  const { fragment, is_pinned } = params;
  if (!isPlainText(fragment)) throw apiError('parameters.invalid-character', { name: 'fragment' });
  if (!builtIn.has(fragment) && !form.test(fragment)) throw apiError('views.invalid-fragment');
  const views = await getNavigationViews(tx, userId);
  refuseAboveLimit('views.too-many', views.length);
  const name = checkedName(fragment, params.name);
  if (!builtIn.has(fragment) && name === null) throw apiError('views.invalid-name');
  if (views.some((view) => view.fragment === fragment || (name !== null && view.name === name)))
    throw apiError('views.already-exists');
  await tx.q
    .insertInto('navigation_view')
    .values({ user_id: userId, fragment, is_pinned: is_pinned ? 1 : 0, name })
    .execute();
  tx.emit(
    { type: 'navigation_view', op: 'add', navigation_view: { fragment, is_pinned, name } },
    { users: [userId] },
  );
}

export async function editNavigationView(
  tx: Tx,
  userId: number,
  fragment: string,
  params: EditNavigationViewParams,
): Promise<void> {
  const data: { is_pinned?: boolean; name?: string | null } = {};
  // Built-in views exist for everyone, even without a row.
  if (params.name !== undefined && builtIn.has(fragment)) throw builtInNamed();
  const { views, view } = await viewFor(tx, userId, fragment);
  if (params.name !== undefined) data.name = checkedName(fragment, params.name);
  if (params.is_pinned !== undefined) data.is_pinned = params.is_pinned;
  if (data.name === undefined && data.is_pinned === undefined) return;
  if (views.some((other) => other !== view && data.name !== undefined && other.name === data.name))
    throw apiError('views.already-exists');
  await tx.q
    .updateTable('navigation_view')
    .set({
      ...(data.name === undefined ? {} : { name: data.name }),
      ...(data.is_pinned === undefined ? {} : { is_pinned: data.is_pinned ? 1 : 0 }),
    })
    .where('user_id', '=', userId)
    .where('fragment', '=', fragment)
    .execute();
  tx.emit({ type: 'navigation_view', op: 'update', fragment, data }, { users: [userId] });
}

export async function removeNavigationView(tx: Tx, userId: number, fragment: string): Promise<void> {
  await viewFor(tx, userId, fragment);
  await tx.q
    .deleteFrom('navigation_view')
    .where('user_id', '=', userId)
    .where('fragment', '=', fragment)
    .execute();
  tx.emit({ type: 'navigation_view', op: 'remove', fragment }, { users: [userId] });
}

async function viewFor(
  tx: Tx,
  userId: number,
  fragment: string,
): Promise<{ views: NavigationView[]; view: NavigationView }> {
  const views = await getNavigationViews(tx, userId);
  const view = views.find((one) => one.fragment === fragment);
  if (!view) throw apiError('views.not-found');
  return { views, view };
}

const builtInNamed = () => apiError('views.built-in-name');

/** `null` for a built-in view, which has no name of its own. */
function checkedName(fragment: string, given: string | undefined): string | null {
  if (given === undefined) return null;
  if (builtIn.has(fragment)) throw builtInNamed();
  const name = tidySpaces(given);
  if (name === '' || codePoints(name) > longestName || forbiddenAt(name) > 0)
    throw apiError('views.invalid-name');
  return name;
}

export async function getNavigationViews(db: Db, userId: number): Promise<NavigationView[]> {
  const rows = await db.q
    .selectFrom('navigation_view')
    .select(['fragment', 'is_pinned', 'name'])
    .where('user_id', '=', userId)
    .orderBy('fragment')
    .execute();
  return rows.map(({ fragment, is_pinned, name }) => ({ fragment, is_pinned: is_pinned === 1, name }));
}
