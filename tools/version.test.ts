import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { describeVersion, STAMP, stampVersion, toDebian } from './version.mjs';

const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];

function repository(t: TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'heddle version '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const root = path.join(folder, 'heddle');
  mkdirSync(path.join(root, 'tools'), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync('git', [...author, '-C', root, ...args], { encoding: 'utf8' });
  const put = (name: string, text: string) => writeFileSync(path.join(root, name), text);
  git('init', '-q');
  put('package.json', '{"version":"0.1.0"}');
  put('.gitattributes', 'tools/archived-from.json export-subst');
  put('tools/archived-from.json', readFileSync(new URL('archived-from.json', import.meta.url), 'utf8'));
  git('add', '.');
  const commit = () => git('commit', '-q', '--allow-empty', '-m', 'weave');
  commit();
  return { folder, root, git, put, commit };
}

/** As semver orders them. */
function compare(a: string, b: string): number {
  const parts = (version: string) => {
    const [release = '', before] = version.replace(/\+.*/, '').split(/-(.*)/);
    return [...release.split('.'), ...(before === undefined ? ['~'] : before.split('.'))];
  };
  const [left, right] = [parts(a), parts(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const [one = '', two = ''] = [left[i], right[i]];
    const isNumber = [one, two].map((each) => /^\d+$/.test(each));
    if (one === two) continue;
    if (one === '' || two === '') return one === '' ? -1 : 1;
    if (isNumber[0] && isNumber[1]) return Number(one) - Number(two);
    if (isNumber[0] !== isNumber[1]) return isNumber[0] ? -1 : 1;
    return one < two ? -1 : 1;
  }
  return 0;
}

function assertAscending(versions: readonly string[]): void {
  for (const [i, later] of versions.entries()) {
    const earlier = versions[i - 1];
    if (earlier === undefined) continue;
    assert.ok(compare(earlier, later) < 0, `npm: ${earlier} < ${later}`);
    const compared = spawnSync('dpkg', ['--compare-versions', toDebian(earlier), 'lt', toDebian(later)]);
    if (!compared.error) assert.equal(compared.status, 0, `dpkg: ${toDebian(earlier)} < ${toDebian(later)}`);
  }
}

test('Each commit makes a version that sorts after the one before, from tag to tag', async (t) => {
  const { root, git, put, commit } = repository(t);
  const versions = ['0.1.0', await describeVersion(root)];
  const build = async () => versions.push(await describeVersion(root));
  for (const tag of ['v1.0.0-rc.2', 'v1.0.0-rc.10', 'v1.0.0', 'v1.0.1-beta.1']) {
    commit();
    git('tag', '-a', tag, '-m', 'release');
    await build();
    commit();
    await build();
  }
  const shown = versions.slice(0, 5).map((version) => version.replace(/g[0-9a-f]{9}/, 'gCOMMIT'));
  assert.deepEqual(shown, [
    '0.1.0',
    '0.1.1-0.dev.1+gCOMMIT',
    '1.0.0-rc.2',
    '1.0.0-rc.2.dev.1+gCOMMIT',
    '1.0.0-rc.10',
  ]);
  assert.ok(versions.includes('1.0.0') && versions.some((version) => version.startsWith('1.0.1-0.dev.1+g')));
  assertAscending(versions);

  put('package.json', '{"version":"0.1.0" }');
  assert.equal(await describeVersion(root), `${versions.at(-1) ?? ''}.modified`);
});

test('A version without the history of its commits sorts by time, between the last release and builds with history', async (t) => {
  const { folder, root, git, commit } = repository(t);
  commit();
  const full = await describeVersion(root);
  const shallow = path.join(folder, 'shallow');
  git('clone', '-q', '--depth', '1', `file://${root}`, shallow);
  const archive = path.join(folder, 'archive');
  mkdirSync(archive);
  const tar = execFileSync('git', ['-C', root, 'archive', 'HEAD']);
  execFileSync('tar', ['-x', '-C', archive], { input: tar });
  const copy = path.join(folder, 'copy');
  cpSync(root, copy, { recursive: true, filter: (name) => path.basename(name) !== '.git' });
  const [cut, archived, copied] = [
    await describeVersion(shallow),
    await describeVersion(archive),
    await describeVersion(copy),
  ];
  assert.match(cut, /^0\.1\.1-0\.dev\.0\.\d{14}\+g[0-9a-f]{9}$/);
  assert.equal(archived, cut);
  assert.match(copied, /^0\.1\.1-0\.dev\.0\.\d{14}$/);
  assertAscending(['0.1.0', cut, full]);

  git('tag', 'v1.2.0');
  const tagged = execFileSync('git', ['-C', root, 'archive', 'HEAD']);
  execFileSync('tar', ['-x', '-C', archive], { input: tagged });
  assert.equal(await describeVersion(archive), '1.2.0');
});

test('A build writes its version down again when the commit, the tags or the sources have changed', async (t) => {
  const { root, git, commit } = repository(t);
  const stamped = async (content: string) => {
    await stampVersion(root, content);
    return (JSON.parse(readFileSync(path.join(root, STAMP), 'utf8')) as { version: string }).version;
  };
  const first = await stamped('a');
  commit();
  const second = await stamped('a');
  assertAscending([first, second]);
  git('tag', 'v1.0.0');
  assert.equal(await stamped('a'), '1.0.0');
  writeFileSync(path.join(root, 'package.json'), '{}');
  assert.equal(await stamped('a'), '1.0.0');
  assert.match(await stamped('b'), /^1\.0\.0\+g[0-9a-f]{9}\.modified$/);
});
