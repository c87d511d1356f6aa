/**
 * npm run check [-- --fix]
 * Types, lint, format, layout and, with HEDDLE_CONTRACT, what of the API is there. Prints one line each, and failures.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { parseArgs } from 'node:util';

const root = path.dirname(import.meta.dirname);
const { values: options } = parseArgs({ options: { fix: { type: 'boolean', default: false } } });

const color = isatty(1);
const eslint = ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings=0'];
const prettier = ['node_modules/prettier/bin/prettier.cjs', '.', '--log-level=warn'];

if (options.fix) {
  await run([...eslint, '--fix']);
  await run([...prettier, '--write']);
}
const results = await Promise.all([
  report('types', ['node_modules/typescript/bin/tsc', '-p', '.', '--pretty', String(color)]),
  report('web', ['node_modules/typescript/bin/tsc', '-p', 'web', '--pretty', String(color)]),
  report('lint', [...eslint, color ? '--color' : '--no-color']),
  report('format', [...prettier, '--check']),
  report('layout', ['tools/layout.ts']),
  ...(process.env.HEDDLE_CONTRACT ? [report('api', ['tools/api-coverage.ts', '--brief'])] : []),
]);
process.exitCode = results.every(Boolean) ? 0 : 1;

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
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { ok: child.exitCode === 0, output: stdout + stderr };
}
