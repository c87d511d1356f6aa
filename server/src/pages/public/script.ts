/**
 * GET /static/public-page.js: the optional script of public pages. It shows local times,
 * and announces new messages of a topic.
 */
import type { FastifyInstance } from 'fastify';
import { html } from '../layout/html.ts';

const path = '/static/public-page.js';

const script = `(() => {
  const { lang } = document.documentElement;
  const locale = lang === 'en' ? 'en-GB' : lang;
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' });
  const date = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
  const time = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full' });
  for (const element of document.querySelectorAll('.at time, .topics time, .results time')) {
    const at = new Date(element.dateTime);
    element.title = full.format(at);
    element.textContent = (element.parentElement.className === 'at' ? time : date).format(at);
  }
  for (const element of document.querySelectorAll('.text time')) element.textContent = full.format(new Date(element.dateTime));
  const messages = document.querySelector('.messages');
  for (const line of messages?.querySelectorAll('.day') ?? []) line.remove();
  let shown;
  for (const article of messages?.querySelectorAll('article') ?? []) {
    const name = day.format(new Date(article.dataset.at * 1000));
    if (name !== shown) {
      const line = document.createElement('h2');
      line.className = 'day';
      line.textContent = shown = name;
      article.before(line);
    }
  }
  const status = document.querySelector('[data-news]');
  const ask = async () => {
    let wait = 4;
    if (document.visibilityState === 'visible') {
      const response = await fetch(status.dataset.news, { cache: 'no-cache' }).catch(() => undefined);
      if (response?.status === 404) return;
      if (response?.status === 429) wait = Math.max(wait, Number(response.headers.get('retry-after')));
      if (response?.ok) {
        const { count, text, path } = await response.json();
        if (count > 0 && status.textContent !== text) {
          const link = document.createElement('a');
          link.className = 'button';
          link.href = path;
          link.textContent = text;
          status.replaceChildren(link);
        }
      }
    }
    setTimeout(ask, wait * 1000);
  };
  if (status) setTimeout(ask, 4000);
})();
`;

export const publicScript = html`<script src="${path}" defer></script>`;

export function mountPublicScript(fastify: FastifyInstance): void {
  fastify.get(path, { config: { callers: 'anyone' } }, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(script),
  );
}
