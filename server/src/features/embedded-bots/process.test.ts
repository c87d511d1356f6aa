import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { memoryFolder } from '../../../../tests/support/memory.ts';
import type { BotProgram } from '../../core/bots/index.ts';
import { BotFailure, type Handle, runProgram } from './process.ts';
import { BotRequestRefused } from './refused.ts';
import { globals, members, modules } from './room.ts';
import { spawnSync } from 'node:child_process';
import { builtinModules } from 'node:module';

const order = {
  call: { id: 1, sender: { id: 2, name: 'Dan' }, content: 'hi', sentAt: 0, isDirect: true, text: 'hi' },
  self: { id: 3, name: 'Bot' },
  config: { greeting: 'Hello' },
};
const limits = { longestMs: 10_000, mostBytes: 256 * 1024 * 1024, mostRequests: 20 };

/** A program whose function has this body. */
function writeProgram(t: TestContext, body: string): BotProgram {
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-bot-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'index.ts');
  writeFileSync(
    file,
    `import type { Bot } from '@heddle/bot';\nexport default (async (call, bot) => { ${body} }) satisfies Bot;\n`,
  );
  return { name: 'test', description: '', file, config: {} };
}

/** Writes a line in place of the code around the program. */
const says = (line: string) =>
  `(await import('node:fs')).writeSync(1, ${JSON.stringify(`${line}\n`)}); await new Promise(() => {});`;

const nothing: Handle = () => Promise.resolve();

const failsWith = (program: BotProgram, reason: RegExp, some: Partial<typeof limits> = {}) =>
  assert.rejects(runProgram(program, order, nothing, { ...limits, ...some }), (error) => {
    assert.ok(error instanceof BotFailure, String(error));
    assert.match(error.message, reason);
    return true;
  });

test('A bot gets the call and its settings, and results and refusals of what it asks for', async (t) => {
  const said: unknown[][] = [];
  const program = writeProgram(
    t,
    `const id = await bot.reply(bot.config.greeting + ', ' + call.text);
     await bot.react('tada').catch((error: Error) => bot.reply(id + ' ' + error.message));`,
  );
  await runProgram(program, order, (method, args) => {
    if (method === 'react') return Promise.reject(new BotRequestRefused('No such emoji.'));
    said.push([method, ...args]);
    return Promise.resolve(7);
  });
  assert.deepEqual(said, [
    ['reply', 'Hello, hi'],
    ['reply', '7 No such emoji.'],
  ]);
});

test('A bot that throws, exits, does not parse or talks nonsense fails with a reason', async (t) => {
  await failsWith(writeProgram(t, `throw new TypeError('out of yarn');`), /TypeError: out of yarn/);
  await failsWith(writeProgram(t, `process.exit(0);`), /crashed/);
  await failsWith(writeProgram(t, `}`), /SyntaxError|Error/);
  for (const message of [null, { kind: 'request', id: 1, method: 'reply' }, { kind: 'ready' }])
    await failsWith(writeProgram(t, says(JSON.stringify(message))), /understood/);
  await failsWith(writeProgram(t, says('no JSON')), /understood/);
});

test('A bot that loops, waits forever, takes memory or asks without end is stopped', async (t) => {
  await failsWith(writeProgram(t, `for (;;);`), /longer than 0.3 seconds/, { longestMs: 300 });
  await failsWith(writeProgram(t, `await new Promise(() => {});`), /longer than 0.3/, { longestMs: 300 });
  const hoard = `const all = []; for (;;) { all.push(Buffer.alloc(8e6, 1)); await new Promise((go) => setTimeout(go, 5)); }`;
  await failsWith(writeProgram(t, hoard), /memory|crashed/);
  await failsWith(writeProgram(t, `for (;;) await bot.storage.get('a');`), /more than 20/);
  await failsWith(writeProgram(t, `await bot.reply('x'.repeat(300_000));`), /too large/);
  const floods = `const { writeSync } = await import('node:fs'); for (;;) try { writeSync(1, 'x'.repeat(65_536)); } catch {}`;
  await failsWith(writeProgram(t, floods), /too large/);
});

test('A bot that does not read what it asked for gets no more, and none after it has said that it is done', async (t) => {
  const asks = (times: number) =>
    `const asked = '{"kind":"request","id":1,"method":"messages","args":[]}\\n'.repeat(${times});
     const say = (text: string) => fs.writeSync(1, text);`;
  let given = 0;
  const large: Handle = () => Promise.resolve(String(++given).padEnd(1_000_000));
  const deaf = writeProgram(t, `const fs = await import('node:fs'); ${asks(20)} say(asked); for (;;);`);
  const some = { ...limits, longestMs: 1500 };
  await assert.rejects(runProgram(deaf, order, large, some), /It takes longer than 1.5 seconds/);
  assert.equal(given, 1);
  const done = writeProgram(
    t,
    `const fs = await import('node:fs'); ${asks(5)} say('{"kind":"done"}\\n' + asked); await new Promise(() => {});`,
  );
  await runProgram(done, order, large, limits);
  assert.equal(given, 1);
});

test('A bot has no network, no files but its own, no variables, and no other processes', async (t) => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  const tries = [
    `(await import('node:fs')).readFileSync('/etc/passwd')`,
    `(await import('node:fs')).writeFileSync('${join(memoryFolder(), 'heddle-escape')}', 'x')`,
  ];
  for (const each of tries) await failsWith(writeProgram(t, `${each};`), /restricted|denied|ERR_ACCESS/i);
  await failsWith(writeProgram(t, `await fetch('http://127.0.0.1:${port}/');`), /fetch is not defined/);
  assert.equal(connections, 0);
  await failsWith(
    writeProgram(t, `throw new Error(JSON.stringify(Object.keys(process.env)));`),
    /Error: \[\]/,
  );
});

test('A bot finds only the modules, members of process and globals that are allowed, however it asks', async (t) => {
  const found = `
    const names = ${JSON.stringify(modules.refused.map((name) => `node:${name}`))};
    const found = [];
    for (const name of names) {
      await import(name).then(() => found.push(name), () => {});
      if (process.getBuiltinModule(name)) found.push('getBuiltinModule ' + name);
    }
    for (const name of ${JSON.stringify(members.refused)}) if (name in process) found.push('process.' + name);
    for (const name of ${JSON.stringify(globals.refused)}) if (name in globalThis) found.push(name);
    console.log('ignored');
    throw new Error('found: ' + found.join());`;
  await failsWith(writeProgram(t, found), /Error: found: $/);
  const inCommonJs = writeProgram(t, '');
  inCommonJs.file = inCommonJs.file.replace(/ts$/, 'js');
  writeFileSync(
    inCommonJs.file,
    `module.exports = async () => {
       const found = [];
       for (const name of ['node:sqlite', 'node:child_process', 'node:module'])
         for (const load of [require, module.constructor._load]) try { load(name); found.push(name); } catch {}
       throw new Error('found: ' + found.join() + Object.keys(module.constructor).filter((name) => /egister/.test(name)));
     };`,
  );
  await failsWith(inCommonJs, /Error: found: $/);
});

test('A bot cannot send a signal to the server', async (t) => {
  let signals = 0;
  const count = () => signals++;
  for (const name of ['SIGUSR1', 'SIGUSR2', 'SIGHUP'] as const) {
    process.on(name, count);
    t.after(() => process.off(name, count));
  }
  for (const call of ['kill', '_kill', '_debugProcess'])
    await failsWith(
      writeProgram(t, `(process as any).${call}(${process.pid}, 'SIGUSR2');`),
      /not a function/,
    );
  assert.equal(signals, 0);
});

/** Lists names in a process of its own, without what the tests and `node -e` add. */
function listNames(t: TestContext, expression: string): string[] {
  const folder = mkdtempSync(join(memoryFolder(), 'heddle-names-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'names.mjs');
  writeFileSync(file, `process.stdout.write(JSON.stringify(${expression}))`);
  const { stdout } = spawnSync(process.execPath, ['--no-warnings', file], { encoding: 'utf8', env: {} });
  return JSON.parse(stdout) as string[];
}

const listProperties = (object: string) => `Object.getOwnPropertyNames(${object})`;

test('Every built-in module, member of process and global of this runtime is allowed to bots, or refused', (t) => {
  const lists = [
    ['modules', modules, builtinModules.map((name) => name.replace(/^node:/, ''))],
    [
      'members',
      members,
      listNames(
        t,
        `${listProperties('process')}.concat(${listProperties('Object.getPrototypeOf(process)')})`,
      ),
    ],
    ['globals', globals, listNames(t, listProperties('globalThis'))],
  ] as const;
  for (const [what, { allowed, refused }, names] of lists) {
    assert.ok(names.length > 60, what);
    const undecided = names.filter((name) => !allowed.includes(name) && !refused.includes(name));
    assert.deepEqual(undecided, [], `${what} without a decision`);
    assert.deepEqual(
      allowed.filter((name) => refused.includes(name)),
      [],
    );
  }
});
