import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ArrowLeft, X } from 'lucide-preact';
import { findPage, getPages, type SettingsScreen } from '../../../view/settings/pages.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useModal } from '../../kit/overlays/use-modal.ts';
import { useId } from '../../kit/use-id.ts';
import { isPhone } from '../../page/layout.ts';
import { address, navigate } from '../../page/location.ts';
import type { ScreenProps } from '../../page/screen-props.ts';
import { PageBody } from './page-body.tsx';
import { SettingsList } from './settings-list.tsx';
import './settings.css';

/** One overlay for personal settings and those of the organization. On a phone, it shows either the list or a page. */
export default function Settings({ page, onClose }: ScreenProps) {
  const screen: SettingsScreen = address.value.screen === 'organization' ? 'organization' : 'settings';
  const [query, setQuery] = useState('');
  const named = findPage(screen, page);
  const shown = named ?? (page === '' ? getPages(screen)[0] : undefined);
  const ref = useModal({ hasAddress: true });
  // A closed dialog lets nothing inside it take the focus, and the browser chooses what does as it opens.
  useLayoutEffect(() => {
    if (page !== '' || !isPhone.peek()) focusPage(ref.current?.querySelector('.settings-title') ?? null);
  }, []);
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
      <div class={page === '' ? 'settings-box' : 'settings-box settings-on-page'}>
        <SettingsList current={shown} query={query} onQuery={setQuery} onClose={onClose} />
        <Page
          key={shown?.id}
          title={t(shown?.title ?? 'frame.unknown')}
          screen={screen}
          isNamed={page !== ''}
          onClose={onClose}
        >
          {shown ? <PageBody page={shown} /> : <p>{t('settings.unknownPage')}</p>}
        </Page>
      </div>
    </dialog>
  );
}

type PageProps = {
  title: string;
  screen: SettingsScreen;
  isNamed: boolean;
  onClose: () => void;
  children: ComponentChildren;
};

/** Focuses the main field of a page, except on phones, where the keyboard would open; otherwise the title. */
function focusPage(title: HTMLElement | null): void {
  const field = isPhone.peek()
    ? null
    : title?.closest('section')?.querySelector<HTMLElement>('[data-first-field] .field-control');
  (field ?? title)?.focus();
}

function Page({ title, screen, isNamed, onClose, children }: PageProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // Before anyone can use a field of the page, which would lose the focus to the title otherwise.
  useLayoutEffect(() => {
    if (isNamed) focusPage(heading.current);
  }, [isNamed]);
  return (
    <section class="settings-page" aria-labelledby={id}>
      <header class="settings-head">
        <span class="settings-back">
          <IconButton label={t('settings.back')} onClick={() => navigate({ screen, page: '' })}>
            <Icon of={ArrowLeft} size={20} />
          </IconButton>
        </span>
        <h2 class="settings-title" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <IconButton label={t('common.close')} onClick={onClose}>
          <Icon of={X} size={20} />
        </IconButton>
      </header>
      <div class="settings-body">
        <div class="settings-column">{children}</div>
      </div>
    </section>
  );
}
