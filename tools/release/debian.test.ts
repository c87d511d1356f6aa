import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { control, packDebian, scripts } from './debian.ts';
import { lockFolder } from './lock-folder.ts';
import { targets } from './targets.ts';

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'heddle-debian-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

test('The control file of the Debian package names the architecture that Debian has for each target', () => {
  for (const target of targets) {
    const text = control('1.2.3', target, 17);
    assert.match(text, new RegExp(`^Architecture: ${target.architecture}$`, 'm'));
    assert.match(text, /^Version: 1\.2\.3$/m);
    assert.ok(text.endsWith('\n'));
  }
});

test('The scripts of the Debian package are valid for a shell and delete no data', () => {
  for (const [name, text] of Object.entries(scripts)) {
    const { status, stderr } = spawnSync('sh', ['-n'], { input: text, encoding: 'utf8' });
    assert.equal(status, 0, `${name}: ${stderr}`);
    assert.doesNotMatch(text, /rm [^\n]*\/var\/lib\/heddle/);
  }
});

test('The Debian package is the same each time it is built from the same files', (t) => {
  const root = temporaryFolder(t);
  const tree = path.join(root, 'tree');
  for (const file of ['bin/heddle', 'deploy/heddle.service', 'CHANGELOG.md']) {
    mkdirSync(path.dirname(path.join(tree, file)), { recursive: true });
    writeFileSync(path.join(tree, file), `${file}\n`);
  }
  const [target] = targets;
  assert.ok(target);
  const built = ['a', 'b'].map((name) => {
    const output = path.join(root, name);
    mkdirSync(output);
    const facts = {
      tree,
      folder: path.join(root, `tree-${name}`),
      version: '1.2.3',
      target,
      date: 1_700_000_000,
    };
    return readFileSync(packDebian(facts, output));
  });
  assert.ok(built[0]?.length);
  assert.deepEqual(built[0], built[1]);
});

test('A folder that another build uses is refused until that build has ended, however it ended', async (t) => {
  const folder = temporaryFolder(t);
  const unlock = await lockFolder(folder);
  await assert.rejects(lockFolder(folder), /Another build is using/);
  const other = temporaryFolder(t);
  (await lockFolder(other))();
  unlock();
  const script = `import { lockFolder } from ${JSON.stringify(new URL('lock-folder.ts', import.meta.url).href)};
    await lockFolder(process.argv[1]); process.kill(process.pid, 'SIGKILL');`;
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '--eval', script, folder]);
  assert.equal(signal, 'SIGKILL');
  (await lockFolder(folder))();
});
