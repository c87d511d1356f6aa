import { useState } from 'preact/hooks';
import type { Channel } from '../../../../wire/channels.ts';
import { t } from '../../view/text/text.ts';
import { Popover } from '../kit/overlays/popover.tsx';
import { Tooltip } from '../kit/tooltip.tsx';
import { InlineContent, getWords } from '../parts/content/inline-content.tsx';
import { RenderedContent } from '../parts/content/rendered-content.tsx';

/** The description of a channel, as far as it fits; expands on click. */
export function ChannelAbout({ channel: { name, rendered_description: html } }: { channel: Channel }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  if (html === '') return null;
  return (
    <>
      <Tooltip text={getWords(html)}>
        <button
          type="button"
          class="header-about"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
        >
          <InlineContent html={html} />
        </button>
      </Tooltip>
      {anchor && (
        <Popover anchor={anchor} label={t('frame.about', { channel: name })} onClose={() => setAnchor(null)}>
          <div class="header-about-all">
            <RenderedContent html={html} />
          </div>
        </Popover>
      )}
    </>
  );
}
