import type { Gif } from '../../../../../wire/gifs.ts';
import { t } from '../../../view/text/text.ts';
import { Popover } from '../../kit/overlays/popover.tsx';
import { late } from '../../kit/toasts/late.tsx';

export type GifPickerProps = {
  anchor: Element;
  /** Name of the search service. */
  service: string;
  onChoose: (gif: Gif) => void;
  onClose: () => void;
};

/** Floats next to its anchor until a GIF is chosen. */
export const GifPicker = late<GifPickerProps>(async () => {
  const { GifPanel } = await import('./gif-panel.tsx');
  return ({ anchor, ...rest }) => (
    <Popover anchor={anchor} label={t('gifs.picker')} onClose={rest.onClose}>
      <GifPanel {...rest} />
    </Popover>
  );
});
