import { Ellipsis } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PlaceMenu } from './row-menu.tsx';

/** Opens the menu of a topic beside its name. */
export function TopicMenuButton({ channelId, topic }: { channelId: number; topic: string }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <IconButton
        label={t('topicMenu.open')}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(anchor === null ? currentTarget : null)}
      >
        <Icon of={Ellipsis} />
      </IconButton>
      {anchor && (
        <PlaceMenu of={{ kind: 'topic', channelId, topic }} anchor={anchor} onClose={() => setAnchor(null)} />
      )}
    </>
  );
}
