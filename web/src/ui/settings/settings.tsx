import { useEffect, useRef, useState } from 'preact/hooks';
import { ArrowLeft, X } from 'lucide-preact';
import {
  findPage,
  pageName,
  getPages,
  type SettingsPage,
  type SettingsScreen,
} from '../../view/settings/pages.ts';
import { t } from '../../view/text/text.ts';
import { IconButton } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { useModal } from '../base/overlays/use-modal.ts';
import { address, navigate } from '../page/location.ts';
import type { ScreenProps } from '../screen-props.ts';
import { PageBody } from './page-body.tsx';
import { SettingsList } from './settings-list.tsx';
import './settings.css';

/** One overlay for one's own settings and the organization's. On a phone the list and a page take turns. */
export default function Settings({ page, onClose }: ScreenProps) {
  const screen: SettingsScreen = address.value.screen === 'organization' ? 'organization' : 'settings';
  const [query, setQuery] = useState('');
  const named = findPage(screen, page);
  const shown = named ?? getPages(screen)[0];
  const ref = useModal({ hasAddress: true });
  return (
    <dialog
      class="settings"
      ref={ref}
      aria-label={t('settings.title')}
      onCancel={(event) => {
        event.preventDefault();
        if (event.target === ref.current) onClose();
      }}
      onPointerDown={(event) => event.target === ref.current && onClose()}
    >
      <div class={named === undefined ? 'settings-box' : 'settings-box settings-on-page'}>
        <SettingsList current={shown} query={query} onQuery={setQuery} onClose={onClose} />
        {shown && (
          <Page key={shown.id} page={shown} screen={screen} isNamed={named !== undefined} onClose={onClose} />
        )}
      </div>
    </dialog>
  );
}

type PageProps = { page: SettingsPage; screen: SettingsScreen; isNamed: boolean; onClose: () => void };

function Page({ page, screen, isNamed, onClose }: PageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNamed) title.current?.focus();
  }, [isNamed]);
  return (
    <section class="settings-page" aria-labelledby={`settings-${pageName(page)}`}>
      <header class="settings-head">
        <span class="settings-back">
          <IconButton label={t('settings.back')} onClick={() => navigate({ screen, page: '' })}>
            <Icon of={ArrowLeft} size={20} />
          </IconButton>
        </span>
        <h2 class="settings-title one-line" id={`settings-${pageName(page)}`} ref={title} tabIndex={-1}>
          {t(page.title)}
        </h2>
        <IconButton label={t('common.close')} onClick={onClose}>
          <Icon of={X} size={20} />
        </IconButton>
      </header>
      <div class="settings-body">
        <div class="settings-column">
          <PageBody page={page} />
        </div>
      </div>
    </section>
  );
}
