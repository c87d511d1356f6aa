/** The current state of polls, to-do lists and buttons, read-only. */
import type { Submessage } from '../../../../wire/messages.ts';
import { getVoters, getWidget, type Choices, type Poll, type TodoList } from '../../../../wire/widgets.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { html, type Html } from '../layout/html.ts';

/** Undefined for a message without a widget. */
export function widgetHtml(
  t: Texts,
  senderId: number,
  submessages: readonly Submessage[] | undefined,
): Html | undefined {
  if (!submessages || submessages.length === 0) return undefined;
  const widget = getWidget({ sender_id: senderId, submessages }, 0);
  switch (widget?.kind) {
    case 'poll':
      return pollHtml(t, widget);
    case 'todo':
      return todoHtml(t, widget);
    case 'choices':
      return choicesHtml(widget);
    default:
      return undefined;
  }
}

/** The text of a widget; undefined for a message without one. */
export function widgetText(
  senderId: number,
  submessages: readonly Submessage[] | undefined,
): string | undefined {
  if (!submessages || submessages.length === 0) return undefined;
  const widget = getWidget({ sender_id: senderId, submessages }, 0);
  switch (widget?.kind) {
    case 'poll':
      return [widget.question, ...widget.options.map(({ text }) => text)].join(' · ');
    case 'todo':
      return [widget.title, ...widget.tasks.map(({ task }) => task)].join(' · ');
    default:
      return widget?.heading;
  }
}

/** Vote counts, without the voters. */
function pollHtml(t: Texts, poll: Poll): Html {
  const all = getVoters(poll);
  return html`<div class="widget">
    <b dir="auto">${poll.question || t('public.poll')}</b>
    <ul>
      ${poll.options.map(
        ({ text, voters }) =>
          html`<li>
            <span dir="auto">${text}</span>
            <span class="count">${t('public.votes', { count: voters.length })}</span>
            <progress value="${voters.length}" max="${Math.max(1, all)}" aria-label="${text}"></progress>
          </li>`,
      )}
    </ul>
  </div>`;
}

function todoHtml(t: Texts, { title, tasks }: TodoList): Html {
  const done = tasks.filter(({ isDone }) => isDone).length;
  return html`<div class="widget">
    <b dir="auto">${title || t('public.todo')}</b>
    <ul>
      ${tasks.map(
        ({ task, description, isDone }) =>
          html`<li class="${isDone ? 'task done' : 'task'}" dir="auto">
            ${isDone ? html`<span class="resolved" role="img" aria-label="${t('public.isDone')}">✔</span>` : html`<span aria-hidden="true">–</span>`}
            <span
              >${task}${description === '' ? null : html` <small class="count">${description}</small>`}</span
            >
          </li>`,
      )}
    </ul>
    <p class="count">${t('public.done', { done, all: tasks.length })}</p>
  </div>`;
}

const choicesHtml = ({ heading, choices }: Choices): Html =>
  html`<div class="widget">
    <b dir="auto">${heading}</b>
    <ul>
      ${choices.map(({ name, text }) => html`<li dir="auto"><b>${name}</b> ${text}</li>`)}
    </ul>
  </div>`;
