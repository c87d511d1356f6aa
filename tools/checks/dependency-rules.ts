/**
 * Who may import whom, as rules of dependency-cruiser. Imports of types count, tests do not. What has to do with syntax
 * instead of paths (the environment, the DOM, tx.emit) is in boundaries.ts; circles are found in import-graph.ts.
 */
import type { IForbiddenRuleType } from 'dependency-cruiser';

/** The tiers of server/src, the lowest first: a file imports from its own tier and those before it. */
export const TIERS = ['lib', 'db', 'core', 'http', 'features', 'pages', 'app'] as const;

export const rules: IForbiddenRuleType[] = [
  ...TIERS.slice(0, -1).map((tier, i) =>
    rule(
      `no-import-up-from-${tier}`,
      `A tier of server/src imports from those below it: ${TIERS.join(' < ')} < main.ts.`,
      `^server/src/${tier}/`,
      `^server/src/(?:${TIERS.slice(i + 1).join('|')})/`,
    ),
  ),
  rule(
    'main-is-an-entry-point',
    'server/src/main.ts composes what runs; nothing of the server imports it.',
    '^server/src/',
    '^server/src/main\\.ts$',
  ),
  rule(
    'server-in-a-tier',
    'Beside main.ts, every file of server/src is in a tier.',
    '^server/src/',
    '^server/src/[^/]+$',
    '^server/src/main\\.ts$',
  ),
  rule(
    'features-by-index',
    'Import what another feature offers from its index.ts.',
    '^server/src/(?:features/([^/]+)/|pages/|app/|main)',
    '^server/src/features/',
    ['^server/src/features/$1/', '^server/src/features/[^/]+/index\\.ts$'],
  ),
  rule(
    'core-by-index',
    'Import what a room of core/ offers from its index.ts.',
    '^server/src/(?:core/([^/]+)/|(?!core/))',
    '^server/src/core/',
    ['^server/src/core/$1/', '^server/src/core/[^/]+/index\\.ts$'],
  ),
  {
    ...rule(
      'http-inside',
      'How requests become parameters and responses become bytes is internal to http/; declare a route() instead.',
      '^server/src/features/',
      '^server/src/http/',
      '^server/src/http/(?:feature|limits|route|urls)\\.ts$',
    ),
    // What is not part of the API (pictures, files) is mounted beside it, and responds with bytes.
    from: {
      path: '^server/src/features/',
      pathNot: '/(?:[^/]+/mount|emoji/(?:pictures|sets)|tus-uploads/protocol)\\.ts$',
    },
  },
  rule(
    'pure-functions',
    'markdown/ and narrow/ are pure: they import wire/ and themselves; pass in what they need.',
    '^server/src/lib/(?:markdown|narrow)/',
    '^server/src/lib/config/|^(?:node:)?(?:fs|net|http|sqlite)\\b|node_modules/(?:kysely|fastify)/',
  ),

  rule('ui-on-top', 'Only ui/ and main.tsx import from ui/.', '^web/src/(?!ui/|main\\.tsx$)', '^web/src/ui/'),
  rule('view-below-ui', 'view/ is below actions/ and ui/.', '^web/src/view/', '^web/src/actions/'),
  rule(
    'store-below-view',
    'store/ is below view/, actions/ and ui/.',
    '^web/src/store/',
    '^web/src/(?:view|actions)/',
  ),

  rule(
    'wire-alone',
    'wire/ is what server, web and tests share; it imports nothing of ours.',
    '^wire/',
    '^(?:server|web|tests|tools|bench)/',
  ),
  rule(
    'server-alone',
    'The server imports from wire/ and itself only.',
    '^server/',
    '^(?:web|tests|tools|bench)/',
  ),
  rule(
    'web-alone',
    'The web client imports from wire/ and itself only.',
    '^web/',
    '^(?:server|tests|tools|bench)/',
  ),
];

function rule(
  name: string,
  comment: string,
  from: string,
  to: string,
  except?: string | string[],
): IForbiddenRuleType {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from },
    to: { path: to, ...(except ? { pathNot: except } : {}) },
  };
}
