import { userSettingDefaults, type StoredUserSettings } from '../../../../wire/settings.ts';
import { keysIn } from '../../lib/objects.ts';

type ChosenSettings = Readonly<Record<string, unknown>>;

/** @param chosen As stored: the values that differ from the defaults of the server. */
export function withDefaults(chosen: ChosenSettings): StoredUserSettings {
  const known = Object.entries(chosen).filter(([name]) => Object.hasOwn(userSettingDefaults, name));
  return { ...userSettingDefaults, ...Object.fromEntries(known) };
}

/** The values to store: those that differ from the defaults of the server. */
export function withoutDefaults(settings: StoredUserSettings): Partial<StoredUserSettings> {
  const chosen = keysIn(settings).filter((name) => userSettingDefaults[name] !== settings[name]);
  return Object.fromEntries(chosen.map((name) => [name, settings[name]]));
}
