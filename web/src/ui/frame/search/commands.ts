/** Runs the commands of the switcher. */
import {
  BellRing,
  Building2,
  CalendarDays,
  CheckCheck,
  Keyboard,
  MessageSquarePlus,
  Moon,
  Plug,
  Plus,
  Settings,
  SmilePlus,
  SquarePen,
  Sun,
  UserPlus,
  Users,
  type LucideIcon,
} from 'lucide-preact';
import { saveSetting } from '../../../actions/settings.ts';
import type { Client } from '../../../connection/client.ts';
import { addressOfView } from '../../../view/narrow/navigation.ts';
import type { CommandName } from '../../../view/search/commands.ts';
import { getTheme } from '../../../view/preferences/preferences.ts';
import { markAll } from '../../conversation/actions/mark-all.ts';
import { runCommand } from '../../page/keyboard.ts';
import { navigate } from '../../page/location.ts';
import { report } from '../../kit/toasts/report.ts';

type Command = { icon: LucideIcon; run: (client: Client) => unknown };

const colorSchemes = { dark: 2, light: 3 } as const;

const switchTo = (theme: keyof typeof colorSchemes) => (client: Client) =>
  report(saveSetting(client, { source: 'personal', name: 'color_scheme' }, colorSchemes[theme]));

const commands: Readonly<Record<CommandName, Command>> = {
  newMessage: { icon: SquarePen, run: () => runCommand('new-message') },
  newDirect: { icon: MessageSquarePlus, run: () => runCommand('new-direct') },
  markAllRead: { icon: CheckCheck, run: (client) => markAll(client) },
  createChannel: { icon: Plus, run: () => navigate({ screen: 'channels', page: 'new' }) },
  createGroup: { icon: Users, run: () => navigate({ screen: 'people', page: 'groups/new' }) },
  invite: { icon: UserPlus, run: () => navigate({ screen: 'organization', page: 'invitations' }) },
  toDark: { icon: Moon, run: switchTo('dark') },
  toLight: { icon: Sun, run: switchTo('light') },
  settings: { icon: Settings, run: () => navigate({ screen: 'settings', page: '' }) },
  organization: { icon: Building2, run: () => navigate({ screen: 'organization', page: '' }) },
  integrations: { icon: Plug, run: () => navigate({ screen: 'settings', page: 'integrations' }) },
  jumpToDay: { icon: CalendarDays, run: () => runCommand('jump-to-day') },
  shortcuts: { icon: Keyboard, run: () => runCommand('help') },
  followed: { icon: BellRing, run: () => navigate(addressOfView('followed')) },
  reactions: { icon: SmilePlus, run: () => navigate(addressOfView('reactions')) },
};

export const getCommandIcon = (name: CommandName): LucideIcon => commands[name].icon;

/** Once the overlay has closed and returned the focus, which the command may move elsewhere. */
export const runCommandItem = (client: Client, name: CommandName): void =>
  void setTimeout(() => commands[name].run(client));

/** By the setting, otherwise that of the system. */
export function isPageDark({ live }: Client): boolean {
  const theme = getTheme(live);
  return theme === 'automatic' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark';
}
