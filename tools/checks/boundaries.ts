import type { OxlintConfig } from 'oxlint';

/**
 * What code may use where, as lint configuration; who may import whom is in dependency-rules.ts. The linter takes the last
 * setting of a rule and does not merge, so each folder below names all the bans that hold in it. `import()` counts as well.
 */

type Override = NonNullable<OxlintConfig['overrides']>[number];

interface Ban {
  imports?: { regex: string; message: string }[];
  syntax?: { selector: string; message: string }[];
}

const noImport = (regex: string, message: string): Ban => ({ imports: [{ regex, message }] });

const noSyntax = (message: string, ...selectors: string[]): Ban => ({
  syntax: selectors.map((selector) => ({ selector, message })),
});

const environment = noSyntax(
  'Only server/src/lib/config/config.ts reads the environment; take a configuration value as an argument.',
  'MemberExpression[object.name="process"][property.name="env"]',
  'ImportDeclaration[source.value=/^(node:)?process$/]',
);
const databases = noImport(
  '^(?:node:sqlite|pg|pg-.*|kysely-.*)$',
  'Database drivers live in server/src/db/; ask it for what you need.',
);
const processes = noImport(
  '^(?:node:)?(?:child_process|cluster|worker_threads)$',
  'Child processes are made by server/src/lib/children/, so that none opens a debugger, or outlives the server.',
);
const noReply = noSyntax(
  'Handlers return their response and throw ApiError; the reply object stays in http/.',
  ':function > Identifier.params[name="reply"]',
);
const noSql = noImport(
  '^kysely$',
  'A handler only translates: move the query to queries.ts or the verb’s own file.',
);
const noEmit = noSyntax(
  'Events are emitted where the rows change: in actions.ts or the file of a verb.',
  'CallExpression[callee.property.name="emit"]',
);
const noTxEmit = noSyntax(
  'tx.emit() belongs to core/ and features/: call an action instead.',
  'CallExpression[callee.object.name="tx"][callee.property.name="emit"]',
);
const noRowSpread = noSyntax(
  'Build responses field by field: a spread row leaks the columns of tomorrow. Fields shared by two shapes may be spread as "common".',
  'ObjectExpression > SpreadElement > MemberExpression',
  'ObjectExpression > SpreadElement > Identifier[name!="common"]',
);
const noDom = noSyntax(
  'Only web/src/ui/ touches the DOM.',
  'Identifier[name=/^(?:document|window|navigator|localStorage|HTMLElement)$/]',
);

const schemas = noSyntax(
  'Import types from wire/, not values: the schemas bring their library with them into the page.',
  // How texts are formatted and rendered as plain text, names of browsers, the mark of resolved topics, quiet hours, rights, paths, and a few hashes bring nothing with them.
  'ImportDeclaration[importKind!="type"][source.value=/\\/wire\\/(?!(?:avatars|icu|languages|errors\\/plain|emoji-versions|organization-rights|plain-text\\/[a-z-]+|quiet-hours|server-paths|topics|user-agents|widgets)\\.ts$)/]',
);

const hostHeader = noSyntax(
  'Only getSite() in server/src/http/site.ts reads which host a request names; take its origin or organization.',
  'MemberExpression[object.name="request"][property.name=/^(?:host|hostname)$/]',
);

const ownClock = noSyntax(
  'Use app.clock.now() or tx.now: the clocks of nodes differ. For how long something took there is performance.now().',
  'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
);

const bareStorage = noSyntax(
  'Store by tryToStore(), which knows which keys belong to a person and are deleted at sign-out.',
  'CallExpression[callee.property.name="setItem"][callee.object.name=/^(?:local|session)Storage$/]',
  'CallExpression[callee.property.name="setItem"][callee.object.property.name=/^(?:local|session)Storage$/]',
);

const bareJson = noSyntax(
  'Use parseForeignJson() for what others have written, which it bounds, and parseStored() for what this server has.',
  'CallExpression[callee.object.name="JSON"][callee.property.name="parse"]',
  // The method of a response of another server.
  'CallExpression[callee.property.name="json"][arguments.length=0]',
);

const bareTerminal = noSyntax(
  'Write by writeOut() and writeAside(), which show control characters in texts of others instead of sending them to a terminal.',
  'CallExpression[callee.object.property.name=/^std(?:out|err)$/][callee.property.name="write"]',
  'ConditionalExpression > MemberExpression[object.name="process"][property.name=/^std(?:out|err)$/]',
);

const server = [environment, databases, processes, hostHeader, bareJson];
/** Where what is stored is compared with the time. */
const timed = [...server, ownClock];
const feature = [...timed, noReply];
const web = [environment, schemas, bareStorage];

export const boundaries: Override[] = [
  folder(['**/*.ts', '**/*.tsx'], environment),

  folder(['server/src/**/*.ts'], ...server, noTxEmit),
  folder(['server/src/app/{cli,demo,support}/**/*.ts'], ...server, noTxEmit, bareTerminal),
  // The second writes only what the server itself says when it starts, in bold.
  folder(['server/src/app/cli/{print,serve-command}.ts'], ...server, noTxEmit),
  folder(['server/src/{http,pages}/**/*.ts'], ...timed, noTxEmit),
  // It reports how a request arrived, and repeats the host to operators of the server only.
  folder(['server/src/http/proxy-probe.ts'], environment, databases, processes, bareJson, ownClock, noTxEmit),
  folder(['server/src/lib/config/config.ts'], databases, processes, bareJson, noTxEmit),
  folder(['server/src/lib/children/children.ts'], environment, databases, hostHeader, bareJson, noTxEmit),
  folder(['server/src/core/**/*.ts'], ...timed),
  // Whole days since someone joined, asked for at each check of a permission.
  folder(['server/src/core/organization/permissions.ts'], ...server),
  folder(['server/src/app/start/announce-restart.ts'], ...server),
  folder(['server/src/db/**/*.ts'], environment, processes, bareJson),
  folder(['server/src/core/log/{tx,writer}.ts'], environment, processes, bareJson, ownClock),

  // What these parse is bounded here, runs in a browser, or is read in a process of its own.
  folder(
    ['server/src/lib/json{,-depth}.ts', 'server/src/transfer/import/**/*.ts'],
    ...without(server, bareJson),
    noTxEmit,
  ),
  folder(
    ['server/src/pages/**/*script.ts', 'server/src/pages/passkey-form.ts'],
    ...without(timed, bareJson),
    noTxEmit,
  ),

  folder(['server/src/features/**/*.ts'], ...feature),
  // It may read no other module.
  folder(['server/src/features/embedded-bots/bot-process.ts'], ...without(feature, bareJson)),
  // What is not part of the API (pictures, files) is mounted beside it, and responds with bytes.
  folder(['server/src/features/{*/mount.ts,emoji/{pictures,sets}.ts,tus-uploads/protocol.ts}'], ...timed),
  folder(['server/src/features/**/{index,routes}.ts'], ...feature, noSql, noEmit),
  folder(['server/src/features/**/{queries,state}.ts'], ...feature, noEmit),
  folder(
    ['server/src/features/**/serialize.ts', 'server/src/core/**/serialize.ts'],
    ...feature,
    noEmit,
    noRowSpread,
  ),
  { files: ['server/src/features/**/{index,routes}.ts'], rules: { 'max-lines-per-function': ['error', 25] } },

  { files: ['server/src/**/*.ts'], rules: { 'heddle/guarded-connections': 'error' } },
  {
    files: [
      // The guarded way itself, and the directories of organizations, whose connections look up names by it.
      'server/src/lib/net/guarded-fetch.ts',
      'server/src/lib/ldap/*.ts',
      // Services at addresses that only the operator of the server sets.
      'server/src/lib/{bus/nats-bus,files/s3-access,mail/deliver,mail/mailbox-client,mobile-push/apns,tls/acme-connection}.ts',
      'server/src/app/{metrics/listener,traces/exporter}.ts',
      // Loads libraries ahead of their use.
      'server/src/app/start/serve.ts',
      // Commands of the operator, about the own server.
      'server/src/app/cli/{doctor,socket}/*.ts',
      // These run in a browser.
      'server/src/pages/{api-docs/script,public/frame}.ts',
      'server/src/**/*.test.ts',
    ],
    rules: { 'heddle/guarded-connections': 'off' },
  },

  folder(['web/vite.config.ts']),
  folder(['web/src/**/*.{ts,tsx}'], ...web),
  folder(['web/src/{*,actions/**/*,text/**/*}.ts', 'web/src/{view,store}/**/*.{ts,tsx}'], ...web, noDom),

  // It imports nothing, and stores a number of attempts.
  folder(['web/src/ui/frame/start/load-again.ts'], environment, schemas),

  // The examples that tests begin with are made of the examples of wire/.
  folder(['web/src/store/examples.ts'], environment, noDom),

  folder(['**/*.test.ts', 'tests/**/*.ts', 'tools/**/*.ts', 'bench/**/*.ts']),
];

function without(bans: readonly Ban[], left: Ban): Ban[] {
  return bans.filter((ban) => ban !== left);
}

function folder(files: string[], ...bans: Ban[]): Override {
  const patterns = bans.flatMap((ban) => ban.imports ?? []);
  const syntax = bans.flatMap((ban) => ban.syntax ?? []);
  return {
    files,
    rules: {
      'no-restricted-imports': patterns.length > 0 ? ['error', { patterns }] : 'off',
      'heddle/no-restricted-syntax': syntax.length > 0 ? ['error', ...syntax] : 'off',
    },
  };
}
