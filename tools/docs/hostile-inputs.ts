/** Checks docs/reliability.md: each parser is sent hostile inputs by the bench, or says why not. */
import { hostileParts, reasonsForNone } from '../../bench/hostile/parts.ts';
import { isIn } from '../../server/src/lib/objects.ts';

const column = 'inputs';
const cells = (line: string): string[] =>
  line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());

/**
 * @param page Its tables end with the column `inputs`: parts of the bench and tests of limits, or one of the reasons.
 * @param exists Whether there is a file, by its path below server/src.
 */
export function checkHostileInputs(page: string, exists: (path: string) => boolean): string[] {
  const problems: string[] = [];
  const named = new Set<string>();
  const lines = page.split('\n').filter((line) => line.startsWith('|'));
  for (const [at, line] of lines.entries()) {
    if (line.startsWith('|--')) continue;
    const [row = '', ...others] = cells(line);
    const inputs = others.at(-1) ?? '';
    if (lines[at + 1]?.startsWith('|--')) {
      if (inputs !== column) problems.push(`the table of “${row}” has no column “${column}” at its end`);
      continue;
    }
    if (isIn(reasonsForNone, inputs)) continue;
    const names = inputs.split(', ').map((name) => /^`(.+)`$/.exec(name)?.[1]);
    for (const name of names) {
      if (name === undefined) problems.push(`${row}: “${inputs}” is neither inputs, nor tests, nor a reason`);
      else if (!isIn(hostileParts, name) && !(name.endsWith('.test.ts') && exists(name)))
        problems.push(`${row}: there is no part and no test ${name}`);
      else named.add(name);
    }
  }
  for (const part of hostileParts) if (!named.has(part)) problems.push(`no row has the inputs ${part}`);
  return problems;
}
