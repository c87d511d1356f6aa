/**
 * npm run check [-- --fast] [--fix]
 * Checks types, lint, format, layout, lists, texts, documentation, imports, unused exports and, with HEDDLE_CONTRACT, API coverage. Prints one line each, and failures.
 * --fast compiles incrementally, and lints only files that differ from the main branch, or all when the rules differ.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { readOptions } from './options.ts';

const root = path.dirname(import.meta.dirname);
const flag = { type: 'boolean', default: false } as const;
const { values: options } = readOptions(import.meta.filename, { options: { fast: flag, fix: flag } });

const color = isatty(1);
/** What decides how every file is linted. */
const lintRules = /^(?:oxlint\.config\.ts|package-lock\.json|tools\/checks\/(?:boundaries|lint-).*)$/;
const sources = options.fast ? changedSources() : ['.'];
const compiler = 'node_modules/typescript-native/bin/tsc';
const oxlint = ['node_modules/oxlint/bin/oxlint', ...sources, '--no-error-on-unmatched-pattern'];
const oxfmt = ['node_modules/oxfmt/bin/oxfmt', '.'];

if (options.fix) {
  await run(['tools/lists.ts']);
  if (sources.length > 0) await run([...oxlint, '--fix']);
  await run([...oxfmt, '--write']);
}
const results = await Promise.all([
  report('types', compile('.')),
  report('web', compile('web')),
  ...(sources.length > 0 ? [report('lint', oxlint)] : []),
  report('format', [...oxfmt, '--check']),
  report('layout', ['tools/checks/layout.ts']),
  report('lists', ['tools/lists.ts', '--check']),
  report('texts', ['tools/texts/main.ts', '--check']),
  report('docs', ['tools/docs/main.ts', '--check']),
  report('imports', ['tools/checks/imports.ts']),
  report('unused', ['node_modules/knip/bin/knip.js', '--no-progress']),
  ...(process.env.HEDDLE_CONTRACT ? [report('api', ['tools/api-coverage.ts', '--brief'])] : []),
]);
process.exitCode = results.every(Boolean) ? 0 : 1;

function compile(project: string): string[] {
  // Several threads each check what all of them import: twice the processor time, and no sooner on two processors.
  const args = [compiler, '-p', project, '--pretty', String(color)];
  args.push('--singleThreaded');
  const known = `node_modules/.cache/heddle-types-${project === '.' ? 'server' : project}.json`;
  return options.fast ? [...args, '--incremental', '--tsBuildInfoFile', known] : args;
}

/** Against the main branch where there is one, with what is not committed yet; paths are relative to the repository. */
function changedSources(): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const base = ['origin/main', 'main'].find((name) => git('branch', '--all', '--list', name).trim() !== '');
  const since = base === undefined ? 'HEAD' : git('merge-base', 'HEAD', base).trim();
  const names = git('diff', '--name-only', since) + git('ls-files', '--others', '--exclude-standard');
  const listed = new Set(names.split('\n').filter((name) => name !== ''));
  if ([...listed].some((name) => lintRules.test(name))) return ['.'];
  return [...listed]
    .filter((name) => /\.(?:ts|tsx|js|mjs)$/.test(name) && existsSync(path.join(root, name)))
    .sort();
}

async function report(name: string, args: string[]): Promise<boolean> {
  const start = performance.now();
  const { ok, output } = await run(args);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (!ok) process.stdout.write(`\n${output.trimEnd()}\n`);
  // A check may say in its last line what it counted.
  const note = ok ? (output.trimEnd().split('\n').at(-1) ?? '') : '';
  console.log(`${name.padEnd(7)} ${ok ? 'ok' : 'FAILED'}  ${seconds} s  ${note}`.trimEnd());
  return ok;
}

async function run(args: string[]): Promise<{ ok: boolean; output: string }> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...settings(args), ...process.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { ok: child.exitCode === 0, output: stdout + stderr };
}

/** Variables that make the compiler and the linter faster, which are written in Go. */
function settings([program]: string[]): NodeJS.ProcessEnv {
  // The compiler frees almost nothing before it ends: it is as large without the garbage collector.
  if (program === compiler) return { GOGC: 'off' };
  // With two threads the linter checks what many files import twice. For a few files that is sooner.
  return { GOGC: '400', ...(options.fast ? {} : { GOMAXPROCS: '1' }) };
}
