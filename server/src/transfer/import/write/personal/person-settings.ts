/** The personal settings of an export that this server has too. */
import { Compile } from 'typebox/compile';
import { StoredUserSettings } from '../../../../../../wire/settings.ts';
import { keysIn } from '../../../../lib/objects.ts';
import type { PersonRecord } from '../../records.ts';

const { properties } = StoredUserSettings;
let checks: { name: keyof StoredUserSettings; check: (value: unknown) => boolean }[] | undefined;

/** A value of another version, which this one does not know, is left out. */
export function knownSettings({ settings }: PersonRecord): Partial<StoredUserSettings> {
  if (!settings) return {};
  checks ??= keysIn(properties).map((name) => {
    const validator = Compile(properties[name]);
    return { name, check: (value) => validator.Check(value) };
  });
  const known = checks.filter(({ name, check }) => check(settings[name]));
  return Object.fromEntries(known.map(({ name }) => [name, settings[name]]));
}
