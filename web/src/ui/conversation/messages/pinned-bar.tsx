/** The messages that are pinned in a conversation, above its messages. */
import { Pin, PinOff } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { PinnedMessage } from '../../../../../wire/pinned-messages.ts';
import type { Narrow } from '../../../store/narrow/narrow.ts';
import { mayPin } from '../../../view/messages/pin-rights.ts';
import { personName } from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { getShortTime } from '../../../view/text/times.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Popover } from '../../kit/overlays/popover.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';
import { Said } from '../../parts/content/said.tsx';
import { useMessage } from '../../parts/content/use-message.ts';
import { togglePinned } from '../actions/pinning.ts';

type Props = { narrow: Narrow; pins: readonly PinnedMessage[] };

/** The newest pin as a link to its message, and a list where there are more, or where they may be taken away. */
export function PinnedBar({ narrow, pins }: Props) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [newest] = pins;
  if (newest === undefined) return null;
  const id = newest.message_id;
  return (
    <section class="pinned-bar-region" aria-label={t('pins.title')}>
      <div class="pinned-bar-line frame-column">
        <Icon of={Pin} />
        <a
          class="pinned-bar-newest one-line"
          dir="auto"
          href={getHref({ screen: 'narrow', narrow, near: id })}
        >
          <Newest id={id} />
        </a>
        <Button
          kind="quiet"
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
        >
          {t('pins.all', { count: pins.length })}
        </Button>
      </div>
      {anchor && (
        <Popover anchor={anchor} align="end" label={t('pins.title')} onClose={() => setAnchor(null)}>
          <ul role="list" class="pinned-list">
            {pins.map((pin) => (
              <PinRow key={pin.message_id} narrow={narrow} pin={pin} onLeave={() => setAnchor(null)} />
            ))}
          </ul>
        </Popover>
      )}
    </section>
  );
}

function Newest({ id }: { id: number }) {
  useMessage(id);
  return <Said id={id} />;
}

type RowProps = { narrow: Narrow; pin: PinnedMessage; onLeave: () => void };

function PinRow({ narrow, pin: { message_id: id, user_id: userId, pinned_at: at }, onLeave }: RowProps) {
  const client = useClient();
  const { live } = client;
  const message = useMessage(id);
  const time = getShortTime(at, Date.now() / 1000, getClock(live));
  return (
    <li class="pinned-row">
      <a class="pinned-row-link" href={getHref({ screen: 'narrow', narrow, near: id })} onClick={onLeave}>
        <span class="pinned-row-said" dir="auto">
          <Said id={id} />
        </span>
        <span class="pinned-row-by">{t('pins.by', { name: personName(live, userId), time })}</span>
      </a>
      {message && mayPin(live.peek(), message) && (
        <IconButton label={t('pins.unpin')} onClick={() => togglePinned(client, message)}>
          <Icon of={PinOff} />
        </IconButton>
      )}
    </li>
  );
}
