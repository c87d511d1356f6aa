import { ChevronLeft, ChevronRight, Download, X, ZoomIn, ZoomOut } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { backwardKey, forwardKey } from '../../page/direction.ts';
import { senderName } from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { joinFacts } from '../../../view/text/list.ts';
import { t } from '../../../view/text/text.ts';
import { toDay } from '../../../view/text/times.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { useModal } from '../../kit/overlays/use-modal.ts';
import { shownNarrow } from '../../page/shown-narrow.ts';
import { useClient } from '../../page/client.tsx';
import './lightbox.css';
import { lookedAt, mediaIn, type Media } from './media.ts';

const close = (): void => {
  lookedAt.value = undefined;
};

/** Shows images and videos one at a time over the page: arrows show the next, + and - zoom, Escape closes. */
export function Lightbox() {
  const client = useClient();
  const ref = useModal();
  const [all] = useState(() => mediaIn(client, shownNarrow.peek()));
  const [zoom, setZoom] = useState(1);
  const here = lookedAt.value;
  const at = all.findIndex((each) => each.url === here?.url && each.messageId === here.messageId);
  const current = all[at];
  const step = (by: number) => {
    const next = all[at + by];
    if (next === undefined) return;
    setZoom(1);
    lookedAt.value = next;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === backwardKey()) step(-1);
    else if (event.key === forwardKey()) step(1);
    else if (event.key === '+' || event.key === '=') setZoom(Math.min(4, zoom * 1.5));
    else if (event.key === '-') setZoom(Math.max(1, zoom / 1.5));
    else return;
    event.preventDefault();
  };
  if (current === undefined) return null;
  return (
    <dialog
      class="lightbox"
      ref={ref}
      aria-label={current.name}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div class="lightbox-box">
        <Bar media={current} zoom={zoom} onZoom={setZoom} />
        <div class="lightbox-stage" onClick={(event) => event.target === event.currentTarget && close()}>
          <Shown key={current.url} media={current} zoom={zoom} />
        </div>
        {at > 0 && (
          <span class="lightbox-step lightbox-previous">
            <IconButton label={t('media.previous')} onClick={() => step(-1)}>
              <Icon of={ChevronLeft} size={20} />
            </IconButton>
          </span>
        )}
        {at < all.length - 1 && (
          <span class="lightbox-step lightbox-next">
            <IconButton label={t('media.next')} onClick={() => step(1)}>
              <Icon of={ChevronRight} size={20} />
            </IconButton>
          </span>
        )}
      </div>
    </dialog>
  );
}

type BarProps = { media: Media; zoom: number; onZoom: (zoom: number) => void };

function Bar({ media, zoom, onZoom }: BarProps) {
  const { live } = useClient();
  const message = live.peek().messages.get(media.messageId);
  return (
    <header class="lightbox-bar">
      <div class="lightbox-words">
        <p class="lightbox-name one-line" dir="auto">
          {media.name}
        </p>
        {message && (
          <p class="lightbox-from one-line">
            {joinFacts([
              senderName(live, message),
              toDay(message.timestamp, Date.now() / 1000, getClock(live)),
            ])}
          </p>
        )}
      </div>
      {media.kind === 'image' && (
        <IconButton
          label={t(zoom > 1 ? 'media.zoomOut' : 'media.zoomIn')}
          onClick={() => onZoom(zoom > 1 ? 1 : 2)}
        >
          <Icon of={zoom > 1 ? ZoomOut : ZoomIn} size={20} />
        </IconButton>
      )}
      <a
        class="icon-button"
        href={media.url}
        download={media.name}
        aria-label={t('media.download')}
        title={t('media.download')}
      >
        <Icon of={Download} size={20} />
      </a>
      <IconButton label={t('common.close')} onClick={close}>
        <Icon of={X} size={20} />
      </IconButton>
    </header>
  );
}

function Shown({ media, zoom }: { media: Media; zoom: number }) {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p role="alert">{t('media.broken')}</p>;
  if (media.kind === 'video')
    return <video class="lightbox-media" src={media.url} controls autoPlay onError={() => setBroken(true)} />;
  return (
    <img
      class={zoom > 1 ? 'lightbox-media is-zoomed' : 'lightbox-media'}
      style={zoom > 1 ? { width: `${zoom * 100}%` } : {}}
      src={media.url}
      alt={media.name}
      onError={() => setBroken(true)}
    />
  );
}
