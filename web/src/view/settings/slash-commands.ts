/** Choices for a slash command: outgoing webhooks, and groups whose members may use it. */
import type { Live } from '../../store/live.ts';
import { groupName } from '../people/permission-choices.ts';

type Choice = { value: number; text: string };

const byText = (a: Choice, b: Choice): number => a.text.localeCompare(b.text);

export const commandBots = (live: Live): Choice[] =>
  [...live.get('users').values()]
    .filter(({ bot_type: type, is_active: isActive }) => type === 3 && isActive)
    .map(({ user_id: value, full_name: text }) => ({ value, text }))
    .sort(byText);

/** System groups first, from all members to owners. */
export function commandGroups(live: Live): Choice[] {
  const all = [...live.get('groups').values()].filter((group) => !group.deactivated);
  const choices = (names: readonly string[]) =>
    names.flatMap((name) => {
      const group = all.find((one) => one.is_system_group && one.name === name);
      return group ? [{ value: group.id, text: groupName(group) }] : [];
    });
  const own = all
    .filter((group) => !group.is_system_group)
    .map((group) => ({ value: group.id, text: groupName(group) }))
    .sort(byText);
  return [...choices(roleGroups), ...own];
}

const roleGroups = [
  'role:members',
  'role:everyone',
  'role:fullmembers',
  'role:moderators',
  'role:administrators',
  'role:owners',
];
