import type { ComponentType } from 'preact';
import type { PageId, SettingsPage } from '../../view/settings/pages.ts';
import { Account } from './account.tsx';
import { AlertWords } from './alert-words.tsx';
import { Invitations } from './invitations.tsx';
import { Muted } from './muted.tsx';
import { NotificationTable } from './notification-table.tsx';
import { Profile } from './profile.tsx';
import { Sections } from './sections.tsx';
import { Users } from './users.tsx';

/** What a page shows beside the settings of its table, before them. */
const before: Partial<Record<PageId, ComponentType>> = {
  'settings/profile': Profile,
  'settings/account': Account,
  'settings/notifications': NotificationTable,
  'settings/muted': Muted,
  'settings/words': AlertWords,
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
