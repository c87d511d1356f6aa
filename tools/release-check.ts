/**
 * npm run release:check
 * Unpacks the archive for this machine into a bare root (no Node, no npm, no compiler, no libatomic), starts it there as a user
 * without rights, and uses it; installs, uses and removes the Debian package. Checks the archives for other machines as far as
 * reading shows. Needs root, and `npm run release`.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../tests/support/services/free-port.ts';
import { makeBareRoot } from './release/bare-root.ts';
import { checkDebian } from './release/debian-check.ts';
import { probe, waitFor, type Account } from './release/probe.ts';
import { requirePrograms, run } from './release/run.ts';
import { elfMachine, targets, type Target } from './release/targets.ts';
import { listFiles } from './sources.mjs';

/** nobody and nogroup. */
const user = 65_534;
const release = path.join(path.dirname(import.meta.dirname), 'release');
const { version } = JSON.parse(readFileSync(path.join(release, '../package.json'), 'utf8')) as {
  version: string;
};

if (process.getuid?.() !== 0) throw new Error('npm run release:check needs root, for chroot.');
requirePrograms({ unshare: 'util-linux', chroot: 'coreutils', ldd: 'libc-bin' });
checkSums();
const getArchive = ({ name }: Target) => path.join(release, `heddle-${version}-${name}.tar.gz`);
const built = targets.filter((target) => existsSync(getArchive(target)));
if (built.length === 0) throw new Error(`release/ has no archive of ${version}: run npm run release.`);
for (const target of built) {
  const root = mkdtempSync(path.join(tmpdir(), 'heddle-release-'));
  try {
    await check(target, root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** @throws Error when a file is missing or is another one */
function checkSums(): void {
  for (const line of readFileSync(path.join(release, 'SHA256SUMS'), 'utf8').trim().split('\n')) {
    const [sum, name = ''] = line.split('  ');
    assert.equal(
      createHash('sha256')
        .update(readFileSync(path.join(release, name)))
        .digest('hex'),
      sum,
      name,
    );
  }
}

async function check(target: Target, root: string): Promise<void> {
  console.log(`${target.name}:`);
  makeBareRoot(root);
  run('tar', ['-xzf', getArchive(target), '-C', path.join(root, 'opt')]);
  const folder = `/opt/heddle-${version}-${target.name}`;
  checkMachines(path.join(root, folder), target);
  if (target.cpu === process.arch) {
    await use(root, `${folder}/bin/heddle`);
    checkDebian(path.join(release, `heddle_${version}_${target.architecture}.deb`));
  }
  if (target.cpu !== process.arch) console.log(`not started: this machine is ${process.arch}`);
}

function checkMachines(folder: string, target: Target): void {
  const native = listFiles(folder).filter((file) => elfMachine(readHead(file)) !== undefined);
  for (const file of native) assert.equal(elfMachine(readHead(file)), target.machine, file);
  const names = native.map((file) => path.basename(file)).join(' ');
  for (const name of ['node', 'libatomic.so.1', 'libvips-cpp.so', `sharp-linux-${target.cpu}`])
    assert.ok(names.includes(name), `${name} is among ${names}`);
  console.log(`ok  native files: ${names}`);
}

function readHead(file: string): Uint8Array {
  const [head, descriptor] = [Buffer.alloc(20), openSync(file, 'r')];
  readSync(descriptor, head);
  closeSync(descriptor);
  return head;
}

/** As a user without rights, in a process namespace that ends with its first process. */
function inside(root: string, command: readonly string[]): [string, string[]] {
  const enter =
    'root=$0 user=$1; shift; mount -t proc proc "$root/proc" && exec env -i PATH=/usr/sbin:/usr/bin:/bin chroot --userspec="$user" "$root" "$@"';
  const namespace = ['--mount', '--pid', '--fork', '--kill-child'];
  return ['unshare', [...namespace, 'sh', '-c', enter, root, `${user}:${user}`, ...command]];
}

async function use(root: string, program: string): Promise<void> {
  chownSync(path.join(root, 'data'), user, user);
  const data = ['--data', '/data'];
  const owner = ['--owner-name', 'Ada Achterberg', '--owner-email', 'ada@example.com'];
  const password = ['--owner-password', 'correct horse battery staple'];
  const create = [program, 'org', 'create', '--name', 'Weavers', ...owner, ...password, ...data, '--json'];
  const made = JSON.parse(run(...inside(root, create))) as { email: string; api_key: string };
  const port = await freePort();
  const [command, args] = inside(root, [program, 'serve', '--port', String(port), ...data]);
  // In a group of its own: anyone who changes to another user is not ended with its parent.
  const server = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const account: Account = { url: `http://127.0.0.1:${port}`, email: made.email, key: made.api_key };
    await waitFor('the server responds', async () => {
      if (server.exitCode !== null) throw new Error('The server ended.');
      return (await fetch(`${account.url}/health`).catch(() => undefined))?.status === 200;
    });
    await probe(account);
    run(...inside(root, [program, 'backup', '/data/archive', ...data]));
    run(...inside(root, [program, 'verify', '/data/archive', ...data]));
    console.log('ok  a backup');
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL');
    await ended;
  }
}
