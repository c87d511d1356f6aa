/** Implements `heddle support bundle`: one file for a support request, readable before it is sent. Works for a server that does not start. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import { text } from 'node:stream/consumers';
import { loadConfig } from '../../lib/config/config.ts';
import { configKeys, isSecret, type Config } from '../../lib/config/config-schema.ts';
import { findSecrets, secretsPath } from '../../lib/secrets-file.ts';
import { heddleVersion } from '../../lib/version.ts';
import { runWherePossible } from '../cli/admin.ts';
import { printConfig } from '../cli/config-print.ts';
import { examine } from '../cli/doctor/doctor.ts';
import { CommandError } from '../../lib/command-error.ts';
import { shownToUsers } from '../cli/command-error.ts';
import type { SupportFacts } from './facts.ts';
import { makeRedact, redactAll, redactLine, type Redact } from './redact.ts';
import { errorCode, errorMessage, toError } from '../../lib/thrown.ts';
import { parseStored } from '../../lib/json.ts';
import { writeOut } from '../cli/print.ts';

interface BundleFlags extends Record<string, unknown> {
  /** A file with log lines; `-` is standard input. */
  log?: string;
}

/** @returns the path of the file and counts of its content. */
export async function writeBundle(
  path: string,
  flags: BundleFlags,
): Promise<{ file: string; bytes: number; log_lines: number }> {
  const bundle = await makeBundle(flags);
  const json = `${JSON.stringify(bundle, null, 2)}\n`;
  if (path === '-') writeOut(json);
  else write(path, json);
  return { file: path, bytes: Buffer.byteLength(json), log_lines: bundle.log.length };
}

function write(path: string, json: string): void {
  try {
    writeFileSync(path, json, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw new CommandError(
      errorCode(error) === 'EEXIST'
        ? `${path} exists already.`
        : `Cannot write ${path}: ${errorMessage(error)}`,
    );
  }
}

export async function makeBundle(flags: BundleFlags) {
  const config = tryConfig(flags);
  const redact = makeRedact(config instanceof Error ? [] : secretValues(config));
  const facts = config instanceof Error ? config : await getFacts(config);
  const { log = [], ...server } = facts instanceof Error ? { error: describe(facts) } : facts;
  const lines = flags.log === undefined ? log : (await readLog(flags.log)).split('\n');
  return {
    note: 'Redacted by Heddle: read it before you send it.',
    created_at: new Date().toISOString(),
    versions: getVersions(),
    configuration: config instanceof Error ? redact(describe(config)) : getSettings(config, redact),
    findings: redactAll(await examine(flags), redact),
    server: redactAll(server, redact),
    log: redactLog(lines, redact),
  };
}

const mostLines = 500;

const redactLog = (lines: readonly string[], redact: Redact) =>
  lines
    .map((line) => redactLine(line, redact))
    .filter((line) => line !== undefined)
    .slice(-mostLines);

async function readLog(path: string): Promise<string> {
  try {
    return path === '-' ? await text(process.stdin) : readFileSync(path, 'utf8');
  } catch (error) {
    throw new CommandError(`Cannot read ${path}: ${errorMessage(error)}`);
  }
}

function tryConfig(flags: BundleFlags): Config | Error {
  try {
    return loadConfig(flags);
  } catch (error) {
    return toError(error);
  }
}

const describe = (error: Error): string => shownToUsers(error) ?? error.message;

async function getFacts(
  config: Config,
): Promise<(Omit<SupportFacts, 'log'> & { log?: readonly string[] }) | Error> {
  try {
    return await runWherePossible(config, 'support-facts', {});
  } catch (error) {
    // The error may be the reason for the support request.
    return toError(error);
  }
}

const getSettings = (config: Config, redact: Redact): unknown =>
  redactAll(parseStored<unknown>(printConfig(config, { isJson: true })), redact);

function getVersions() {
  const { node, sqlite = null, openssl, v8 } = process.versions;
  const { platform, arch } = process;
  const memory = Math.round(totalmem() / 1024 ** 2);
  const machine = { platform, arch, kernel: release(), cores: cpus().length, memory_mib: memory };
  return { heddle: heddleVersion, node, sqlite, openssl, v8, ...machine };
}

/** The values of secret settings, passwords in URLs, and the server key. */
function secretValues(config: Config): string[] {
  const settings = configKeys.filter(isSecret).map((key) => String(config[key] ?? ''));
  const passwords = settings.flatMap((value) => {
    const url = URL.parse(value);
    return url === null ? [] : [url.password, decoded(url.password)];
  });
  const providers = [
    ...config.oidc.map(({ clientSecret }) => clientSecret),
    ...config.jwt.flatMap(({ jwt }) => (jwt?.key.type === 'secret' ? [jwt.key.export().toString()] : [])),
  ];
  return [...settings, ...passwords, ...getKeys(config), ...providers];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function getKeys(config: Config): string[] {
  try {
    const secrets = findSecrets(secretsPath(config));
    const keys = secrets ? [secrets.serverKey, ...(secrets.former ?? []).map((one) => one.serverKey)] : [];
    return keys.flatMap((key) => [Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex')]);
  } catch {
    // The doctor reports the problem with the file.
    return [];
  }
}
