/** Implements `heddle config print`: every setting and where its value came from. */
import {
  configKeys,
  envName,
  fileKey,
  flagName,
  isSecret,
  type Config,
  type ConfigKey,
} from '../../lib/config/config-schema.ts';

/** One line per setting, or with `isJson` an object of `{ value, source }` by setting. Secrets are never shown. */
export function printConfig(config: Config, { isJson = false }: { isJson?: boolean } = {}): string {
  return isJson ? asJson(config) : asText(config);
}

function asJson(config: Config): string {
  const settings = configKeys.map((key) => [
    fileKey(key),
    { value: shown(config, key), source: config.sources[key] },
  ]);
  return JSON.stringify(Object.fromEntries(settings), null, 2);
}

function asText(config: Config): string {
  const rows = configKeys.map((key) => [
    fileKey(key),
    String(shown(config, key) ?? '(not set)'),
    origin(config, key),
  ]);
  const width = (column: number) => Math.max(...rows.map((row) => (row[column] ?? '').length));
  const widths = [width(0), width(1)];
  return rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n');
}

/** `null` if not set, since JSON has no `undefined`. */
function shown(config: Config, key: ConfigKey): string | number | null {
  const value = config[key] ?? null;
  return value !== null && isSecret(key) ? '(hidden)' : value;
}

function origin(config: Config, key: ConfigKey): string {
  switch (config.sources[key]) {
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
