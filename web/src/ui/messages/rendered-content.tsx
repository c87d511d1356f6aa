import { memo } from 'preact/compat';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { clockOf } from '../../view/preferences.ts';
import { useClient } from '../page/client.tsx';
import { decorate } from './decorate.ts';
import './rendered-content.css';
import './rendered-code.css';

/** The HTML that the server made of a message, which it has cleaned, with what the page adds to it. */
export const RenderedContent = memo(function RenderedContent({ html }: { html: string }) {
  const { live } = useClient();
  const ref = useRef<HTMLDivElement>(null);
  const clock = clockOf(live);
  const ownId = live.peek().own.user_id;
  useLayoutEffect(() => {
    const template = document.createElement('template');
    template.innerHTML = html;
    decorate(template.content, { ownId, clock });
    ref.current?.replaceChildren(template.content);
  }, [html, clock.locale, clock.hour12]);
  return <div class="rendered" dir="auto" ref={ref} />;
});
