/** Prints the results as a table and saves them to a file. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Line {
  id: string;
  what: string;
  measured: string;
  target: string;
  isMet: boolean | null;
}

export function print(lines: readonly Line[]): void {
  const rows = lines.map((line) => [line.id, line.what, line.measured, line.target, mark(line.isMet)]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}

function mark(isMet: boolean | null): string {
  return isMet === null ? '' : isMet ? 'met' : 'MISSED';
}

/** Keeps raw figures beside what is needed to judge them. */
export function keep(folder: string, lines: readonly Line[]): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${new Date().toISOString().replace(/[:.]/g, '-')}.json`);
  const machine = {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1e9),
    platform: `${platform()} ${arch()}`,
    node: process.version,
    commit: commit(),
  };
  writeFileSync(path, `${JSON.stringify({ machine, lines }, null, 2)}\n`);
  return path;
}

export function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return 'unknown';
  }
}
