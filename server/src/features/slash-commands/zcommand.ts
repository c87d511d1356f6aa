/** POST /zcommand: built-in commands, and those of the organization. */
import type { ZcommandParams, ZcommandResponse } from '../../../../wire/slash-commands.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type Principal, userSetting } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { updateSettings } from '../settings/index.ts';
import { runCommand } from './run.ts';

export async function runZcommand(
  app: AppContext,
  me: Principal,
  ip: string,
  params: ZcommandParams,
): Promise<ZcommandResponse> {
  const text = params.command.trim();
  if (!text.startsWith('/')) throw apiError('slash-commands.no-slash');
  const [name, rest] = splitOnce(text.slice(1));
  if (name === 'ping') return {};
  const own = Object.hasOwn(appearances, name) ? appearances[name] : undefined;
  if (!own) return runCommand(app, me, { ...params, name: name.toLowerCase(), text: rest });
  const now = userSetting(me.user, own.setting);
  if (own.value === now) return { msg: `You are still in ${own.still}.` };
  await updateSettings(app, me, ip, { [own.setting]: own.value, old_password: '', new_password: '' });
  return { msg: `Changed to ${own.title}! To revert ${own.title}, type \`/${own.revert}\`.` };
}

function splitOnce(text: string): [first: string, rest: string] {
  const at = text.search(/\s/);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at).trim()];
}

interface Appearance {
  setting: 'color_scheme' | 'fluid_layout_width';
  value: number | boolean;
  title: string;
  still: string;
  revert: string;
}

const dark: Appearance = {
  setting: 'color_scheme',
  value: 2,
  title: 'dark theme',
  still: 'dark theme',
  revert: 'light',
};
const light: Appearance = { ...dark, value: 3, title: 'light theme', still: 'light theme', revert: 'dark' };
const fluid: Appearance = {
  setting: 'fluid_layout_width',
  value: true,
  title: 'fluid-width mode',
  still: 'fluid width mode',
  revert: 'fixed-width',
};
const fixed: Appearance = {
  ...fluid,
  value: false,
  title: 'fixed-width mode',
  still: 'fixed width mode',
  revert: 'fluid-width',
};

const appearances: Readonly<Record<string, Appearance>> = {
  dark,
  light,
  // COMPAT(old clients): the former names of the themes.
  night: dark,
  day: light,
  'fluid-width': fluid,
  'fixed-width': fixed,
};
