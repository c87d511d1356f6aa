import type { ComponentChildren } from 'preact';
import type { Target } from '../../../store/writing/drafts.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { channelColor, channelName, directName, topicName } from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { getDayAndTime, getFullTime } from '../../../view/text/times.ts';
import { PersonPicture } from '../../parts/people/person-picture.tsx';
import { useClient } from '../../page/client.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import './later.css';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { renderText } from '../../../actions/messages/compose.ts';
import type { Client } from '../../../connection/client.ts';
import { widgetWritten } from '../../../view/compose/written-widget.ts';
import { describeWidget } from '../../../view/messages/widget-words.ts';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';

export type LaterRowProps = {
  target: Target;
  /** Seconds since 1970. */
  time: number;
  text: string;
  /** The rendered text, if the server has sent it. */
  html?: string;
  /** Why the last action failed. */
  problem?: string | undefined;
  onOpen: () => void;
  /** Called by Backspace. */
  onDelete?: () => void;
  /** Buttons. */
  children: ComponentChildren;
};

/** A draft, scheduled message or reminder: destination, time, and the beginning of the text. */
export function LaterRow({ target, time, text, html, problem, onOpen, onDelete, children }: LaterRowProps) {
  const { live } = useClient();
  const clock = getClock(live);
  return (
    <li class="later-row">
      <button
        type="button"
        class="later-row-main"
        onClick={onOpen}
        onKeyDown={({ key }) => key === 'Backspace' && onDelete?.()}
      >
        <span class="later-head">
          <Where target={target} />
          <time class="later-time numeric" title={getFullTime(time, clock)}>
            {getDayAndTime(time, serverSeconds(live), clock)}
          </time>
        </span>
        <LaterText text={text} html={html} />
        {problem !== undefined && <span class="later-problem">{problem}</span>}
      </button>
      <span class="later-actions">{children}</span>
    </li>
  );
}

function Where({ target }: { target: Target }) {
  const { live } = useClient();
  if (target.kind === 'direct') {
    return (
      <span class="later-where">
        <PersonPicture userIds={target.userIds} size={20} />
        <span class="later-name one-line" dir="auto">
          {withEmoji(directName(live, target.userIds))}
        </span>
      </span>
    );
  }
  const { channelId, topic } = target;
  if (channelId === undefined) return <span class="later-where later-nowhere">{t('later.nowhere')}</span>;
  return (
    <span class="later-where">
      <span class="later-bar" style={{ background: channelColor(live, channelId) }} />
      <span class="later-name one-line">
        <span class="later-channel">
          <bdi>{withEmoji(channelName(live, channelId))}</bdi> ›{' '}
        </span>
        <bdi>{withEmoji(topicName(live, topic).name)}</bdi>
      </span>
    </span>
  );
}

type Props = { text: string; html?: string | undefined };

/** The beginning of a text as rendered, or what a poll or to-do list is about. */
function LaterText({ text, html }: Props) {
  const widget = describeWidget(widgetWritten(text));
  if (widget === undefined) return <WrittenText text={text} html={html} />;
  return (
    <span class="later-text" dir="auto">
      {withEmoji(widget)}
    </span>
  );
}

/** Until the rendered text is loaded, and where it cannot be, as Markdown. */
function WrittenText({ text, html }: Props) {
  const client = useClient();
  const [rendered, setRendered] = useState(html ?? known.get(text));
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let isWanted = true;
    if (html !== undefined) setRendered(html);
    else if (hasMarkup(text)) void render(client, text).then((value) => isWanted && setRendered(value));
    else setRendered(undefined);
    return () => {
      isWanted = false;
    };
  }, [text, html]);
  // The row is a button, so its content must not react to clicks.
  useLayoutEffect(() => {
    for (const inner of box.current?.querySelectorAll('a[href], button, input, [tabindex]') ?? [])
      if (inner.matches('a')) inner.removeAttribute('href');
      else inner.remove();
  });
  return (
    <span class={rendered === undefined ? 'later-text' : 'later-text later-rendered'} dir="auto" ref={box}>
      {rendered === undefined ? text : <RenderedContent html={rendered} />}
    </span>
  );
}

/** Most texts have no Markdown, and need no request. */
const hasMarkup = (text: string): boolean => /[*_`~#@:[\]|>$\\/]|^[-+\d]/m.test(text);

const known = new Map<string, string>();
const most = 100;
let last: Promise<unknown> = Promise.resolve();

/** One after another, since there may be many drafts. */
function render(client: Client, text: string): Promise<string | undefined> {
  const next = last.then(async () => {
    const html = known.get(text) ?? (await renderText(client, text)).value;
    if (html !== undefined && known.size < most) known.set(text, html);
    return html;
  });
  last = next.catch(() => undefined);
  return next;
}
