/** A root folder with a shell and the C and C++ libraries of this machine, and nothing else: what a release may expect. */
import { chmodSync, copyFileSync, mkdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { run } from './run.ts';

/** What the launcher calls. */
const programs = ['/bin/sh', '/usr/bin/readlink', '/usr/bin/dirname'];
const libraries = [
  'libstdc++.so.6',
  'libgcc_s.so.1',
  'libm.so.6',
  'libdl.so.2',
  'libpthread.so.0',
  'librt.so.1',
  'libresolv.so.2',
];

export function makeBareRoot(root: string): void {
  for (const name of ['proc', 'dev', 'tmp', 'opt', 'data'])
    mkdirSync(path.join(root, name), { recursive: true });
  // The folder is its owner's alone, as mkdtemp makes it.
  chmodSync(root, 0o755);
  for (const name of ['null', 'urandom', 'random']) run('cp', ['-a', `/dev/${name}`, path.join(root, 'dev')]);
  const known = run('ldconfig', ['-p']);
  const find = (name: string) =>
    known
      .split('\n')
      .find((line) => line.trim().startsWith(`${name} `))
      ?.split('=> ')[1];
  const needed = programs.flatMap((program) => run('ldd', [program]).match(/\/\S+/g) ?? []);
  for (const file of [...programs, ...needed, ...libraries.map(find)])
    if (file !== undefined) copyInto(root, file);
}

function copyInto(root: string, file: string): void {
  const to = path.join(root, file);
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(realpathSync(file), to);
}
