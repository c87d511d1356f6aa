import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';

const root = path.dirname(import.meta.dirname);
const eslint = new ESLint({ cwd: root });

interface Place {
  refuses: string[];
  allows: string[];
}

const places: Record<string, Place> = {
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
  'server/src/lib/config/config.ts': {
    refuses: [],
    allows: ['const a = process.env.HOME'],
  },
  'server/src/db/open.ts': {
    refuses: ['const a = process.env.HOME'],
    allows: ["import { DatabaseSync } from 'node:sqlite'"],
  },
  'server/src/features/message-send/send.ts': {
    refuses: ['const a = (request, reply) => request'],
    allows: [
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
  'server/src/features/messages/queries.ts': {
    refuses: ['tx.emit(event, people)'],
    allows: ["import { sql } from 'kysely'"],
  },
  'server/src/features/message-flags/state.ts': {
    refuses: ['events.emit(event)'],
    allows: ['const a = { ...b }'],
  },
  'server/src/core/users/insert.ts': {
    refuses: ["import { DatabaseSync } from 'node:sqlite'"],
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

for (const [file, { refuses, allows }] of Object.entries(places)) {
  describe(file, async () => {
    const bans = await bansIn(file);
    for (const code of refuses)
      it(`The import rules refuse ${code}`, () => assert.equal(problems(code, bans).length, 1));
    for (const code of allows)
      it(`The import rules allow ${code}`, () => assert.deepEqual(problems(code, bans), []));
  });
}

it('The lint rules limit handlers to 25 lines, functions to 60 and files to 400', async () => {
  const limits = async (file: string) => {
    const rules = await rulesIn(file);
    return [max(rules['max-lines-per-function']), max(rules['max-lines'])];
  };
  assert.deepEqual(await limits('server/src/features/users/routes.ts'), [25, 400]);
  assert.deepEqual(await limits('server/src/features/users/actions.ts'), [60, 400]);
});

it('The lint rules cannot be disabled by comments', async () => {
  const config = (await eslint.calculateConfigForFile(path.join(root, 'wire/core.ts'))) as Linter.Config;
  assert.equal(config.linterOptions?.noInlineConfig, true);
});

it('The lint rules require every promise to be awaited', async () => {
  const rules = await rulesIn('server/src/app/app.ts');
  for (const name of ['no-floating-promises', 'no-misused-promises', 'await-thenable', 'no-explicit-any']) {
    assert.equal([rules[`@typescript-eslint/${name}`]].flat()[0], 2, name);
  }
});

async function rulesIn(file: string): Promise<Linter.RulesRecord> {
  const config = (await eslint.calculateConfigForFile(path.join(root, file))) as Linter.Config;
  return (config.rules ?? {}) as Linter.RulesRecord;
}

/** The two rules that boundaries are made of, as they hold in that file; they need no types. */
async function bansIn(file: string): Promise<Linter.RulesRecord> {
  const rules = await rulesIn(file);
  const names = ['no-restricted-imports', 'no-restricted-syntax'];
  return Object.fromEntries(names.flatMap((name) => (rules[name] ? [[name, rules[name]]] : [])));
}

function problems(code: string, rules: Linter.RulesRecord): string[] {
  const languageOptions = { parser: tseslint.parser as Linter.Parser };
  return new Linter().verify(code, { languageOptions, rules }).map(({ message }) => message);
}

function max(entry: Linter.RuleEntry | undefined): unknown {
  return [entry].flat()[1];
}
