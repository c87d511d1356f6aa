/**
 * A running server may have been started with flags and variables that the doctor was not given: its settings are checked in
 * their place.
 */
import {
  configKeys,
  fileKey,
  isSecret,
  type Config,
  type ConfigKey,
} from '../../../lib/config/config-schema.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { describeOrigin, describeSettings, type DescribedSetting } from '../config-print.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import type { Finding } from './checks.ts';

type DescribedSettings = Readonly<Partial<Record<ConfigKey, DescribedSetting>>>;

export interface CheckedSettings {
  /** What the other checks are about. */
  config: Config;
  findings: Finding[];
  /** Secrets that the server has and the doctor does not, with where they are from. */
  hidden: ReadonlyMap<ConfigKey, string>;
}

const nothingHidden: ReadonlyMap<ConfigKey, string> = new Map();

const name = 'configuration';
const valid = 'All settings are valid';

/** @param isRunning If so, the server is asked for its settings. */
export async function chooseSettings(config: Config, isRunning: boolean): Promise<CheckedSettings> {
  if (!isRunning) return { config, findings: [{ name, state: 'ok', text: valid }], hidden: nothingHidden };
  const running = await findRunningSettings(config);
  if (running === undefined) {
    const text = `${valid}. Checked: those given here, since the running server, of another version, does not show its own.`;
    return { config, findings: [{ name, state: 'ok', text }], hidden: nothingHidden };
  }
  return compareSettings(config, running);
}

async function findRunningSettings({ data }: Config): Promise<DescribedSettings | undefined> {
  try {
    return (await askRunningServer(data, 'settings-list', {}))?.settings;
  } catch (error) {
    // An older server does not have the command.
    if (error instanceof CommandError) return undefined;
    throw error;
  }
}

/** Flags given to the doctor come first, then the flags and variables of the server, then what is in the file now. */
export function compareSettings(config: Config, running: DescribedSettings): CheckedSettings {
  const here = describeSettings(config);
  const differing = configKeys.flatMap((key) => {
    const there = running[key];
    // Each names the folder as it was given, or through a link.
    if (key === 'data' || there === undefined) return [];
    // Only the sources of secrets are known.
    const isSame = here[key].value === there.value && (!isSecret(key) || here[key].source === there.source);
    return isSame ? [] : [{ key, there }];
  });
  const isGiven = ({ key, there }: (typeof differing)[number]) =>
    (there.source === 'flag' || there.source === 'env') && here[key].source !== 'flag';
  const given = differing.filter(isGiven);
  const adopted = given.filter(({ key }) => !isSecret(key));
  const unknown = given.filter(({ key }) => isSecret(key));
  const changed = differing.filter((one) => !isGiven(one));
  const values = Object.fromEntries(adopted.map(({ key, there }) => [key, there.value]));
  const sources = Object.fromEntries(adopted.map(({ key, there }) => [key, there.source]));
  return {
    // Values of the schema that the server has checked at its start; null is no value of a flag or variable.
    config: { ...config, ...values, sources: { ...config.sources, ...sources } },
    findings: [
      { name, state: 'ok', text: checkedText(adopted) },
      ...unknown.map(({ key, there }) => unknownSecret(key, there)),
      ...changed.map(({ key, there }) => changedSetting(key, here[key], there)),
    ],
    hidden: new Map(unknown.map(({ key, there }) => [key, describeOrigin(key, there.source)])),
  };
}

const checkedText = (adopted: readonly { key: ConfigKey; there: DescribedSetting }[]): string =>
  adopted.length === 0
    ? `${valid}. Checked: those of the running server`
    : `${valid}. Checked: those of the running server, including ${adopted
        .map(({ key, there }) => `${describeOrigin(key, there.source)} (${there.value})`)
        .join(', ')}`;

const unknownSecret = (key: ConfigKey, { source }: DescribedSetting): Finding => ({
  name,
  state: 'warning',
  text: `The running server has ${fileKey(key)} from ${describeOrigin(key, source)}, which it does not show. Give it to the doctor as well to have it checked.`,
});

const changedSetting = (key: ConfigKey, here: DescribedSetting, there: DescribedSetting): Finding => ({
  name,
  state: 'warning',
  text:
    `${fileKey(key)} is ${describeValue(here)} here (${describeOrigin(key, here.source)}), and ${describeValue(there)} in the running server. ` +
    'Checked: the value here, which the server has after a restart with it.',
});

const describeValue = ({ value }: DescribedSetting): string => String(value ?? 'not set');
