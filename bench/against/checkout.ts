/** Another revision of this repository, checked out beside it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '../support/processes.ts';

export const here = fileURLToPath(new URL('../..', import.meta.url));

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: here, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export interface Checkout {
  root: string;
  commit: string;
  remove(): void;
}

/** @throws Error when there is no such revision */
export function checkOut(revision: string): Checkout {
  const commit = git('rev-parse', '--short', '--verify', `${revision}^{commit}`);
  const folder = temporaryFolder();
  const root = join(folder.path, 'heddle');
  const remove = () => {
    git('worktree', 'remove', '--force', root);
    folder.remove();
  };
  git('worktree', 'add', '--detach', root, commit);
  try {
    sharePackages(root);
    // Nothing asks for the web client, which takes longer to build than the server: without its configuration it is not built.
    rmSync(join(root, 'web', 'vite.config.ts'), { force: true });
  } catch (error) {
    remove();
    throw error;
  }
  return { root, commit, remove };
}

/** The packages of this checkout, if the revision wants the same; otherwise its first start installs its own. */
function sharePackages(root: string): void {
  const lock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lock(root) === lock(here)) symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'));
}
