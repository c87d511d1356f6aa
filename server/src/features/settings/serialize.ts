import type { Emitted } from '../../core/log/index.ts';
import { languageName } from './checks.ts';

type UserSettingsEvent = Extract<Emitted, { type: 'user_settings' }>;
type Default = Extract<Emitted, { type: 'realm_user_settings_defaults' }>;

export function settingChanged(
  property: UserSettingsEvent['property'],
  value: UserSettingsEvent['value'],
): Emitted {
  const name = property === 'default_language' ? languageName(String(value)) : undefined;
  const common = { type: 'user_settings', op: 'update', property, value } as const;
  return name === undefined ? common : { ...common, language_name: name };
}

export function defaultChanged(property: Default['property'], value: Default['value']): Emitted {
  return { type: 'realm_user_settings_defaults', op: 'update', property, value };
}
