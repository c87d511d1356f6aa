/** Which paths the server answers itself; all others are addresses of the web client. */

/**
 * By first segment of the path: below `files`, which has APIs too, the response to an unknown path is 404; below `pages` it is the web client.
 * The service worker passes all of them on to the server.
 */
const firstSegments = {
  api: 'files',
  json: 'files',
  assets: 'files',
  static: 'files',
  avatar: 'files',
  user_avatars: 'files',
  user_uploads: 'files',
  thumbnail: 'files',
  exports: 'files',
  external_content: 'files',
  health: 'files',
  livez: 'files',
  readyz: 'files',
  metrics: 'files',
  setup: 'files',
  webhooks: 'files',
  accounts: 'pages',
  calls: 'pages',
  choose: 'pages',
  complete: 'pages',
  'confirm-email': 'pages',
  'confirm-former': 'pages',
  dev: 'pages',
  join: 'pages',
  login: 'pages',
  logout: 'pages',
  mcp: 'pages',
  public: 'pages',
  reset: 'pages',
  saml: 'pages',
  scim: 'pages',
  'undo-email': 'pages',
  unsubscribe: 'pages',
} as const;

const kinds: ReadonlyMap<string, 'files' | 'pages'> = new Map(Object.entries(firstSegments));

/** @param path With or without the `/` that it begins with. @returns undefined for addresses of the web client */
export const serverPathKind = (path: string): 'files' | 'pages' | undefined =>
  kinds.get(path.replace(/^\//, '').split('/', 1)[0] ?? '');
