/** Implements `heddle doctor`: one line per check. Leaves no changes, and may run beside the server. */
import { loadConfig, type Config } from '../../../lib/config/config.ts';
import { fileKey, type ConfigKey } from '../../../lib/config/config-schema.ts';
import {
  checkDatabase,
  checkDisk,
  checkFolder,
  checkLinks,
  checkPort,
  checkRuntime,
  checkSecrets,
  type Finding,
} from './checks.ts';
import { checkBackups } from './backups.ts';
import { checkCertificate } from './certificate.ts';
import { checkDatabaseSettings } from './database.ts';
import { checkFilesFolder } from './files-folder.ts';
import { checkJobs } from './jobs.ts';
import { checkMailSender } from './mail-sender.ts';
import { checkMail } from './mail-server.ts';
import { checkNats } from './nats.ts';
import { checkClock, checkNodeHosts } from './node-hosts.ts';
import { checkProxy } from './proxy.ts';
import { chooseSettings } from './running-settings.ts';
import {
  checkProviders,
  checkPushRelay,
  checkMailbox,
  endSoon,
  findWithin,
  checkLdap,
  checkStore,
  withLastFailure,
} from './services.ts';
import { askRunningServer } from '../socket/socket-client.ts';
import { shownToUsers } from '../command-error.ts';
import { checkTls } from './tls.ts';
import { textAt } from '../../../lib/json.ts';
import { listWebServices } from './web-services.ts';
import { fieldsIn, textIn } from '../../../lib/objects.ts';
import { writeOut } from '../print.ts';
import { findConfinement } from '../../../lib/children/confinement.ts';

/** @returns the exit code: 1 if there is a problem. */
export async function doctor(flags: Record<string, unknown>): Promise<number> {
  const findings = await examine(flags);
  const isHealthy = findings.every(({ state }) => state !== 'problem');
  writeOut(flags.json === true ? asJson(findings, isHealthy) : asText(findings, isHealthy));
  endSoon();
  return isHealthy ? 0 : 1;
}

export async function examine(flags: Record<string, unknown>): Promise<Finding[]> {
  const runtime = checkRuntime();
  let given: Config;
  try {
    given = loadConfig(flags);
  } catch (error) {
    const text = shownToUsers(error);
    if (text === undefined) throw error;
    return [runtime, ...text.split('\n').map((line) => problem('configuration', line))];
  }
  const mailTo = textIn(flags.mailTo);
  const dkimSelector = textIn(flags.dkimSelector);
  const status: unknown = await askRunningServer(given.data, 'status', {});
  const isRunning = status !== undefined;
  const { config, findings, hidden } = await chooseSettings(given, isRunning);
  /** Without a secret that the server has, a check would be of something else. */
  const check = async (name: string, key: ConfigKey, find: () => Finding | Promise<Finding>) => {
    const origin = hidden.get(key);
    return origin === undefined ? find() : notChecked(name, key, origin);
  };
  /** Services may accept connections without ever responding. */
  const ask = (name: string, key: ConfigKey, find: () => Finding | Promise<Finding>) =>
    findWithin(name, check(name, key, find));
  const found = [
    Promise.resolve(checkFolder(config.data)),
    checkDisk(config.data),
    checkClock(config),
    check('secrets', 'databaseUrl', () => checkSecrets(config)),
    check('database', 'databaseUrl', () => checkDatabase(config)),
    check('database settings', 'databaseUrl', () => checkDatabaseSettings(config)),
    check('jobs', 'databaseUrl', () => checkJobs(config)),
    checkBots(config, textAt(status, 'confinement')),
    checkPort(config, isRunning),
    check('email links', 'smtpUrl', () => checkLinks(config)),
    findWithin('proxy', checkProxy(config, isRunning)),
    checkTls(config, isRunning),
    checkCertificate(config),
    ask('mail', 'smtpUrl', () => checkMail(config, mailTo)),
    ask('mail sender', 'smtpUrl', () => checkMailSender(config, { dkimSelector })),
    ask('mailbox', 'imapUrl', () => checkMailbox(config)),
    ask('ldap', 'ldapBindPassword', () => checkLdap(config)),
    ask('files', 's3SecretAccessKey', () => checkFiles(config)),
    ask('nats', 'nats', () => checkNats(config)),
    ask('push relay', 'pushRelayKey', () => checkPushRelay(config)),
    hidden.has('databaseUrl') ? Promise.resolve([]) : checkNodeHosts(config),
    ask('backups', 'backupS3SecretAccessKey', () => checkBackups(config)),
    checkProviders(config, isRunning),
    ...listWebServices(config).map(({ name, secret, find }) => ask(name, secret, find)),
  ];
  const all = (await Promise.all(found)).flat();
  return [runtime, ...findings, ...all.map((finding) => withLastFailure(finding, fieldsIn(status).failures))];
}

const checkFiles = (config: Config): Promise<Finding> =>
  config.s3Bucket === undefined ? checkFilesFolder(config) : checkStore(config, config.s3Bucket);

const notChecked = (name: string, key: ConfigKey, origin: string): Finding => ({
  name,
  state: 'warning',
  text: `Not tested: the running server has ${fileKey(key)} from ${origin}, which the doctor was not given`,
});

const problem = (name: string, text: string): Finding => ({ name, state: 'problem', text });

const asJson = (findings: readonly Finding[], isHealthy: boolean): string =>
  `${JSON.stringify({ ok: isHealthy, findings }, null, 2)}\n`;

const marks = { ok: 'ok     ', warning: 'warning', problem: 'PROBLEM' } as const;

function asText(findings: readonly Finding[], isHealthy: boolean): string {
  const width = Math.max(...findings.map(({ name }) => name.length));
  const lines = findings.map(({ name, state, text }) => `${marks[state]}  ${name.padEnd(width)}  ${text}`);
  return `${lines.join('\n')}\n\n${isHealthy ? 'No problems found.' : 'Problems found; see above.'}\n`;
}

// Reports what confines embedded bots.

const name = 'embedded bots';

/** @param ofServer What the running server says; without one, the same is found out here. */
async function checkBots(
  { botsDir }: Pick<Config, 'botsDir'>,
  ofServer: string | undefined,
): Promise<Finding> {
  const found = ofServer ?? (await findConfinement()).name;
  const text = "Confined by Node's permission model";
  if (found !== 'none') return { name, state: 'ok', text: `${text} and by ${found} of the system` };
  return {
    name,
    state: botsDir === undefined ? 'ok' : 'warning',
    text: `${text} alone: the system allows no namespaces, or has no unshare and setpriv. Install only programs that you trust.`,
  };
}
