import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkFile, checkFolders } from './layout-rules.ts';

/** The words that are refused, put together here so that this file passes the check itself. */
const join = (...parts: string[]) => parts.join('');
const NAME = join('Zu', 'lip');
const TASK = join('TO', 'DO');
const MARK = join('COM', 'PAT');
const OLD = join('stre', 'am_id');

const SERVER = 'server/src/features/message-send/send.ts';

interface Sample {
  rule: string;
  path?: string;
  bad: string[];
  good: [path: string, text: string][];
}

const samples: Sample[] = [
  {
    rule: 'paths of one machine',
    path: 'README.md',
    bad: [
      join('see /wo', 'rk/main'),
      join('/fa', 'rm/x'),
      join('/tmp/ba', 'sh_jobs'),
      join('cd /tmp/ba', 'sh'),
    ],
    good: [['README.md', 'the work of /tmp/heddle']],
  },
  {
    rule: 'what lies outside the repository',
    path: 'docs/adr/0001-x.md',
    bad: [join('`../sha', 'red/api`')],
    good: [
      ['.ci/run', join('../sha', 'red/api/contract.json')],
      ['web/src/ui/a.ts', join("from '../sha", "red.ts';")],
    ],
  },
  {
    rule: 'download addresses',
    path: '.npmrc',
    bad: [
      join('registry.n', 'pmjs.org'),
      join('registry.y', 'arnpkg.com'),
      join('http://deb.de', 'bian.org'),
    ],
    good: [['README.md', 'from the package registry']],
  },
  {
    rule: 'numbers that mean nothing to a reader',
    path: 'CHANGELOG.md',
    bad: [join('as iss', 'ue 2 says'), join('Iss', 'ue #12')],
    good: [['CHANGELOG.md', 'The issue is 2 bytes long']],
  },
  {
    rule: 'comments that disable the linter',
    bad: [join('// oxlint-dis', 'able-next-line no-eval')],
    good: [['docs/adr/0003-lint-and-types.md', join('`oxlint-dis', 'able`')]],
  },
  {
    rule: 'unfinished work without a reason',
    bad: [
      `// ${TASK}`,
      `// ${TASK}: later`,
      `// ${TASK}():`,
      `// ${join('FIX', 'ME')}`,
      `// ${join('HA', 'CK')} around it`,
    ],
    good: [
      [SERVER, `// ${TASK}(when SQLite has it): use the new clause.`],
      ['README.md', `a ${TASK} list`],
    ],
  },
  {
    rule: 'copies',
    bad: [join('// Keep in sy', 'nc with the client'), join('// keep this in sy', 'nc')],
    good: [[SERVER, '// The clocks are in sync.']],
  },
  {
    rule: 'compatibility marks without a who and a why',
    bad: [`// ${MARK}: old clients`, `// ${MARK}(old clients)`],
    good: [[SERVER, `// ${MARK}(python bots): send the old name.`]],
  },
  {
    rule: 'tests that do not run',
    path: 'server/src/features/users/users.test.ts',
    bad: [join('it.sk', "ip('x')"), join('describe.on', "ly('x')"), join("test('x', { sk", 'ip: true })')],
    good: [[SERVER, join('rows.sk', 'ip(1)')]],
  },
  {
    rule: 'the name of another product',
    bad: [`const agent = '${NAME}Flutter';`, `// ${MARK}(x): why\n\nconst agent = '${NAME}';`],
    good: [
      [SERVER, `const agent = '${NAME}Flutter'; // ${MARK}(mobile apps): how they call themselves.`],
      [
        SERVER,
        `// ${MARK}(mobile apps): how they call themselves.\nconst agents = [\n  '${NAME}Flutter',\n];`,
      ],
      [SERVER, `// compatible with ${NAME} clients`],
      [SERVER, `answer.${NAME.toLowerCase()}_version = version;`],
      ['wire/core.ts', NAME],
      ['tests/compat/two-people.test.ts', NAME],
      ['docs/api.md', NAME],
    ],
  },
  {
    rule: 'the old word for a channel',
    bad: [`const id = row.${OLD};`],
    good: [
      ['wire/messages.ts', OLD],
      ['server/src/core/messages/serialize.ts', OLD],
      ['server/src/features/messages/routes.ts', OLD],
      ['server/src/features/messages/messages.test.ts', OLD],
      ['web/src/store/messages.ts', OLD],
      [SERVER, `params.${OLD}; // ${MARK}(old clients): the parameter's earlier name.`],
    ],
  },
  {
    rule: 'the old word for a channel in the client’s upper layers',
    path: 'web/src/view/list.ts',
    bad: [`message.${OLD}`],
    good: [],
  },
  {
    rule: 'words that are no terms of the field',
    bad: [
      join('// Wh', 'oever asks gets it.'),
      join('const st', 'ranger = 1;'),
      join("test('A queue goe", "s on after a restart')"),
      join('// It is to', 'ld once mo', 're.'),
      join('const let', 'Go = 1;'),
    ],
    good: [
      [SERVER, '// Notifies everyone again, and continues.'],
      ['server/src/app/demo/words.ts', join('a st', 'ranger')],
      ['tools/release.sh', join('to', 'ld')],
    ],
  },
  {
    rule: 'differences between databases',
    bad: ["if (db.dialect === 'sqlite')", 'switch (db.dialect) {', "case 'postgres':", "engine !== 'pg'"],
    good: [
      ['server/src/db/sql.ts', "if (dialect === 'sqlite')"],
      ['server/src/db/db.test.ts', "if (dialect === 'sqlite')"],
      [SERVER, "const dialect = 'Markdown';"],
    ],
  },
  {
    rule: 'sides in style sheets',
    path: 'web/src/ui/base/x.css',
    bad: [
      '  margin-left: 4px;',
      '  left: 0;',
      'a{border-right:0}',
      '  text-align: right;',
      '  padding: 0 4px 0 var(--x);',
      '  border-top-left-radius: 4px;',
    ],
    good: [
      ['web/src/ui/base/x.css', '  margin-inline-start: 4px;'],
      ['web/src/ui/base/x.css', '  inset: auto 0 0 !important;'],
      ['web/src/ui/base/x.css', '  padding: 0 calc(1px + var(--x)) 2px calc(1px + var(--x));'],
      ['web/src/ui/base/x.css', '.frame-left {'],
    ],
  },
];

for (const { rule, path = SERVER, bad, good } of samples) {
  describe(`on ${rule}`, () => {
    for (const text of bad) {
      it(`The layout check on ${rule} refuses "${text.split('\n').join(' / ')}" with line and advice`, () => {
        const problems = checkFile(path, `\n${text}\n`);
        assert.equal(problems.length, 1);
        assert.equal(problems[0]?.line, text.split('\n').length + 1);
        assert.match(problems[0].message, /[;:,] /);
      });
    }
    for (const [place, text] of good) {
      it(`The layout check on ${rule} accepts "${text.split('\n').join(' / ')}" in ${place}`, () => {
        assert.deepEqual(checkFile(place, text), []);
      });
    }
  });
}

describe('File lengths', () => {
  it('The layout check refuses code files of more than 400 lines', () => {
    const [problem] = checkFile(SERVER, 'x;\n'.repeat(401));
    assert.match(problem?.message ?? '', /^401 lines/);
  });

  it('The layout check accepts 400 lines, and prose of any length', () => {
    assert.deepEqual(checkFile(SERVER, 'x;\n'.repeat(400)), []);
    assert.deepEqual(checkFile('README.md', 'x\n'.repeat(401)), []);
  });
});

describe('Sizes of folders', () => {
  const files = (folder: string, count: number) =>
    Array.from({ length: count }, (_, i) => `${folder}/file-${i}.ts`);

  it('The layout check refuses folders of more than 25 sources, and names the folder', () => {
    const [problem, ...others] = checkFolders([
      ...files('web/src/view', 26),
      ...files('web/src/view/text', 3),
    ]);
    assert.deepEqual([problem?.path, others], ['web/src/view', []]);
    assert.match(problem?.message ?? '', /^26 sources/);
  });

  it('The layout check accepts 25 sources, any number of tests, styles and texts beside them, and lists of migrations', () => {
    const tests = files('web/src/view', 30).map((file) => file.replace('.ts', '.test.ts'));
    const texts = files('web/src/view', 30).map((file) => file.replace('.ts', '.md'));
    const styles = files('web/src/view', 30).map((file) => file.replace('.ts', '.css'));
    const migrations = files('server/src/db/migrations', 99);
    const beside = [...tests, ...styles, ...texts];
    assert.deepEqual(checkFolders([...files('web/src/view', 25), ...beside, ...migrations]), []);
  });
});
