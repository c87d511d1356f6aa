/** The list of topics on the start page and on pages of channels. */
import { type PublicTopic, topicPath } from '../../core/spectators/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { html, type Html } from '../layout/html.ts';
import { timeElement, topicName } from './formats.ts';

export function topicList(t: Texts, topics: readonly PublicTopic[]): Html {
  if (topics.length === 0) return html`<p class="quiet">${t('public.noTopics')}</p>`;
  return html`<ul class="topics">
    ${topics.map((topic) => topicRow(t, topic))}
  </ul>`;
}

function topicRow(t: Texts, topic: PublicTopic): Html {
  const { name, isResolved } = topicName(t, topic.name);
  return html`<li>
    <a href="${topicPath(topic.firstMessageId, topic.name)}">
      ${isResolved ? html`<span class="resolved" role="img" aria-label="${t('public.resolved')}">✔</span>` : null}
      <span class="name" dir="auto">${name}</span>
      ${timeElement(t.language, 'date', topic.lastActivity)}
    </a>
  </li>`;
}
