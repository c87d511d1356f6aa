/**
 * npm run release [-- --target linux-x64] [--twice] [--quick]
 * Makes what people install, for each target: an archive that needs nothing but the C and C++ libraries of the system, a Debian
 * package of the same files, and an SBOM; their checksums are in SHA256SUMS. Files are in a fixed order, with the time of the
 * commit. With --twice everything is made again, and compared. With --quick only an archive for this machine is made, of the packages that
 * are installed here, and not compressed: for `npm run release:check -- --quick`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packDebian } from './release/debian.ts';
import { fetchParts, useInstalled } from './release/fetch.ts';
import { lockFolder } from './release/lock-folder.ts';
import type { Lock } from './release/lock.ts';
import { requirePrograms, run, sourceDate } from './release/run.ts';
import { billOfMaterials } from './release/sbom.ts';
import { targets, type Target } from './release/targets.ts';
import { layOut } from './release/tree.ts';
import { describeVersion } from './version.mjs';
import { readOptions } from './options.ts';

const root = path.dirname(import.meta.dirname);
const output = path.join(root, 'release');
const readJson = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const version = await describeVersion(root);
const lock = readJson<Lock>(path.join(root, 'package-lock.json'));
const date = sourceDate(root);

const { values } = readOptions(import.meta.filename, {
  options: {
    target: { type: 'string' },
    twice: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const chosen = targets.filter(({ name, cpu }) =>
  values.quick ? cpu === process.arch : values.target === undefined || name === values.target,
);
if (chosen.length === 0) throw new Error(`--target is one of ${targets.map(({ name }) => name).join(', ')}`);

requirePrograms({
  tar: 'tar',
  patchelf: 'patchelf',
  ...(values.quick ? {} : { gzip: 'gzip', npm: 'npm', 'apt-get': 'apt', 'dpkg-deb': 'dpkg' }),
});
const cache = path.join(root, '.cache/release');
const unlock = await lockFolder(cache);
try {
  const sums = await releaseAll();
  process.stdout.write(sums);
  if (values.twice) compare(sums, await releaseAll());
} finally {
  unlock();
}

/** @returns the checksums */
async function releaseAll(): Promise<string> {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  const made: string[] = [];
  for (const target of chosen) made.push(...(await release(target)));
  const sums = made.map((file) => `${sha256(file)}  ${path.basename(file)}\n`).join('');
  writeFileSync(path.join(output, 'SHA256SUMS'), sums);
  for (const file of made)
    console.log(`${path.relative(root, file)}  ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  return sums;
}

function compare(first: string, second: string): void {
  if (first !== second) throw new Error(`The second build differs:\n${second}`);
  console.log('The second build is the same, byte for byte.');
}

async function release(target: Target): Promise<string[]> {
  const name = `heddle-${version}-${target.name}`;
  const fetched = values.quick
    ? useInstalled(root, target)
    : fetchParts(root, target, path.join(cache, target.name));
  const trees = path.join(cache, 'trees');
  const tree = path.join(trees, name);
  rmSync(tree, { recursive: true, force: true });
  await layOut({ root, version, lock, target, fetched }, tree);
  const sbom = billOfMaterials({
    version,
    lock,
    runtimeLock: readJson(path.join(root, 'tools/runtime/package-lock.json')),
    target,
    libatomic: { version: fetched.libatomic.version, sha256: sha256(fetched.libatomic.file) },
    insideLibvips: readJson(
      path.join(fetched.packages, `node_modules/@img/sharp-libvips-linux-${target.cpu}/versions.json`),
    ),
    date,
  });
  const text = `${JSON.stringify(sbom, null, 2)}\n`;
  const sbomFile = path.join(output, `${name}.cdx.json`);
  for (const file of [sbomFile, path.join(tree, 'sbom.cdx.json')]) writeFileSync(file, text);
  if (values.quick) return [pack(trees, name)];
  const folder = path.join(cache, 'debian', target.name);
  return [pack(trees, name), packDebian({ tree, folder, version, target, date }, output), sbomFile];
}

function pack(folder: string, name: string): string {
  const archive = path.join(output, `${name}.tar`);
  const stable = [
    '--sort=name',
    `--mtime=@${date}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
    '--mode=go-w',
  ];
  run('tar', [...stable, '-C', folder, '-cf', archive, name], { env: { LC_ALL: 'C' } });
  if (values.quick) return archive;
  run('gzip', ['-n', archive]);
  return `${archive}.gz`;
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
