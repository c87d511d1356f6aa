import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';

const root = path.join(import.meta.dirname, '../..');

interface RuleCase {
  refuses: string[];
  allows: string[];
}

interface Finding {
  code: string;
  filename: string;
  labels: { span: { line: number } }[];
}

const places: Record<string, RuleCase> = {
  'wire/messages.ts': {
    refuses: ['const a = process.env'],
    allows: ["import './core.ts'", "import Type from 'typebox'"],
  },
  'server/src/app/app.ts': {
    refuses: [
      "import { DatabaseSync } from 'node:sqlite'",
      "await import('pg')",
      'const a = process.env.HOME',
      "import { env } from 'node:process'",
      "tx.emit({ type: 'message' }, everyone)",
    ],
    allows: ["import '../http/server.ts'", "import '../../../wire/core.ts'", "process.emit('SIGTERM')"],
  },
  'server/src/features/calls/call-server.ts': {
    refuses: [
      "import { request } from 'node:https'",
      "import { connect } from 'node:tls'",
      "import { lookup } from 'node:dns'",
      "import net from 'node:net'",
      "await import('node:http')",
      "await import('nodemailer')",
      "import { S3Client } from '@aws-sdk/client-s3'",
      'await fetch(url)',
      'new WebSocket(url)',
    ],
    allows: [
      "import { isIP, type Socket } from 'node:net'",
      "import type { IncomingMessage } from 'node:http'",
      "import type { ImapFlow } from 'imapflow'",
      'await provider.fetch(url)',
    ],
  },
  'server/src/lib/net/guarded-fetch.ts': {
    refuses: [],
    allows: ["import { request } from 'node:https'"],
  },
  'server/src/lib/config/config.ts': {
    refuses: [],
    allows: ['const a = process.env.HOME'],
  },
  'server/src/db/open.ts': {
    refuses: ['const a = process.env.HOME'],
    allows: ["import { DatabaseSync } from 'node:sqlite'"],
  },
  'server/src/features/message-send/send.ts': {
    refuses: ['const a = (request, reply) => request', 'const a = Date.now()', 'const a = new Date()'],
    allows: [
      'const a = new Date(app.clock.now())',
      "import '../../http/route.ts'",
      "import '../../lib/errors.ts'",
      "import { sql } from 'kysely'",
      'tx.emit(event, people)',
    ],
  },
  'server/src/features/emoji/mount.ts': {
    refuses: ["import 'pg'"],
    allows: ["import '../../http/server.ts'", 'const a = (request, reply) => reply'],
  },
  'server/src/features/messages/routes.ts': {
    refuses: ["import { sql } from 'kysely'", 'tx.emit(event, people)'],
    allows: ["import './send.ts'"],
  },
  'server/src/features/messages/index.ts': {
    refuses: ["import { sql } from 'kysely'", 'tx.emit(event, people)'],
    allows: ["import './send.ts'"],
  },
  'server/src/features/messages/queries.ts': {
    refuses: ['tx.emit(event, people)'],
    allows: ["import { sql } from 'kysely'"],
  },
  'server/src/features/message-flags/state.ts': {
    refuses: ['events.emit(event)'],
    allows: ['const a = { ...b }'],
  },
  'server/src/core/users/insert.ts': {
    refuses: ['const a = Date.now()', "import { DatabaseSync } from 'node:sqlite'"],
    allows: ['tx.emit(event, people)'],
  },
  'server/src/core/messages/serialize.ts': {
    refuses: ['const a = { ...row }', 'const a = { ...row.user }', 'tx.emit(event, people)'],
    allows: ['const a = { ...common, id }', 'const a = { ...(topic ? { topic } : {}) }'],
  },
  'web/src/store/messages.ts': {
    refuses: ["import { limits } from '../../../wire/core.ts'", 'document.title'],
    allows: [
      "import './users.ts'",
      "import type { Message } from '../../../wire/messages.ts'",
      "import { formatText } from '../../../wire/icu.ts'",
    ],
  },
  'web/src/view/list.ts': {
    refuses: ['window.scrollTo(0, 0)'],
    allows: ["import '../store/index.ts'"],
  },
  'web/src/ui/list.ts': {
    refuses: [],
    allows: ["import '../view/list.ts'", 'document.title'],
  },
  'tests/support/world.ts': {
    refuses: [],
    allows: ['const a = process.env.HOME', "import '../../server/src/app.ts'"],
  },
};

const lines = (count: number) => Array.from({ length: count }, (_, i) => `  console.log(${i});`).join('\n');
const makeFunction = (count: number) => `export function long() {\n${lines(count - 2)}\n}`;

/** Files by path, each with the rule that it breaks; null for one that is fine. */
const seeds: Record<string, { code: string; rule: string | null }> = {
  'server/src/core/seeds/floating.ts': {
    code: 'export function f(write: () => Promise<void>) {\n  write();\n}',
    rule: 'typescript(no-floating-promises)',
  },
  'server/src/core/seeds/awaited.ts': {
    code: 'export async function f(write: () => Promise<void>) {\n  await write();\n}',
    rule: null,
  },
  'server/src/core/seeds/misused.ts': {
    code: 'export const f = (write: () => Promise<boolean>) => (write() ? 1 : 2);',
    rule: 'typescript(no-misused-promises)',
  },
  'server/src/core/seeds/thenable.ts': {
    code: 'export async function f(n: number) {\n  await n;\n}',
    rule: 'typescript(await-thenable)',
  },
  'server/src/core/seeds/any.ts': {
    code: 'export type Row = any;',
    rule: 'typescript(no-explicit-any)',
  },
  'server/src/core/seeds/unsafe.ts': {
    code: "export const f: number = JSON.parse('1');",
    rule: 'typescript(no-unsafe-assignment)',
  },
  'server/src/core/seeds/switch.ts': {
    code: "export function f(kind: 'a' | 'b') {\n  switch (kind) {\n    case 'a':\n      return;\n  }\n}",
    rule: 'typescript(switch-exhaustiveness-check)',
  },
  'server/src/core/seeds/condition.ts': {
    code: 'export const f = (row: { id: number }) => row?.id;',
    rule: 'typescript(no-unnecessary-condition)',
  },
  'server/src/core/seeds/commented.ts': {
    code: '// eslint-disable-next-line @typescript-eslint/no-explicit-any\nexport type Row = any;',
    rule: 'typescript(no-explicit-any)',
  },
  'server/src/core/seeds/renamed.ts': {
    code: '/** @param first the last one */\nexport const f = (last: number) => last;',
    rule: 'heddle(param-names)',
  },
  'server/src/core/seeds/destructured.ts': {
    code: '/** @param place where it is */\nexport const f = ({ at }: { at: number }) => at;',
    rule: null,
  },
  'server/src/core/seeds/functions.ts': {
    code: 'export function ownerOf(id: number) {\n  return id;\n}',
    rule: 'heddle(function-names)',
  },
  'server/src/core/seeds/constants.ts': {
    code: 'export const ownerOf = new Map<number, number>();',
    rule: 'heddle(function-names)',
  },
  'server/src/core/seeds/methods.ts': {
    code: 'export class Owners {\n  #ownerOf = 1;\n  owner = () => this.#ownerOf;\n}',
    rule: 'heddle(function-names)',
  },
  'server/src/core/seeds/fields.ts': {
    code: 'export const findOwner = ({ aliasOf }: { aliasOf: number }) => ({ aliasOf });',
    rule: null,
  },
  'server/src/core/seeds/questions.ts': {
    code: 'export const getOwner = async (db: { write(): Promise<void> }) => db.write();',
    rule: 'heddle(question-names)',
  },
  'server/src/core/seeds/lowering.ts': {
    code: 'export const hasOwner = async () => deleteOwner();\nconst deleteOwner = async () => 1;',
    rule: 'heddle(question-names)',
  },
  'server/src/core/seeds/verbs.ts': {
    code: 'export const findOwner = new Map<number, number>();',
    rule: 'heddle(question-names)',
  },
  'server/src/core/seeds/answers.ts': {
    code: 'export const getOwner = (owners: Map<number, number>) => owners.get(1);',
    rule: null,
  },
  'server/src/core/seeds/fragment.ts': {
    code: '/** Of a channel. */\nexport const one = 1;',
    rule: 'heddle(comment-subjects)',
  },
  'server/src/core/seeds/sentence.ts': {
    code: '/** For example 1. */\nexport const one = 1;',
    rule: null,
  },
  'server/src/core/seeds/spread-object.ts': {
    code: 'export const f = (a: object) => ({ ...{ b: 1 }, ...a });',
    rule: 'heddle(no-literal-spread)',
  },
  'server/src/core/seeds/spread-list.ts': {
    code: 'export const f = () => Math.max(...[1, 2]);',
    rule: 'heddle(no-literal-spread)',
  },
  'server/src/core/seeds/spread-choice.ts': {
    code: 'export const f = (is: boolean) => ({ ...(is ? { b: 1 } : {}) });',
    rule: null,
  },
  'server/src/core/seeds/script.mjs': {
    code: 'export const f = () => missing;',
    rule: 'eslint(no-undef)',
  },
  'server/src/features/seeds/routes.ts': { code: makeFunction(26), rule: 'eslint(max-lines-per-function)' },
  'server/src/features/short/routes.ts': { code: makeFunction(25), rule: null },
  'server/src/features/seeds/actions.ts': { code: makeFunction(61), rule: 'eslint(max-lines-per-function)' },
  'server/src/features/short/actions.ts': { code: makeFunction(60), rule: null },
  'server/src/features/seeds/long.test.ts': { code: makeFunction(61), rule: null },
  'server/src/core/seeds/parameters.ts': {
    code: 'export const f = (a: 1, b: 1, c: 1, d: 1, e: 1, g: 1) => [a, b, c, d, e, g];',
    rule: 'eslint(max-params)',
  },
  'server/src/core/seeds/boolean.ts': {
    code: 'export const f = (g: (id: number, isNew: boolean) => void) => g(1, true);',
    rule: 'heddle(no-boolean-argument)',
  },
  'server/src/core/seeds/named.ts': {
    code: 'export const f = (g: (id: number, options: { isNew: boolean }) => void) => g(1, { isNew: true });',
    rule: null,
  },
  'server/src/core/seeds/setter.ts': {
    code: 'export const f = (setOpen: (id: number, isOpen: boolean) => void) => setOpen(1, true);',
    rule: null,
  },
  'server/src/core/seeds/long.ts': { code: lines(401), rule: 'eslint(max-lines)' },
  'server/src/core/seeds/short.ts': { code: lines(400), rule: null },
};

/** One line for each sample; all but imports in a block, so that they may declare the same names. */
const getText = (samples: string[]) =>
  samples.map((code) => (/^import\b(?!\()/.test(code) ? code : `{ ${code} }`)).join('\n');

let findings: Finding[];

before(async () => {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'heddle-lint-')));
  after(() => rmSync(folder, { recursive: true, force: true }));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  };
  const config = JSON.stringify(path.join(root, 'oxlint.config.ts'));
  write('oxlint.config.ts', `export { default } from ${config};`);
  write('tsconfig.json', JSON.stringify({ extends: path.join(root, 'tsconfig.json'), include: ['*'] }));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  for (const [file, { refuses, allows }] of Object.entries(places))
    write(file, getText([...refuses, ...allows]));
  for (const [file, { code }] of Object.entries(seeds)) write(file, code);
  findings = await lint(folder);
});

for (const [file, { refuses, allows }] of Object.entries(places)) {
  describe(file, () => {
    for (const [i, code] of refuses.entries())
      it(`The import rules refuse ${code}`, () => assert.equal(getBans(file, i + 1).length, 1));
    for (const [i, code] of allows.entries())
      it(`The import rules allow ${code}`, () => assert.deepEqual(getBans(file, refuses.length + i + 1), []));
  });
}

describe('The lint rules', () => {
  for (const [file, { rule }] of Object.entries(seeds)) {
    const title = rule
      ? `The lint rules find in ${file} that it breaks ${rule}`
      : `The lint rules accept ${file}`;
    it(title, () => {
      const found = findings.filter(({ filename }) => filename === file).map(({ code }) => code);
      if (rule) assert.ok(found.includes(rule), found.join());
      else assert.deepEqual(found, []);
    });
  }
});

/** What the rules that boundaries are made of say about a line. */
function getBans(file: string, line: number): Finding[] {
  return findings.filter(
    ({ code, filename, labels }) =>
      filename === file &&
      /\((?:no-restricted-(?:imports|syntax)|guarded-connections)\)/.test(code) &&
      labels[0]?.span.line === line,
  );
}

/** It exits with 1, since it finds something. */
function lint(folder: string): Promise<Finding[]> {
  const args = [path.join(root, 'node_modules/oxlint/bin/oxlint'), '--format', 'json'];
  const { promise, resolve, reject } = Promise.withResolvers<Finding[]>();
  execFile(process.execPath, args, { cwd: folder, maxBuffer: 1e8 }, (_error, stdout, stderr) => {
    try {
      resolve((JSON.parse(stdout) as { diagnostics: Finding[] }).diagnostics);
    } catch {
      reject(new Error(`oxlint failed: ${stdout}${stderr}`));
    }
  });
  return promise;
}
