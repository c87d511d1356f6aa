/**
 * Who may import whom, as regular expressions of paths. Imports of types count, tests do not. What has to do with syntax
 * instead of paths (the environment, the DOM, tx.emit) is in boundaries.ts; circles are found in import-graph.ts.
 */
import type { ImportRule } from './import-graph.ts';

/** The tiers of server/src, the lowest first: a file imports from its own tier and those before it. */
export const TIERS = ['lib', 'db', 'core', 'http', 'features', 'pages', 'transfer', 'app'] as const;

/** The tiers of web/src. What composes them, client.ts, is imported by the interface only. */
export const WEB_TIERS = ['store', 'connection', 'view', 'actions', 'ui'] as const;

/** The tiers of web/src/ui: what the page has for all, controls, parts of screens, and the screens in their frame. */
export const UI_TIERS = [
  'page',
  'kit',
  'parts',
  'compose',
  'conversation',
  'header',
  'screens',
  'frame',
] as const;

export const rules: ImportRule[] = [
  ...inOrder('server/src', TIERS),
  ...inOrder('web/src', WEB_TIERS),
  ...inOrder('web/src/ui', UI_TIERS),
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
    '^server/src/(?:features/([^/]+)/|pages/|transfer/|app/|main)',
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
      except: ['/(?:[^/]+/mount|emoji/(?:pictures|sets)|tus-uploads/protocol)\\.ts$'],
    },
  },
  rule(
    'pure-functions',
    'markdown/ and narrow/ are pure: they import wire/ and themselves; pass in what they need.',
    '^server/src/lib/(?:markdown|narrow)/',
    '^server/src/lib/config/|^(?:node:)?(?:fs|net|http|sqlite)\\b|node_modules/(?:kysely|fastify)/',
  ),

  rule(
    'client-composes',
    'web/src/client.ts composes what is below the interface; take the type from connection/client.ts.',
    `^web/src/(?:${WEB_TIERS.slice(0, -1).join('|')})/`,
    '^web/src/(?:client\\.ts|main\\.tsx)$',
  ),
  rule(
    'web-in-a-tier',
    'Beside client.ts and main.tsx, every file of web/src is in a tier.',
    '^web/src/',
    '^web/src/(?:ui/)?[^/]+$',
    '^web/src/(?:client\\.ts|main\\.tsx)$',
  ),
  {
    ...rule(
      'screens-by-router',
      'Screens are loaded by web/src/ui/frame/screens.ts; move what others need to a tier below them.',
      '^web/src/(?!ui/screens/)',
      '^web/src/ui/screens/',
    ),
    from: { path: '^web/src/(?!ui/screens/)', except: ['^web/src/ui/frame/screens\\.ts$'] },
  },
  rule(
    'kit-knows-no-chat',
    'Controls get what they show as arguments: they know texts, and how a request fails, but no state.',
    '^web/src/ui/kit/',
    '^web/src/(?:store|actions|view/(?!text/|emoji/)|connection/(?!api\\.ts))',
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

/** @param tiers folders of `root`, the lowest first */
function inOrder(root: string, tiers: readonly string[]): ImportRule[] {
  return tiers
    .slice(0, -1)
    .map((tier, i) =>
      rule(
        `no-import-up-from-${tier}`,
        `A tier of ${root} imports from those below it: ${tiers.join(' < ')}.`,
        `^${root}/${tier}/`,
        `^${root}/(?:${tiers.slice(i + 1).join('|')})/`,
      ),
    );
}

function rule(
  name: string,
  comment: string,
  from: string,
  to: string,
  except: string | string[] = [],
): ImportRule {
  return {
    name,
    comment,
    from: { path: from },
    to: { path: to, except: [except].flat() },
  };
}
