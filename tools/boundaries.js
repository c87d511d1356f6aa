/**
 * Who may use what: the layers of the repository as ESLint configuration. ESLint takes the last setting of a rule and does
 * not merge, so each folder below names all the bans that hold in it. Imports are told apart by their paths, which are
 * relative everywhere; `import()` counts as well.
 */

/** @typedef {{ imports?: { regex: string, message: string }[], syntax?: { selector: string, message: string }[] }} Ban */

const folders = (...names) => `(?:^|/)(?:${names.join('|')})/`;

/** @returns {Ban} */
const noImport = (regex, message) => ({
  imports: [{ regex, message }],
  syntax: [{ selector: `ImportExpression[source.value=/${regex.replaceAll('/', '\\/')}/]`, message }],
});

/** @returns {Ban} */
const noSyntax = (message, ...selectors) => ({
  syntax: selectors.map((selector) => ({ selector, message })),
});

const environment = noSyntax(
  'Only server/src/lib/config/config.ts reads the environment; take a configuration value as an argument.',
  'MemberExpression[object.name="process"][property.name="env"]',
  'ImportDeclaration[source.value=/^(node:)?process$/]',
);
const wireAlone = noImport(
  '^\\.\\./',
  'wire/ is what server, web and tests share; it imports nothing of ours.',
);
const serverAlone = noImport(
  folders('web', 'tests', 'tools', 'bench'),
  'The server imports from wire/ and itself only.',
);
const webAlone = noImport(
  folders('server', 'tests', 'tools', 'bench'),
  'The web client imports from wire/ and itself only.',
);
const databases = noImport(
  '^(?:node:sqlite|pg|pg-.*|kysely-.*)$',
  'Database drivers live in server/src/db/; ask it for what you need.',
);
const pure = noImport(
  `${folders('app', 'pages', 'features', 'http', 'core', 'db', 'config')}|^(?:kysely|fastify)$|^node:(?:fs|net|http|sqlite)`,
  'markdown/ and narrow/ are pure: they import wire/ and themselves; pass in what they need.',
);
const httpInside = noImport(
  '/http/(?!(?:limits|route|urls)\\.ts$)',
  'How requests become parameters and answers become bytes is the edge’s own; declare a route() instead.',
);
const noReply = noSyntax(
  'Handlers return their answer and throw ApiError; the reply object stays in http/.',
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
  'tx.emit() belongs to the features: call an action instead.',
  'CallExpression[callee.object.name="tx"][callee.property.name="emit"]',
);
const noRowSpread = noSyntax(
  'Build answers field by field: a spread row leaks the columns of tomorrow. Fields shared by two shapes may be spread as "common".',
  'ObjectExpression > SpreadElement > MemberExpression',
  'ObjectExpression > SpreadElement > Identifier[name!="common"]',
);
const noDom = noSyntax(
  'Only web/src/ui/ touches the DOM.',
  'Identifier[name=/^(?:document|window|navigator|localStorage|HTMLElement)$/]',
);

/** @returns {Ban} */
const schemas = noSyntax(
  'Import types from wire/, not values: the schemas bring their library with them into the page.',
  // How texts are formatted, and a few hashes, bring nothing with them.
  'ImportDeclaration[importKind!="type"][source.value=/\\/wire\\/(?!(?:icu|emoji-versions)\\.ts$)/]',
);
const uiBelow = noImport(folders('ui'), 'Only ui/ and main.tsx import from ui/.');

const hostHeader = noSyntax(
  'Only siteOf() in server/src/http/site.ts reads which host a request names; take its origin or organization.',
  'MemberExpression[object.name="request"][property.name=/^(?:host|hostname)$/]',
);

const server = [environment, serverAlone, databases, hostHeader];
const feature = [...server, httpInside, noReply];
const web = [environment, webAlone, schemas];

export const boundaries = [
  folder(['**/*.ts', '**/*.tsx'], environment),
  folder(['wire/**/*.ts'], environment, wireAlone),

  folder(['server/src/**/*.ts'], ...server, noTxEmit),
  // It reports how a request arrived, and repeats the host to nobody but whoever runs the server.
  folder(['server/src/http/proxy-probe.ts'], environment, serverAlone, databases, noTxEmit),
  folder(['server/src/lib/config/config.ts'], serverAlone, databases, noTxEmit),
  folder(['server/src/db/**/*.ts', 'server/src/core/log/{tx,writer}.ts'], environment, serverAlone),
  folder(['server/src/lib/{markdown,narrow}/**/*.ts'], ...server, noTxEmit, pure),

  folder(['server/src/features/**/*.ts'], ...feature),
  // What is not part of the API (pictures, files) is mounted beside it, and answers in bytes.
  folder(['server/src/features/{*/mount.ts,emoji/{pictures,sets}.ts,tus-uploads/protocol.ts}'], ...server),
  folder(['server/src/features/**/routes.ts'], ...feature, noSql, noEmit),
  folder(['server/src/features/**/{queries,state}.ts'], ...feature, noEmit),
  folder(
    ['server/src/features/**/serialize.ts', 'server/src/core/**/serialize.ts'],
    ...feature,
    noEmit,
    noRowSpread,
  ),
  { files: ['server/src/features/**/routes.ts'], rules: { 'max-lines-per-function': ['error', 25] } },

  folder(['web/vite.config.ts'], webAlone),
  folder(['web/src/**/*.{ts,tsx}'], ...web),
  folder(['web/src/{*,actions/*,text/**/*}.ts'], ...web, noDom, uiBelow),
  folder(
    ['web/src/view/**/*.{ts,tsx}'],
    ...web,
    noDom,
    noImport(folders('ui', 'actions'), 'view/ is below actions/ and ui/.'),
  ),
  folder(
    ['web/src/store/**/*.{ts,tsx}'],
    ...web,
    noDom,
    noImport(folders('ui', 'view', 'actions'), 'store/ is below view/ and ui/: it imports wire/ only.'),
  ),

  // The examples that tests begin with are made of the examples of wire/.
  folder(['web/src/store/examples.ts'], environment, webAlone, noDom),

  folder(['**/*.test.ts', 'tests/**/*.ts', 'tools/**/*.ts', 'bench/**/*.ts']),
];

/** @param {string[]} files @param {...Ban} bans */
function folder(files, ...bans) {
  const patterns = bans.flatMap((ban) => ban.imports ?? []);
  const syntax = bans.flatMap((ban) => ban.syntax ?? []);
  return {
    files,
    rules: {
      'no-restricted-imports': patterns.length > 0 ? ['error', { patterns }] : 'off',
      'no-restricted-syntax': syntax.length > 0 ? ['error', ...syntax] : 'off',
    },
  };
}
