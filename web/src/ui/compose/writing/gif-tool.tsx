import { ImagePlay } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { getGifService, gifLink } from '../../../view/compose/gifs.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { GifPicker } from '../../parts/gifs/gif-picker.tsx';
import { useClient } from '../../page/client.tsx';

/** GIF search, if the server has a service for it and the organization allows GIFs. */
export function GifTool({ onInsert }: { onInsert: (text: string) => void }) {
  const { live } = useClient();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const service = getGifService(live);
  if (service === undefined) return null;
  return (
    <>
      <IconButton
        label={t('gifs.picker')}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon of={ImagePlay} />
      </IconButton>
      {anchor && (
        <GifPicker
          anchor={anchor}
          service={service}
          onChoose={(gif) => onInsert(`${gifLink(gif)} `)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}
