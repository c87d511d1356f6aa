import type { ComponentType } from 'preact';
import type { PageId, SettingsPage } from '../../view/settings/pages.ts';
import { Account } from './account.tsx';
import { AlertWords } from './alert-words.tsx';
import { AllBots, OwnBots } from './bots.tsx';
import { DefaultChannels } from './default-channels.tsx';
import { Domains } from './domains.tsx';
import { FieldList } from './field-list.tsx';
import { Invitations } from './invitations.tsx';
import { Linkifiers } from './linkifiers.tsx';
import { Muted } from './muted.tsx';
import { DefaultNotifications, OwnNotifications } from './notification-table.tsx';
import { OrganizationPictures } from './organization-pictures.tsx';
import { OwnEmoji } from './own-emoji.tsx';
import { Playgrounds } from './playgrounds.tsx';
import { OrganizationOthersHint, OthersHint } from './notice.tsx';
import { Profile } from './profile.tsx';
import { Sections } from './sections.tsx';
import { Users } from './users.tsx';

/** What a page shows beside the settings of its table, before them. */
const before: Partial<Record<PageId, ComponentType>> = {
  'settings/profile': Profile,
  'settings/account': Account,
  'settings/notifications': OwnNotifications,
  'settings/others': OthersHint,
  'organization/others': OrganizationOthersHint,
  'organization/other-defaults': OthersHint,
  'organization/defaults': DefaultNotifications,
  'settings/muted': Muted,
  'settings/words': AlertWords,
  'settings/bots': OwnBots,
  'organization/general': OrganizationPictures,
  'organization/emoji': OwnEmoji,
  'organization/fields': FieldList,
  'organization/linkifiers': Linkifiers,
  'organization/playgrounds': Playgrounds,
  'organization/domains': Domains,
  'organization/channels': DefaultChannels,
  'organization/bots': AllBots,
  'organization/invitations': Invitations,
  'organization/users': Users,
};

export function PageBody({ page }: { page: SettingsPage }) {
  const Before = before[page.id];
  return (
    <>
      {Before && <Before />}
      {page.sections.length > 0 && <Sections sections={page.sections} />}
    </>
  );
}
