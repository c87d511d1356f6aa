/** The frame of every page: one column of text, light or dark as the system is, no script, nothing from elsewhere. */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { html, Html } from './html.ts';

const style = `
:root {
  color-scheme: light dark;
  --bg: oklch(98.6% 0.003 275); --bg-raised: oklch(100% 0 0); --bg-sunken: oklch(96.2% 0.005 275);
  --line: oklch(90% 0.008 275); --line-strong: oklch(66% 0.015 275);
  --text: oklch(24% 0.015 275); --text-quiet: oklch(46% 0.015 275);
  --accent: oklch(51% 0.17 275); --accent-strong: oklch(45% 0.17 275); --on-accent: oklch(99% 0.005 275);
  --accent-bg: oklch(95.5% 0.02 275); --danger: oklch(50% 0.18 25); --danger-bg: oklch(96% 0.02 25);
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: oklch(19% 0.012 275); --bg-raised: oklch(22.5% 0.013 275); --bg-sunken: oklch(16.5% 0.011 275);
    --line: oklch(31% 0.014 275); --line-strong: oklch(54% 0.018 275);
    --text: oklch(93% 0.006 275); --text-quiet: oklch(72% 0.012 275);
    --accent: oklch(76% 0.12 275); --accent-strong: oklch(82% 0.1 275); --on-accent: oklch(19% 0.03 275);
    --accent-bg: oklch(28% 0.045 275); --danger: oklch(78% 0.12 25); --danger-bg: oklch(27% 0.05 25);
  }
}
* { box-sizing: border-box; margin: 0; }
html {
  background: var(--bg); color: var(--text);
  font: 400 0.9375rem/1.4667 Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  -webkit-text-size-adjust: 100%;
}
body { min-height: 100vh; display: flex; flex-direction: column; }
main { width: 100%; max-width: 32rem; margin: auto; padding: 3rem 1.5rem; }
.mark { display: flex; align-items: center; gap: 0.5rem; margin-bottom: 2rem; font-size: 0.8125rem; font-weight: 600; color: var(--text-quiet); }
.mark svg { width: 20px; height: 20px; color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 600; letter-spacing: -0.012em; margin-bottom: 0.5rem; text-wrap: balance; overflow-wrap: anywhere; }
p { max-width: 60ch; text-wrap: pretty; }
p + p { margin-top: 0.75rem; }
.quiet { color: var(--text-quiet); }
.small { font-size: 0.8125rem; line-height: 1.5; }
a { color: var(--accent); text-underline-offset: 0.2em; }
a:hover { color: var(--accent-strong); }
form { margin-top: 1.5rem; }
.field { margin-bottom: 1rem; }
label { display: block; font-weight: 600; margin-bottom: 0.25rem; }
.hint { color: var(--text-quiet); font-size: 0.8125rem; margin-top: 0.25rem; }
input {
  width: 100%; padding: 0.5rem 0.75rem; font: inherit; color: inherit; background: var(--bg-raised);
  border: 1px solid var(--line-strong); border-radius: 6px;
}
input[aria-invalid] { border-color: var(--danger); }
button, .button {
  display: inline-block; padding: 0.5rem 1rem; font: inherit; font-weight: 600; border: 1px solid transparent; border-radius: 6px;
  background: var(--accent); color: var(--on-accent); text-decoration: none; cursor: pointer;
}
button:hover, .button:hover { background: var(--accent-strong); color: var(--on-accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
dl { margin: 1.5rem 0; border-top: 1px solid var(--line); }
dl div { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
dt { flex: 0 0 6rem; color: var(--text-quiet); font-size: 0.8125rem; line-height: 1.6925; }
dd { flex: 1 1 14rem; min-width: 0; overflow-wrap: anywhere; }
code { font: 400 0.8125rem/1.6925 'JetBrains Mono', ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
dd code { user-select: all; }
.links { list-style: none; padding: 0; margin-top: 1.5rem; }
.links li + li { margin-top: 0.5rem; }
.trouble { margin-top: 1.5rem; padding: 0.75rem 1rem; border-radius: 6px; background: var(--danger-bg); color: var(--danger); }
.note { margin-top: 1.5rem; padding: 0.75rem 1rem; border-radius: 6px; background: var(--bg-sunken); color: var(--text-quiet); font-size: 0.8125rem; line-height: 1.5; }
`;

/** Two threads and what keeps them apart. */
const mark = new Html(
  '<svg viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" aria-hidden="true">' +
    '<path d="M10 1.5v5M10 13.5v5M7 10a3 3.5 0 0 1 6 0a3 3.5 0 0 1-6 0"/><path d="M1.5 6.5c3 0 4 3.5 5.5 3.5M13 10c1.5 0 2.5 3.5 5.5 3.5"/></svg>',
);
const icon =
  'data:image/svg+xml,' +
  encodeURIComponent(
    mark.text
      .replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ')
      .replace('currentColor', '#5e63c9')
      .replace(' aria-hidden="true"', ''),
  );

/** Made outside the page, whose layout in this file would change the text and so its hash. */
const styleSheet = new Html(`<style>${style}</style>`);

/** The one style sheet is let in by its hash, and nothing else at all. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export function page(title: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="${icon}" />
        ${styleSheet}
      </head>
      <body>
        <main>
          <div class="mark">${mark}Heddle</div>
          ${body}
        </main>
      </body>
    </html> `.text;
}

/** Nothing on these pages is to be kept, framed, guessed at or told to other sites. */
export function sendPage(reply: FastifyReply, text: string, status = 200): FastifyReply {
  return guard(reply)
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .send(text);
}

export function guard(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'no-store, private')
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('cross-origin-resource-policy', 'same-origin');
}
