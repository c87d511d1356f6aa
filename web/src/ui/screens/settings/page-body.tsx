import type { ComponentType } from 'preact';
import type { PageId, SettingsPage } from '../../../view/settings/pages.ts';
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

export function PageBody({ page }: { page: SettingsPage }) {
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
