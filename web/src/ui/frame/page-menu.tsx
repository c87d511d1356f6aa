import { useState } from 'preact/hooks';
import { Bell, Building2, Ellipsis, Keyboard, LogOut, Plug, Settings, UserPlus } from 'lucide-preact';
import { mayInvite } from '../../view/channels/channel-rights.ts';
import { t } from '../../view/text/text.ts';
import { IconButton } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { Menu } from '../base/overlays/menu.tsx';
import { allowNotices, noticePermission } from '../notices/permission.ts';
import { SignOut } from './sign-out.tsx';
import { useClient } from '../page/client.tsx';
import { runCommand } from '../page/keyboard.ts';
import { navigate } from '../page/location.ts';

/** The one menu of the page. */
export function PageMenu() {
  const { live } = useClient();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  return (
    <>
      <IconButton
        id="frame-menu"
        label={t('frame.menu')}
        command="gear"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        <Icon of={Ellipsis} size={20} />
      </IconButton>
      {anchor && (
        <Menu
          anchor={anchor}
          align="end"
          label={t('frame.menu')}
          onClose={() => setAnchor(null)}
          items={[
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
            { text: t('frame.signOut'), icon: LogOut, onChoose: () => setLeaving(true) },
          ]}
        />
      )}
      {isLeaving && <SignOut onClose={() => setLeaving(false)} />}
    </>
  );
}
