/**
 * npm run release:check [-- --quick]
 * Unpacks the archive for this machine into a bare root (no Node, no npm, no compiler, no libatomic), starts it there as a user
 * without rights, and uses it; installs, upgrades, uses and removes the Debian package. Runs the tests that start the server as a process on
 * both. Checks the archives for other machines as far as reading shows. Needs root, and `npm run release`. With --quick it runs some of the
 * tests on the archive of `npm run release -- --quick`.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import {
  chownSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
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
import { readOptions } from './options.ts';

/** nobody and nogroup. */
const user = 65_534;
const repository = path.dirname(import.meta.dirname);
const release = path.join(repository, 'release');
const { values: options } = readOptions(import.meta.filename, {
  options: { quick: { type: 'boolean', default: false } },
});
/** On what everything else that is installed depends: late parts, processes, storage that fails. */
const mainTests = ['tests/program/', 'tests/faults/disk'];

if (process.getuid?.() !== 0) throw new Error('npm run release:check needs root, for chroot.');
requirePrograms({ unshare: 'util-linux', chroot: 'coreutils', ldd: 'libc-bin' });
const made = readdirSync(release);
const find = (pattern: RegExp) => made.find((name) => pattern.test(name));
const getArchive = ({ name }: Target) => find(new RegExp(`-${name}\\.tar${options.quick ? '' : '\\.gz'}$`));
if (!targets.some(getArchive)) throw new Error('release/ has no archive: run npm run release.');
checkSums();
for (const target of targets) {
  const archive = getArchive(target);
  if (archive === undefined) continue;
  const root = mkdtempSync(path.join(tmpdir(), 'heddle-release-'));
  try {
    await check(target, archive, root);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Those that start the server as a process, on an installed one. @param words select some of them */
function runTests(program: string, words: readonly string[]): void {
  const test = [path.join(repository, 'tools/run.mjs'), 'tools/test.ts', '--program', program, ...words];
  const { status } = spawnSync(process.execPath, test, { stdio: 'inherit', cwd: repository });
  assert.equal(status, 0, `the tests of ${program} passed`);
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

async function check(target: Target, archive: string, root: string): Promise<void> {
  console.log(`${target.name}:`);
  mkdirSync(path.join(root, 'opt'));
  run('tar', ['-xf', path.join(release, archive), '-C', path.join(root, 'opt')]);
  const [name = ''] = readdirSync(path.join(root, 'opt'));
  const folder = `/opt/${name}`;
  checkMachines(path.join(root, folder), target);
  if (target.cpu !== process.arch) {
    console.log(`not started: this machine is ${process.arch}`);
    return;
  }
  const program = `${folder}/bin/heddle`;
  if (options.quick) {
    runTests(path.join(root, program), mainTests);
    return;
  }
  makeBareRoot(root);
  await use(root, program);
  runTests(path.join(root, program), []);
  const debian = find(new RegExp(`_${target.architecture}\\.deb$`));
  assert.ok(debian !== undefined, 'there is a Debian package');
  checkDebian(path.join(release, debian), mainTests);
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
