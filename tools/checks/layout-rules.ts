/**
 * Checks that neither the compiler nor the linter makes: file lengths, sizes of folders, and vocabulary.
 * Patterns have a letter in brackets where they would otherwise match themselves.
 */

/** Where the API's old word for a channel may stand outside wire/: the edge, and what is stored or logged under API names. */
const oldWordFiles: readonly RegExp[] = [
  /^server\/src\/http\//,
  /^server\/src\/features\/[^/]+\/(?:index|routes|serialize|state|events)(?:-[a-z-]+)?\.ts$/,
  /^server\/src\/core\/[^/]+\/serialize(?:-[a-z-]+)?\.ts$/,
  /^server\/src\/core\/(?:channels\/access|events\/message-events|log\/message-event|spectators\/changes)\.ts$/,
  /^server\/src\/features\/(?:channels\/(?:kept-topics|topics-together)|typing\/actions)\.ts$/,
  /^server\/src\/features\/message-(?:edit\/(?:edit|move-rights)|send\/notification-bot)\.ts$/,
  /^server\/src\/features\/notifications\/(?:decide|listeners)\.ts$/,
  /^server\/src\/features\/(?:organization\/make-organization|users\/create)\.ts$/,
  /^server\/src\/pages\/first-visit\/first-screen\.ts$/,
  /^web\/src\/view\/settings\/(?:organization|personal|audit-(?:labels|values))\.ts$/,
  /^server\/src\/transfer\/(?:import\/zulip\/|foreign-export\/zulip-(?:organization|rows)\.ts)/,
];

/** Imports name the products whose exports they read, and exports those that they write for. */
const isOfImports = (path: string): boolean =>
  /^(?:server\/src\/(?:app\/cli\/(?:imports?|archives)|transfer\/(?:import|foreign-export))\/|web\/src\/(?:ui\/screens\/settings\/organization|view\/settings)\/import-)/.test(
    path,
  ) || /^tests\/support\/(?:importers\/|fixtures\/foreign-exports)/.test(path);

export interface Problem {
  path: string;
  line: number;
  /** What is wrong and what to do. */
  message: string;
}

interface WordRule {
  in: (path: string) => boolean;
  pattern: RegExp;
  message: string;
  /** Lets a line pass that matches; sees the lines before it, the nearest last. */
  unless?: (line: string, before: readonly string[]) => boolean;
}

const MAX_LINES = 400;
const MAX_FILES = 25;

/** Folders that are lists: one file an entry, found by its name, so that groups would only hide it. */
const listFolders: readonly string[] = [
  // In order of their numbers.
  'server/src/db/migrations',
  // One noun of the API each, with the name that its folder in features/ has.
  'wire',
  'tests/laws/stories',
];

const everywhere = (): boolean => true;
const isTest = (path: string) => path.endsWith('.test.ts') || path.startsWith('tests/');
const isCode = (path: string) => /\.(?:ts|tsx|mjs|js|css)$/.test(path);
const isServer = (path: string) => path.startsWith('server/src/') && !isTest(path);

/** Lists of words and of names, and the description of another server. */
const isWordList = (path: string): boolean =>
  /^(?:server\/src\/(?:app\/demo|lib\/markdown\/emoji)\/|docs\/service-document\.md$)/.test(path);

const wordRules: WordRule[] = [
  {
    in: (path) => (isCode(path) || path.endsWith('.md') || path.endsWith('/en.json')) && !isWordList(path),
    pattern:
      /\b(?:w[h]om?ever|(?:some|any|every)b[o]dy(?!")|any l[o]nger|lets? g[o] of|letting g[o]|comes? b[y]|(?:in|out of) s[i]ght|st[r]etches|st[r]angers?|a[n]ew|goes o[n]|went o[n]|once m[o]re|let[G]o|h[e]ard|t[o]ld|t[e]lls|f[o]rgets)\b/i,
    message:
      'a word that is no term of the field; write someone, no longer, release, visible, range, again, continue, emit, notify, return or delete',
  },
  {
    in: everywhere,
    pattern: /\/w[o]rk\/|\/f[a]rm\/|\/tmp\/b[a]sh|b[a]sh_jobs/,
    message: 'a path of one machine; make it relative to the repository or an argument',
  },
  {
    in: (path) => path !== '.ci/run',
    pattern: /\.\.\/sh[a]red\/[a-z]/,
    message: 'points outside the repository; copy what is needed, or take its path from the environment',
  },
  {
    in: everywhere,
    pattern: /registry\.(?:n[p]mjs|y[a]rnpkg)|npmm[i]rror|deb\.d[e]bian/,
    message: 'a download address; leave the choice of registry to the package manager',
  },
  {
    // What services report of their own work.
    in: (path) => !path.startsWith('tests/support/deliveries/'),
    pattern: /\b[i]ssues? #?\d/i,
    message: 'a number without meaning for readers; describe the thing itself',
  },
  {
    in: isCode,
    pattern: /\b(?:TO[D]O\b(?!\([^)]+\): \S)|FI[X]ME\b|X[X]X\b|HA[C]K\b)/,
    message:
      'unfinished work without a reason; finish it, or state in brackets after the tag what it waits for, then a colon and the task',
  },
  {
    in: isCode,
    pattern: /oxlint-d[i]sable/,
    message:
      'a comment that disables the linter; change the rule for everyone in oxlint.config.ts, with its reason',
  },
  {
    in: isCode,
    pattern: /keep (?:\w+ )?in s[y]nc/i,
    message: 'duplicated code; keep it in one place and import it',
  },
  {
    in: isCode,
    pattern: /\bCOMP[A]T\b(?!\([^)]+\): \S)/,
    message: 'a compatibility mark has the form COMPAT(who needs it): why',
  },
  {
    in: isTest,
    pattern: /\b(?:it|test|describe|suite)\.(?:sk[i]p|on[l]y|to[d]o)\b|\{ *(?:sk[i]p|to[d]o|on[l]y): *true/,
    message: 'a test that does not run, or prevents others from running; fix or delete it',
  },
  {
    in: (path) => isCode(path) && !/^(?:wire|docs|tests\/compat)\//.test(path) && !isOfImports(path),
    pattern: /Zul[i]p/,
    message: 'this name is only allowed where an old client is served: mark it COMPAT(who): why',
    unless: (line, before) => line.includes('compatible with') || isMarked(line, before),
  },
  {
    in: (path) =>
      (isServer(path) || /^web\/src\/(?:view|ui)\//.test(path)) &&
      !oldWordFiles.some((file) => file.test(path)),
    pattern: /str[e]am_/,
    message: 'the internal term is channel; translate in wire/ or serialize.ts (exceptions: oldWordFiles)',
    unless: isMarked,
  },
  {
    in: (path) => path.endsWith('.css'),
    pattern:
      /(?:^|[\s{;])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-)?(?:left|right)(?:-[a-z]+)?\s*:|border-(?:top|bottom)-(?:left|right)-|\b(?:text-align|float|clear)\s*:\s*(?:left|right)\b|\b(?:padding|margin|inset)\s*:\s*(?:\S+\s+){3}\S/,
    message:
      'a side that stays where text is written from right to left; use -inline-start, -inline-end, inset-inline or text-align: start',
    unless: isSymmetric,
  },
  {
    in: (path) => isServer(path) && !path.startsWith('server/src/db/'),
    pattern:
      /\bdialect\b\s*[!=]==?|switch \([^)]*\bdialect\b|(?:[!=]==?|\bcase)\s*['"](?:sqlite|postgres|postgresql|pg)['"]/,
    message: 'a difference between databases; give it a name in server/src/db/sql.ts and call that',
  },
];

/** @returns whether four lengths are the same on both sides */
function isSymmetric(line: string): boolean {
  const [, lengths = ''] = /:\s*([^;!]+)/.exec(line) ?? [];
  const each = lengths.match(/[^\s(]*\([^()]*(?:\([^()]*\)[^()]*)*\)|\S+/g) ?? [];
  return /\b(?:padding|margin|inset)\s*:/.test(line) && (each.length < 4 || each[1] === each[3]);
}

/** @returns whether the line, or the comment that it stands under, says which client it serves. */
function isMarked(line: string, before: readonly string[]): boolean {
  const mark = /\bCOMP[A]T\(/;
  const comment = before.findLastIndex((each) => /^\s*(?:\/\/|\/?\*)/.test(each));
  const gap = before.slice(comment + 1);
  return (
    mark.test(line) ||
    (comment >= 0 && gap.every((each) => each.trim() !== '') && mark.test(before[comment] ?? ''))
  );
}

/** @param path relative to the repository, with `/` */
export function checkFile(path: string, text: string): Problem[] {
  const lines = text.replace(/\n$/, '').split('\n');
  return [...checkSize(path, lines), ...checkWords(path, lines)];
}

/** @param paths all files, relative to the repository, with `/` */
export function checkFolders(paths: readonly string[]): Problem[] {
  const sizes = new Map<string, number>();
  for (const path of paths) {
    // A style sheet stands beside its component.
    if (!isCode(path) || path.endsWith('.test.ts') || path.endsWith('.css')) continue;
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  return [...sizes]
    .filter(([folder, size]) => size > MAX_FILES && !listFolders.includes(folder))
    .map(([path, size]) => {
      const message = `${size} sources besides tests, more than ${MAX_FILES}; group them by noun in folders`;
      return { path, line: 1, message };
    });
}

function checkSize(path: string, lines: readonly string[]): Problem[] {
  if (!isCode(path) || lines.length <= MAX_LINES) return [];
  const message = `${lines.length} lines, more than ${MAX_LINES}; split it by role or by verb`;
  return [{ path, line: MAX_LINES + 1, message }];
}

function checkWords(path: string, lines: readonly string[]): Problem[] {
  return wordRules
    .filter((rule) => rule.in(path))
    .flatMap((rule) =>
      lines.flatMap((line, i) => {
        if (!rule.pattern.test(line) || rule.unless?.(line, lines.slice(Math.max(0, i - 10), i))) return [];
        return [{ path, line: i + 1, message: rule.message }];
      }),
    );
}
