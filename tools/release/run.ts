/** Runs the programs that a release is made with. */
import { spawnSync } from 'node:child_process';
import { findTime } from '../version.mjs';

interface Options {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

/** Its standard output. @throws Error with what it wrote to standard error */
export function run(command: string, args: readonly string[], { cwd, env }: Options = {}): string {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (error) throw new Error(`cannot run ${command}: ${error.message}`);
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr.trim() || stdout.trim()}`);
  return stdout;
}

/** @throws Error that names the Debian packages of the missing ones */
export function requirePrograms(programs: Readonly<Record<string, string>>): void {
  const missing = Object.keys(programs).filter(
    (name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0,
  );
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map((name) => programs[name]))].join(' ');
  throw new Error(`missing: ${missing.join(', ')}; on Debian: apt-get install ${packages}`);
}

/** Seconds since 1970: of the last commit, unless SOURCE_DATE_EPOCH says another. */
export function sourceDate(root: string): number {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given !== undefined) return Number(given);
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? Number(stdout) : findTime(root);
}
