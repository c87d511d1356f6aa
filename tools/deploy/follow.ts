/**
 * Runs inside a copy of a machine: follows docs/deploy.md. Each block of commands runs as it is printed, and each block of
 * settings is read by the server's own code. A block that the steps below do not know fails the check.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  chmodSync,
} from 'node:fs';
import { text as readAll } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { loadConfig } from '../../server/src/lib/config/config.ts';
import { errorMessage } from '../../server/src/lib/thrown.ts';
import { certify } from '../../tests/support/services/certificates.ts';
import { until } from '../../tests/support/until.ts';

/** The code blocks of docs/deploy.md, in their order. */

interface Block {
  language: string;
  text: string;
}

const readBlocks = (page: string): Block[] =>
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', text = '']) => ({ language, text }));

const repository = path.dirname(path.dirname(import.meta.dirname));
const host = 'chat.example.com';
const mailHost = 'mail.example.com';
const data = '/var/lib/heddle';
const download = '/srv/download';
/** The files of the certificate and its key, made before, since a process reads what it trusts when it starts. */
const [certificate = '', key = ''] = process.argv.slice(2);
const authority = { certificate, key };
/** To these addresses an email was sent. */
const mailedTo: string[] = [];

/** What a reader does before a block, by its first line, and what holds after it. */
interface Step {
  before?: () => void | Promise<void>;
  after?: (said: string) => void | Promise<void>;
}

const isReady = async () => (await fetch(`https://${host}/readyz`).catch(() => undefined))?.status === 200;

const untilReady = () => until('the server is ready behind its proxy', isReady, 200);

const steps: Readonly<Record<string, Step>> = {
  'sha256sum --ignore-missing --check SHA256SUMS': {
    after: (said) => assert.match(said, /linux-x64\.tar\.gz: OK/),
  },
  'sudo install -d -o heddle -g heddle -m 700 /var/lib/heddle': { after: writeSettings },
  'sudo systemctl daemon-reload && sudo systemctl enable --now heddle': {
    before: startProxy,
    async after() {
      await untilReady();
      assert.match(await runShell('journalctl -u heddle'), new RegExp(`https://${host}/setup`));
    },
  },
  'sudo -u heddle heddle doctor --data /var/lib/heddle': {},
  'mkdir heddle && tar -xzf heddle-*-linux-x64.tar.gz -C heddle --strip-components=1': {},
  'sudo install -D -m 644 /opt/heddle/deploy/heddle-ports.conf /etc/systemd/system/heddle.service.d/ports.conf':
    { after: untilReady },
  'sudo -u heddle heddle doctor --data /var/lib/heddle --mail-to you@example.com': {
    after: () => assert.deepEqual(mailedTo, ['you@example.com']),
  },
  'sudo install -d -o heddle -g heddle -m 700 /backup': {
    after: () => assert.match(readdirSync('/backup').join(), /^heddle-\d{4}-\d\d-\d\d\.heddle$/),
  },
  'sudo -u heddle heddle doctor --data /var/lib/heddle   # should report no problem, now and after the upgrade':
    {
      async after() {
        await untilReady();
        await runShell('sudo -u heddle heddle doctor --data /var/lib/heddle');
      },
    },
  "sudo sh -c 'cd /var/lib/heddle && mkdir after-upgrade && mv heddle.db* after-upgrade/ &&": {
    async before() {
      await runShell(
        'sudo systemctl stop heddle && sudo -u heddle cp /var/lib/heddle/heddle.db{,.before-migration}',
      );
    },
    async after() {
      await runShell('sudo systemctl start heddle');
      await untilReady();
    },
  },
};

/** Beside it the mail server answers. @throws Error with the commands and what they wrote, if one of them fails */
async function runShell(text: string): Promise<string> {
  const shell = spawn('bash', ['-e', '-o', 'pipefail', '-c', text], {
    cwd: download,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => shell.once('close', resolve));
  const [stdout, stderr] = await Promise.all([readAll(shell.stdout), readAll(shell.stderr)]);
  const code = await ended;
  if (code !== 0) throw new Error(`${text}\nended with ${String(code)}: ${stdout}${stderr}`);
  return stdout;
}

const getKey = (line: string): string => line.split(' = ')[0] ?? '';

/** Later settings are added to the first ones, or replace them. */
function withFirst(settings: string): string {
  const keys = settings.split('\n').map(getKey);
  const kept = firstSettings()
    .split('\n')
    .filter((line) => !keys.includes(getKey(line)));
  return [...kept, settings].join('\n');
}

const firstSettings = (): string => blocks.find(({ language }) => language === 'toml')?.text ?? '';

function writeSettings(): void {
  const files = { 'heddle.toml': firstSettings(), 'smtp-url': `smtp://user:password@${mailHost}:587\n` };
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, 'heddle']).stdout.toString()));
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(data, name);
    writeFileSync(file, content, { mode: 0o600 });
    chownSync(file, uid ?? 0, gid ?? 0);
  }
}

/** As the table of proxies says. */
async function startProxy(): Promise<void> {
  const enabled = '/etc/nginx/sites-enabled';
  for (const name of readdirSync(enabled)) rmSync(path.join(enabled, name));
  const available = '/etc/nginx/sites-available/heddle';
  copyFileSync('/opt/heddle/deploy/proxy/nginx.conf', available);
  symlinkSync(available, path.join(enabled, 'heddle'));
  await runShell('nginx');
}

async function startMailServer(certified: { key: string; certificate: string }): Promise<void> {
  const server = new SMTPServer({
    key: readFileSync(certified.key),
    cert: readFileSync(certified.certificate),
    onAuth: ({ username, password }, _session, done) =>
      done(null, username === 'user' && password === 'password' ? { user: username } : undefined),
    onRcptTo: ({ address }, _session, done) => {
      mailedTo.push(address);
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(587, '127.0.0.1', resolve));
}

async function prepare(): Promise<void> {
  writeStandIns('/usr/local/sbin');
  appendFileSync('/etc/hosts', `\n127.0.0.1 ${host} ${mailHost}\n`);
  const folder = `/etc/letsencrypt/live/${host}`;
  for (const each of [folder, download]) mkdirSync(each, { recursive: true });
  const own = mkdtempSync('/srv/own-');
  const web = certify(own, authority, host);
  copyFileSync(web.certificate, path.join(folder, 'fullchain.pem'));
  copyFileSync(web.key, path.join(folder, 'privkey.pem'));
  await startMailServer(certify(own, authority, mailHost));
  for (const name of readdirSync(path.join(repository, 'release')))
    if (/linux-x64\.tar\.gz$|^SHA256SUMS$/.test(name))
      copyFileSync(path.join(repository, 'release', name), path.join(download, name));
}

/** @returns why the block was not run */
async function follow({ language, text }: Block): Promise<string | undefined> {
  const [first = ''] = text.split('\n');
  if (language === 'toml') {
    const folder = mkdtempSync('/srv/settings-');
    writeFileSync(path.join(folder, 'heddle.toml'), withFirst(text));
    loadConfig({ data: folder }, {});
    return undefined;
  }
  const step = steps[first];
  assert.ok(step, `tools/deploy/follow.ts has no step for the block that begins with: ${first}`);
  if (text.includes('podman') && spawnSync('podman', ['info']).status !== 0)
    return 'podman does not run here';
  await step.before?.();
  const said = await runShell(text);
  await step.after?.(said);
  return undefined;
}

const blocks = readBlocks(readFileSync(path.join(repository, 'docs/deploy.md'), 'utf8'));
assert.ok(blocks.length > 10);
assert.ok(!existsSync('/opt/heddle'), 'Heddle is not installed yet');
await prepare();
for (const block of blocks) {
  const [first] = block.text.split('\n');
  try {
    const reason = await follow(block);
    console.log(reason === undefined ? `ok  ${first}` : `not run, ${reason}: ${first}`);
  } catch (error) {
    console.log(`FAIL  ${errorMessage(error)}`);
    process.exit(1);
  }
}
await runShell('sudo systemctl stop heddle');
process.exit(0);

// Commands that need what a copy of a machine has not: systemd as the first process, and accounts that may become others.

/** The parts of `sudo` that the page uses; the environment is kept, so that a certificate of the check is trusted. */
const sudo = `#!/bin/sh
if [ "$1" = -u ]; then
  user=$2
  shift 2
  exec setpriv --reuid "$user" --regid "$user" --init-groups env HOME=/ "$@"
fi
exec "$@"
`;

/** Runs the unit as systemd would, without what it takes away from the process. */
const systemctl = `#!/bin/sh
set -e
unit=/etc/systemd/system/heddle.service
pid=/run/heddle.pid
value() { sed -n "s/^$1=//p" "$unit" | tail -1; }
start() {
  user=$(value User)
  install -d -o "$user" -g "$user" -m "$(value StateDirectoryMode)" "/var/lib/$(value StateDirectory)"
  install -d -o "$user" -g "$user" -m "$(value CacheDirectoryMode)" "/var/cache/$(value CacheDirectory)"
  : >>/var/log/journal-of-heddle
  umask "$(value UMask)"
  setsid setpriv --reuid "$user" --regid "$user" --init-groups env "$(value Environment)" \\
    $(value ExecStart) >>/var/log/journal-of-heddle 2>&1 </dev/null &
  echo $! >$pid
}
stop() {
  [ -e $pid ] || return 0
  kill "$(cat $pid)"
  while kill -0 "$(cat $pid)" 2>/dev/null; do sleep 0.1; done
  rm $pid
}
case "$*" in
  daemon-reload) ;;
  'enable --now heddle' | 'start heddle') start ;;
  'stop heddle') stop ;;
  'restart heddle') stop; start ;;
  *) echo "systemctl $*: not known to the check of docs/deploy.md" >&2; exit 1 ;;
esac
`;

const journalctl = `#!/bin/sh
[ "$*" = '-u heddle' ] && exec cat /var/log/journal-of-heddle
`;

function writeStandIns(folder: string): void {
  for (const [name, text] of Object.entries({ sudo, systemctl, journalctl })) {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    chmodSync(file, 0o755);
  }
}
