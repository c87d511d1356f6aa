import type { ComponentChildren, ComponentType } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ArrowLeft, X } from 'lucide-preact';
import {
  findPage,
  getPages,
  type SettingsScreen,
  type PageId,
  type SettingsPage,
} from '../../../view/settings/pages.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useId } from '../../kit/use-id.ts';
import { isPhone } from '../../page/layout.ts';
import { address, navigate } from '../../page/location.ts';
import type { ScreenProps } from '../../page/screen-props.ts';
import { SettingsList } from './settings-list.tsx';
import './settings.css';
import { Account } from './account/account.tsx';
import { AlertWords } from './account/alert-words.tsx';
import { AuditLog } from './organization/audit-log.tsx';
import { AllBots, OwnBots } from './people/bots.tsx';
import { DataExports } from './organization/data-exports.tsx';
import { DefaultChannels } from './organization/default-channels.tsx';
import { DeviceSettings } from './account/device-settings.tsx';
import { Domains } from './organization/domains.tsx';
import { FieldList } from './organization/field-list.tsx';
import { Imports } from './organization/imports.tsx';
import { Integrations } from './people/integrations.tsx';
import { Invitations } from './people/invitations.tsx';
import { Linkifiers } from './organization/linkifiers.tsx';
import { Muted } from './account/muted.tsx';
import { DefaultNotifications, OwnNotifications } from './account/notification-table.tsx';
import { OrganizationPictures } from './organization/organization-pictures.tsx';
import { OwnEmoji } from './organization/own-emoji.tsx';
import { Playgrounds } from './organization/playgrounds.tsx';
import { Profile } from './account/profile.tsx';
import { SlashCommands } from './organization/slash-commands.tsx';
import { Sections } from './base/sections.tsx';
import { SignInRules } from './sign-in/sign-in-rules.tsx';
import { Shortcuts } from './account/shortcuts.tsx';
import { Users } from './people/users.tsx';

/** Personal settings and those of the organization. On a phone, either the list or a page is shown. */
export default function Settings({ page, onClose }: ScreenProps) {
  const screen: SettingsScreen = address.value.screen === 'organization' ? 'organization' : 'settings';
  const [query, setQuery] = useState('');
  const named = findPage(screen, page);
  const shown = named ?? (page === '' ? getPages(screen)[0] : undefined);
  return (
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
    if (isNamed || !isPhone.peek()) focusPage(heading.current);
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

/** Components shown above the settings of a page. */
const before: Partial<Record<PageId, ComponentType>> = {
  'settings/profile': Profile,
  'settings/account': Account,
  'settings/notifications': OwnNotifications,
  'organization/defaults': DefaultNotifications,
  'settings/muted': Muted,
  'settings/words': AlertWords,
  'settings/shortcuts': Shortcuts,
  'settings/bots': OwnBots,
  'settings/integrations': Integrations,
  'organization/general': OrganizationPictures,
  'organization/emoji': OwnEmoji,
  'organization/fields': FieldList,
  'organization/linkifiers': Linkifiers,
  'organization/playgrounds': Playgrounds,
  'organization/domains': Domains,
  'organization/channels': DefaultChannels,
  'organization/bots': AllBots,
  'organization/commands': SlashCommands,
  'organization/invitations': Invitations,
  'organization/users': Users,
  'organization/authentication': SignInRules,
  'organization/audit': AuditLog,
  'organization/imports': Imports,
  'organization/exports': DataExports,
};

/** Components shown below them. */
const after: Partial<Record<PageId, ComponentType>> = {
  'settings/preferences': DeviceSettings,
};

function PageBody({ page }: { page: SettingsPage }) {
  const Before = before[page.id];
  const After = after[page.id];
  return (
    <>
      {Before && <Before />}
      {page.sections.length > 0 && <Sections sections={page.sections} />}
      {After && <After />}
    </>
  );
}
