import assert from 'node:assert/strict';
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { Child } from '../../../../tests/support/process/child.ts';
import { undoAfter } from '../../../../tests/support/undo.ts';

const isRoot = process.getuid?.() === 0;
/** Root may write everywhere: then someone else starts the program. */
const asNobody = isRoot
  ? { limits: 'exec setpriv --reuid=65534 --regid=65534 --clear-groups "$0" "$@"' }
  : {};

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-folder-'));
  undoAfter(t, () => rmSync(path, { recursive: true, force: true }));
  chmodSync(path, 0o755);
  return path;
}

const started = (data: string) => new Child(['serve', '--port', '0', '--data', data], asNobody).ended;

test(
  'A server that cannot write its data folder explains the fix in one line',
  { skip: process.platform === 'win32' },
  async (t) => {
    const closed = folder(t);
    if (!isRoot) chmodSync(closed, 0o555);
    for (const path of [closed, join(closed, 'deeper')]) {
      const { code, stderr } = await started(path);
      assert.equal(code, 1);
      assert.match(stderr, /^heddle: No permission to write .* sudo chown -R \d+ '.*'\n$/);
    }
  },
);

test(
  'A server whose database belongs to another user explains the fix in one line',
  { skip: !isRoot },
  async (t) => {
    const data = folder(t);
    chmodSync(data, 0o777);
    writeFileSync(join(data, 'heddle.db'), '');
    const { code, stderr } = await started(data);
    assert.equal(code, 1);
    assert.match(stderr, /^heddle: No permission to write .*heddle\.db .* sudo chown -R 65534 '.*'\n$/);
  },
);

test(
  'The doctor finds a file in the data folder that the server could not write',
  { skip: !isRoot },
  async (t) => {
    const data = folder(t);
    chmodSync(data, 0o700);
    chownSync(data, 65534, 65534);
    writeFileSync(join(data, 'heddle.lock'), '');
    const { code, stdout } = await new Child(['doctor', '--data', data], asNobody).ended;
    assert.equal(code, 1);
    assert.match(stdout, /^PROBLEM +data folder +No permission to write .*heddle\.lock /m);
  },
);

test(
  'The doctor names the owner of a secret that the user who runs it may not read',
  { skip: !isRoot },
  async (t) => {
    const data = folder(t);
    const secret = join(folder(t), 'smtp-url');
    writeFileSync(secret, 'smtp://ada:velvet-secret@127.0.0.1', { mode: 0o600 });
    writeFileSync(join(data, 'heddle.toml'), `smtp_url_file = "${secret}"\n`);
    const { code, stdout } = await new Child(['doctor', '--data', data], asNobody).ended;
    assert.equal(code, 1);
    assert.match(
      stdout,
      /smtp_url_file in .* cannot be read: no permission for user 65534 to read .*smtp-url \(of user 0, mode 600\); run this as/,
    );
    assert.doesNotMatch(stdout, /mail server is configured/);
  },
);

test('A data folder that is a file is refused in one line', async (t) => {
  const path = join(folder(t), 'file');
  writeFileSync(path, '');
  const { code, stderr } = await new Child(['serve', '--port', '0', '--data', path]).ended;
  assert.equal(code, 1);
  assert.match(stderr, /^heddle: .*(?:is not a folder|ENOTDIR).*\n$/);
});
