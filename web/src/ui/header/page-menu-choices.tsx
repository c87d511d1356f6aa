import {
  Bell,
  Building2,
  CalendarDays,
  Keyboard,
  LogOut,
  Moon,
  Plug,
  Settings,
  UserPlus,
} from 'lucide-preact';
import { mayInvite } from '../../view/channels/channel-rights.ts';
import { quietText } from '../../view/people/quiet.ts';
import { t } from '../../view/text/text.ts';
import { Menu } from '../kit/overlays/menu.tsx';
import { allowNotices, noticePermission } from '../parts/notices/permission.ts';
import { useClient } from '../page/client.tsx';
import { runCommand } from '../page/keyboard.ts';
import { address, navigate } from '../page/location.ts';

export { QuietDialog } from './quiet-dialog.tsx';

type Props = { anchor: Element; onClose: () => void; onQuiet: () => void; onSignOut: () => void };

/** The items of the page menu. */
export function PageMenuChoices({ anchor, onClose, onQuiet, onSignOut }: Props) {
  const { live } = useClient();
  return (
    <Menu
      anchor={anchor}
      align="end"
      label={t('frame.menu')}
      onClose={onClose}
      items={[
        {
          text: quietText(live, live.get('own').user_id) ?? t('quiet.title'),
          icon: Moon,
          onChoose: onQuiet,
        },
        {
          text: t('frame.settings'),
          icon: Settings,
          onChoose: () => navigate({ screen: 'settings', page: '' }),
        },
        {
          text: t('frame.organization'),
          icon: Building2,
          onChoose: () => navigate({ screen: 'organization', page: '' }),
        },
        {
          text: t('frame.integrations'),
          icon: Plug,
          onChoose: () => navigate({ screen: 'settings', page: 'integrations' }),
        },
        ...(mayInvite(live)
          ? [
              {
                text: t('frame.invite'),
                icon: UserPlus,
                onChoose: () => navigate({ screen: 'organization', page: 'invitations' }),
              },
            ]
          : []),
        ...(address.peek().screen === 'narrow'
          ? [
              {
                text: t('jump.title'),
                icon: CalendarDays,
                command: 'jump-to-day' as const,
                onChoose: () => runCommand('jump-to-day'),
              },
            ]
          : []),
        {
          text: t('frame.shortcuts'),
          icon: Keyboard,
          command: 'help',
          onChoose: () => runCommand('help'),
        },
        ...(noticePermission.value === 'default'
          ? [{ text: t('notices.allow'), icon: Bell, onChoose: () => void allowNotices() }]
          : []),
        'line',
        { text: t('frame.signOut'), icon: LogOut, onChoose: onSignOut },
      ]}
    />
  );
}
