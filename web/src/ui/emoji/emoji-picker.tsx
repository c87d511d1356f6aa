import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { EmojiChoice } from '../../view/emoji/emoji.ts';
import { t } from '../../view/text/text.ts';
import { Popover } from '../base/overlays/popover.tsx';
import { showNotLoaded } from '../page/late.tsx';

export type EmojiPickerProps = {
  anchor: Element;
  onChoose: (choice: EmojiChoice) => void;
  onClose: () => void;
  /** For text; reactions have no skin tones. */
  hasTones?: boolean;
  align?: 'start' | 'end';
};

export type EmojiPanelProps = Omit<EmojiPickerProps, 'anchor' | 'align'>;

/** Floats beside its anchor until an emoji is chosen. What is in it is loaded when it is first opened. */
export function EmojiPicker({ anchor, align = 'end', ...rest }: EmojiPickerProps) {
  const [Panel, setPanel] = useState<{ of: ComponentType<EmojiPanelProps> }>();
  useEffect(() => {
    import('./emoji-panel.tsx').then(
      (module) => setPanel({ of: module.EmojiPanel }),
      () => {
        rest.onClose();
        showNotLoaded();
      },
    );
  }, []);
  if (Panel === undefined) return null;
  return (
    <Popover anchor={anchor} label={t('emoji.picker')} onClose={rest.onClose} align={align}>
      <Panel.of {...rest} />
    </Popover>
  );
}
