import { X } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import {
  pageName,
  pages,
  getPages,
  screensInOrder,
  type SettingsPage,
} from '../../../view/settings/pages.ts';
import { searchSettings } from '../../../view/settings/search.ts';
import { t } from '../../../view/text/text.ts';
import { arrowKeys } from '../../kit/lists/arrows.ts';
import { IconButton } from '../../kit/button.tsx';
import { FilterField } from '../../kit/filter-field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';

type Props = {
  current: SettingsPage | undefined;
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
};

/** All pages, or those with search results. */
export function SettingsList({ current, query, onQuery, onClose }: Props) {
  const list = useRef<HTMLElement>(null);
  // A link may open a page far down the list.
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  return (
    <nav
      ref={list}
      class="settings-list"
      aria-label={t('settings.title')}
      onKeyDown={arrowKeys('.settings-link')}
    >
      <div class="settings-list-head">
        <FilterField class="settings-search" label={t('settings.search')} value={query} onValue={onQuery} />
        <span class="settings-list-close">
          <IconButton label={t('common.close')} onClick={onClose}>
            <Icon of={X} size={20} />
          </IconButton>
        </span>
      </div>
      {query.trim() === '' ? <All current={current} /> : <Matches current={current} query={query} />}
    </nav>
  );
}

function All({ current }: Pick<Props, 'current'>) {
  const { live } = useClient();
  return (
    <>
      {screensInOrder.map((screen) => (
        <div key={screen} class="settings-group">
          <h2 class="settings-group-title one-line">
            {screen === 'settings' ? t('settings.personal') : (live.get('organization').realm_name ?? '')}
          </h2>
          <ul role="list">
            {getPages(screen).map((page) => (
              <li key={page.id}>
                <PageLink page={page} isCurrent={page === current} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function Matches({ current, query }: Pick<Props, 'current' | 'query'>) {
  const found = searchSettings(pages, query);
  if (found.length === 0) return <p class="settings-nothing">{t('common.nothingFound')}</p>;
  return (
    <ul role="list" class="settings-group">
      {found.map(({ page, texts }) => (
        <li key={page.id}>
          <PageLink page={page} isCurrent={page === current} />
          {texts.map((text) => (
            <p key={text} class="settings-match one-line">
              {text}
            </p>
          ))}
        </li>
      ))}
    </ul>
  );
}

function PageLink({ page, isCurrent }: { page: SettingsPage; isCurrent: boolean }) {
  const screen = page.id.startsWith('organization/') ? 'organization' : 'settings';
  return (
    <a
      class="settings-link"
      href={getHref({ screen, page: pageName(page) })}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {t(page.title)}
    </a>
  );
}
