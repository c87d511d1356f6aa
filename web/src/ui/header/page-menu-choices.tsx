import {
  Bell,
  CalendarDays,
  CircleHelp,
  CircleUser,
  EyeOff,
  Keyboard,
  LogOut,
  Moon,
  Palette,
  Plug,
  Settings,
  SmilePlus,
} from 'lucide-preact';
import { saveSetting } from '../../actions/settings.ts';
import type { Client } from '../../connection/client.ts';
import { quietText } from '../../view/people/quiet.ts';
import { readStatus } from '../../view/people/status.ts';
import { getTheme, preference } from '../../view/preferences/preferences.ts';
import { t } from '../../view/text/text.ts';
import { Menu, type MenuItem } from '../kit/overlays/menu.tsx';
import { report } from '../kit/toasts/report.ts';
import { allowNotices, noticePermission } from '../parts/notices/permission.ts';
import { useClient } from '../page/client.tsx';
import { runCommand } from '../page/keyboard.ts';
import { address, navigate } from '../page/location.ts';
import type { OpenedFromMenu } from './page-menu.tsx';

type Props = { anchor: Element; onClose: () => void; onOpen: (what: OpenedFromMenu) => void };

/** The items of the page menu. */
export function PageMenuChoices({ anchor, onClose, onOpen }: Props) {
  const client = useClient();
  const items = [...ownItems(client, onOpen), 'line', ...pageItems(onOpen), 'line'] as const;
  return (
    <Menu
      anchor={anchor}
      align="end"
      label={t('frame.menu')}
      onClose={onClose}
      items={[...items, { text: t('frame.signOut'), icon: LogOut, onChoose: () => onOpen('leaving') }]}
    />
  );
}

/** How the person appears to others, and what reaches them. */
function ownItems(client: Client, onOpen: Props['onOpen']): MenuItem[] {
  const { live } = client;
  const ownId = live.get('own').user_id;
  const isHidden = preference(live, 'presence_enabled') === false;
  const { text } = readStatus(live, ownId);
  return [
    {
      text: t('frame.profile'),
      icon: CircleUser,
      onChoose: () => navigate({ screen: 'settings', page: 'profile' }),
    },
    {
      text: text === '' ? t('profile.setStatus') : text,
      icon: SmilePlus,
      onChoose: () => onOpen('status'),
    },
    { text: quietText(live, ownId) ?? t('quiet.title'), icon: Moon, onChoose: () => onOpen('quiet') },
    {
      text: t('frame.appearOffline'),
      icon: EyeOff,
      isChecked: isHidden,
      onChoose: () =>
        void report(saveSetting(client, { source: 'personal', name: 'presence_enabled' }, isHidden)),
    },
  ];
}

const pageItems = (onOpen: Props['onOpen']): MenuItem[] => [
  {
    text: t('frame.theme'),
    icon: Palette,
    onChoose: () => onOpen('themes'),
  },
  {
    text: t('frame.settings'),
    icon: Settings,
    onChoose: () => navigate({ screen: 'settings', page: '' }),
  },
  {
    text: t('frame.integrations'),
    icon: Plug,
    onChoose: () => navigate({ screen: 'settings', page: 'integrations' }),
  },
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
  { text: t('frame.help'), icon: CircleHelp, onChoose: () => onOpen('guide') },
  ...(noticePermission.value === 'default'
    ? [{ text: t('notices.allow'), icon: Bell, onChoose: () => void allowNotices() }]
    : []),
];

/** As the setting stores them. */
const themes = [
  { name: 'automatic', value: 1 },
  { name: 'light', value: 3 },
  { name: 'dark', value: 2 },
] as const;

export function ThemeMenu({ anchor, onClose }: Pick<Props, 'anchor' | 'onClose'>) {
  const client = useClient();
  const current = getTheme(client.live);
  return (
    <Menu
      anchor={anchor}
      align="end"
      label={t('frame.theme')}
      onClose={onClose}
      items={themes.map(({ name, value }) => ({
        text: t(`frame.theme.${name}`),
        isChecked: current === name,
        onChoose: () => void report(saveSetting(client, { source: 'personal', name: 'color_scheme' }, value)),
      }))}
    />
  );
}
