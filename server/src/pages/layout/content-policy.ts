import { createHash } from 'node:crypto';

/**
 * The Content-Security-Policy of pages with a script: everything from this server, the style sheet by its hash.
 * @param further Directives besides these.
 */
export const contentPolicy = (style: string, ...further: string[]): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "script-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    ...further,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
