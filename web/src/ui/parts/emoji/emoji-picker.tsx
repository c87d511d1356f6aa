import type { EmojiChoice } from '../../../view/emoji/emoji.ts';
import { t } from '../../../view/text/text.ts';
import { Popover } from '../../kit/overlays/popover.tsx';
import { late } from '../../kit/toasts/late.tsx';

export type EmojiPickerProps = {
  anchor: Element;
  onChoose: (choice: EmojiChoice) => void;
  onClose: () => void;
  /** Set where the emoji goes into a text; reactions have no skin tones. */
  hasTones?: boolean;
  align?: 'start' | 'end';
};

export type EmojiPanelProps = Omit<EmojiPickerProps, 'anchor' | 'align'>;

/** Floats beside its anchor until an emoji is chosen. */
export const EmojiPicker = late<EmojiPickerProps>(
  async () => {
    const { EmojiPanel } = await import('./emoji-panel.tsx');
    return ({ anchor, align = 'end', ...rest }) => (
      <Popover anchor={anchor} label={t('emoji.picker')} onClose={rest.onClose} align={align}>
        <EmojiPanel {...rest} />
      </Popover>
    );
  },
  { isAhead: true },
);
