import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { createPortal } from '../preact/drawing.ts';
import { t } from '../../../view/text/text.ts';
import { withEmoji } from '../emoji-text.tsx';
import { Icon } from '../icon.tsx';
import { useModal } from './use-modal.ts';
import type { MenuItem } from './menu.tsx';
import './sheet.css';

export type SheetProps = {
  label: string;
  items: readonly MenuItem[];
  onClose: () => void;
  /** Content above the items. */
  children?: ComponentChildren;
};

/** A menu that slides in from the bottom of a small screen. */
export function Sheet({ label, items, onClose, children }: SheetProps) {
  const ref = useModal();
  useLayoutEffect(() => ref.current?.focus(), []);
  return createPortal(
    <dialog
      class="sheet"
      ref={ref}
      tabIndex={-1}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div class="sheet-box">
        {children}
        <div class="sheet-items">
          {items.map((item, index) => (
            <SheetRow key={index} item={item} onClose={onClose} />
          ))}
        </div>
        <button type="button" class="sheet-item sheet-close" onClick={onClose}>
          {t('common.close')}
        </button>
      </div>
    </dialog>,
    document.body,
  );
}

function SheetRow({ item, onClose }: { item: MenuItem; onClose: () => void }) {
  if (item === 'line') return <div class="sheet-line" role="separator" />;
  const choose = () => {
    onClose();
    item.onChoose();
  };
  return (
    <button
      type="button"
      class={item.isDanger === true ? 'sheet-item sheet-item-danger' : 'sheet-item'}
      disabled={item.isDisabled ?? false}
      onClick={choose}
    >
      <span class="sheet-icon">{item.icon && <Icon of={item.icon} size={20} />}</span>
      <span class="one-line">{withEmoji(item.text)}</span>
    </button>
  );
}
