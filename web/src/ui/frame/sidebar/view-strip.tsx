import { Bookmark } from 'lucide-preact';
import { addressOfView } from '../../../view/narrow/navigation.ts';
import type { SidebarRow } from '../../../view/channels/sidebar.ts';
import { t } from '../../../view/text/text.ts';
import { describeUnread } from '../../../view/text/unread.ts';
import { Icon } from '../../kit/icon.tsx';
import { getHref } from '../../page/location.ts';
import { viewIcons } from './sidebar-row.tsx';
import './view-strip.css';

type ViewRow = SidebarRow & { kind: 'view' | 'own-view' };

export const isViewRow = (row: SidebarRow): row is ViewRow => row.kind === 'view' || row.kind === 'own-view';

/** The views as icons, above the channels while their rows are scrolled away. */
export function ViewStrip({ rows, activeKey }: { rows: readonly ViewRow[]; activeKey: string }) {
  return (
    <div class="view-strip" role="group" aria-label={t('sidebar.views')}>
      {rows.map((row) => (
        <StripLink key={row.key} row={row} isActive={row.key === activeKey} />
      ))}
    </div>
  );
}

function StripLink({ row, isActive }: { row: ViewRow; isActive: boolean }) {
  const name = row.kind === 'view' ? t(`views.${row.view}`) : row.view.name;
  const count = row.kind === 'view' ? row.count : 0;
  const isMarked = row.kind === 'view' && count > 0 && (row.view === 'inbox' || row.view === 'mentions');
  const described = isMarked
    ? `${name}, ${describeUnread(count, row.view === 'mentions' ? count : 0)}`
    : name;
  return (
    <a
      class={`view-strip-link ${isMarked ? `view-strip-${row.view}` : ''}`}
      href={getHref(
        row.kind === 'view' ? addressOfView(row.view) : { screen: 'narrow', narrow: row.view.narrow },
      )}
      aria-label={described}
      title={name}
      aria-current={isActive ? 'page' : undefined}
    >
      <Icon of={row.kind === 'view' ? viewIcons[row.view] : Bookmark} />
    </a>
  );
}
