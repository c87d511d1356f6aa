import type { NavigationView } from '../../../../wire/navigation-views.ts';
import type { Db } from '../../db/db.ts';

export async function getNavigationViews(db: Db, userId: number): Promise<NavigationView[]> {
  const rows = await db.q
    .selectFrom('navigation_view')
    .select(['fragment', 'is_pinned', 'name'])
    .where('user_id', '=', userId)
    .orderBy('fragment')
    .execute();
  return rows.map(({ fragment, is_pinned, name }) => ({ fragment, is_pinned: is_pinned === 1, name }));
}
