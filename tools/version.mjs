// The version of a build: the last tag and the number of commits since it, so that a later build sorts after an earlier one.
// Runs at every start, so that programs are started only where the sources have changed.
import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the server reads, see server/src/lib/version.ts. */
export const STAMP = 'server/dist/version.json';
/** `git archive` fills it in, so that its archives know their commit. */
const ARCHIVED = 'tools/archived-from.json';
const TAGS = 'v[0-9]*.[0-9]*.[0-9]*';
const SEMVER = /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/;

/** Writes the version down, unless it was done for these sources. @param content identifies them, beside the commit */
export async function stampVersion(root, content) {
  const file = path.join(root, STAMP);
  const sources = [...findCommit(root), content].join(' ');
  if (parse(read(file))?.sources === sources) return;
  writeStamp(file, { version: await describeVersion(root), sources });
}

function writeStamp(file, stamp) {
  const next = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(next, `${JSON.stringify(stamp)}\n`, { mode: 0o644 });
    renameSync(next, file);
  } catch {
    // A read-only installation works too; it says what package.json says.
  }
}

/**
 * As npm writes versions: `1.0.0` and `1.0.0-rc.1` at these tags, after them `1.0.1-0.dev.5+g1234567` and
 * `1.0.0-rc.1.dev.5+g1234567`. Before the first tag, package.json names the version before. Where the commits are not known,
 * their number is 0, and the time follows.
 */
export async function describeVersion(root) {
  const { version = '0.0.0' } = parse(read(path.join(root, 'package.json'))) ?? {};
  if (findCommit(root).length === 0) return describeCopy(root, version);
  const git = await findGit(root);
  const commit = git('rev-parse', '--short=9', 'HEAD');
  if (commit === undefined) return describeCopy(root, version);
  const change = git('status', '--porcelain', '--untracked-files=no') ? '.modified' : '';
  const mark = `+g${commit}${change}`;
  const tagged = readTag(git('describe', '--tags', '--match', TAGS));
  if (tagged) return tagged.count === 0 && change === '' ? tagged.version : `${after(tagged)}${mark}`;
  const isCut = git('rev-parse', '--is-shallow-repository') === 'true';
  const count = isCut ? `0.${digits(git('log', '-1', '--format=%ct'))}` : git('rev-list', '--count', 'HEAD');
  return `${after({ version, count })}${mark}`;
}

/** Sources without their repository: an archive, or a copy, whose time is now. */
function describeCopy(root, version) {
  const { tag, commit } = readArchived(root);
  const tagged = readTag(tag);
  if (tagged?.count === 0) return tagged.version;
  const mark = commit === undefined ? '' : `+g${commit.slice(0, 9)}`;
  const count = `0.${digits(findTime(root))}`;
  return `${after(tagged ?? { version, count })}${mark}`;
}

/** Seconds since 1970 of the commit of an archive; of a copy, now. */
export const findTime = (root) => readArchived(root).time ?? Math.floor(Date.now() / 1000);

/** The version of a build that is `count` commits later: after this one, and before the next. */
function after({ version, count }) {
  if (count === 0) return version;
  if (version.includes('-')) return `${version}.dev.${count}`;
  const [major, minor, patch] = version.split('.');
  return `${major}.${minor}.${Number(patch) + 1}-0.dev.${count}`;
}

/** Reads `v1.0.0` and `v1.0.0-5-g1234567`, as Git describes commits. */
function readTag(text) {
  const [, version, count = 0] = /^v(.*?)(?:-(\d+)-g[0-9a-f]+)?$/.exec(text ?? '') ?? [];
  return SEMVER.test(version ?? '') ? { version, count: Number(count) } : undefined;
}

/** As Debian writes it, where what follows a tilde comes before what it follows. */
export const toDebian = (version) => version.replace('-', '~').replaceAll('-', '.');

const digits = (seconds) => new Date(seconds * 1000).toISOString().replace(/\D/g, '').slice(0, 14);

async function findGit(root) {
  const { spawnSync } = await import('node:child_process');
  return (...args) => {
    const { status, stdout } = spawnSync('git', ['-C', root, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return status === 0 ? stdout.trim() : undefined;
  };
}

function readArchived(root) {
  const { tag, commit, time } = parse(read(path.join(root, ARCHIVED))) ?? {};
  return /^[0-9a-f]{40}/.test(commit ?? '') ? { tag, commit, time: Number(time) } : {};
}

/** What changes with the commit and with the tags, by reading alone; empty if this is not the folder of a repository. */
function findCommit(root) {
  const place = path.join(root, '.git');
  const linked = /^gitdir: (.*)/.exec(read(place) ?? '')?.[1];
  const folder = linked === undefined ? place : path.resolve(root, linked);
  const head = read(path.join(folder, 'HEAD'))?.trim();
  if (head === undefined) return [];
  const common = path.resolve(folder, read(path.join(folder, 'commondir'))?.trim() ?? '.');
  const name = /^ref: (.*)/.exec(head)?.[1] ?? '';
  const commit = name === '' ? head : (read(path.join(common, name))?.trim() ?? name);
  const times = ['refs/tags', 'packed-refs'].map(
    (each) => statSync(path.join(common, each), { throwIfNoEntry: false })?.mtimeMs,
  );
  return [commit, ...times];
}

function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text) {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
