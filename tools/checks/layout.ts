/** Checks every tracked and untracked file that git does not ignore against tools/checks/layout-rules.ts. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { checkFile, checkFolders, type Problem } from './layout-rules.ts';

const root = path.join(import.meta.dirname, '../..');
const files = listFiles();
if (files.length === 0) throw new Error('git lists no files');
const problems = [...checkFolders(files), ...files.flatMap(check)];

for (const { path: file, line, message } of problems) console.log(`${file}:${line}: ${message}`);
console.log(problems.length > 0 ? `${problems.length} problems` : `${files.length} files`);
process.exitCode = problems.length > 0 ? 1 : 0;

function listFiles(): string[] {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  return [...new Set(list.split('\0').filter((name) => name !== ''))].sort();
}

function check(file: string): Problem[] {
  const bytes = read(file);
  // A picture or a font has no words.
  return bytes === null || bytes.includes(0) ? [] : checkFile(file, bytes.toString());
}

/** @returns null for what git still lists but someone has deleted, or for a folder that is a repository of its own */
function read(file: string): Buffer | null {
  try {
    return readFileSync(path.join(root, file));
  } catch {
    return null;
  }
}
