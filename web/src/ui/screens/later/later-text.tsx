import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { renderText } from '../../../actions/messages/compose.ts';
import type { Client } from '../../../connection/client.ts';
import { widgetWritten } from '../../../view/compose/written-widget.ts';
import { describeWidget } from '../../../view/messages/widget-words.ts';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';
import { useClient } from '../../page/client.tsx';

type Props = { text: string; html?: string | undefined };

/** The beginning of a text as rendered, or what a poll or to-do list is about. */
export function LaterText({ text, html }: Props) {
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
