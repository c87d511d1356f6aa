/** Implements `heddle config print`: every setting and where its value came from. */
import {
  configKeys,
  envName,
  fileKey,
  flagName,
  isSecret,
  type Config,
  type ConfigKey,
  type Source,
} from '../../lib/config/config-schema.ts';
import { toRecord } from '../../lib/objects.ts';

/** One line per setting, or with `isJson` an object of `{ value, source }` by setting. Secrets are never shown. */
export function printConfig(config: Config, { isJson = false }: { isJson?: boolean } = {}): string {
  return isJson ? asJson(config) : asText(config);
}

function asJson(config: Config): string {
  const settings = Object.entries(describeSettings(config)).map(([key, setting]) => [fileKey(key), setting]);
  return JSON.stringify(Object.fromEntries(settings), null, 2);
}

export interface DescribedSetting {
  /** `null` if not set, since JSON has no `undefined`; secrets are replaced. */
  value: string | number | null;
  source: Source;
}

export const describeSettings = (config: Config): Record<ConfigKey, DescribedSetting> =>
  toRecord(configKeys, (key) => ({ value: shown(config, key), source: config.sources[key] }));

function asText(config: Config): string {
  const rows = configKeys.map((key) => [
    fileKey(key),
    String(shown(config, key) ?? '(not set)'),
    describeOrigin(key, config.sources[key]),
  ]);
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  const widths = [width(0), width(1)];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

function shown(config: Config, key: ConfigKey): string | number | null {
  const value = config[key] ?? null;
  return value !== null && isSecret(key) ? '(hidden)' : value;
}

export function describeOrigin(key: ConfigKey, source: Source): string {
  switch (source) {
    case 'flag':
      return `flag ${flagName(key)}`;
    case 'env':
      return `environment ${envName(key)}`;
    case 'file':
      return 'heddle.toml';
    case 'default':
      return 'default';
  }
}
