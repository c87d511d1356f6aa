import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { X } from 'lucide-preact';
import { createPortal } from '../preact/drawing.ts';
import { t } from '../../../view/text/text.ts';
import { withEmoji } from '../emoji-text.tsx';
import { IconButton } from '../button.tsx';
import './dialog.css';
import { Icon } from '../icon.tsx';
import { submitByKey } from './submit-by-key.ts';
import { useModal } from './use-modal.ts';

export type DialogProps = {
  title: string;
  onClose: () => void;
  /** `small`: a question. `medium`: a form. `large`: a screen. */
  size?: 'small' | 'medium' | 'large';
  /** Buttons at the bottom, the primary one last. */
  footer?: ComponentChildren;
  children: ComponentChildren;
};

/**
 * The browser's modal dialog, which traps the focus, makes the rest inert, and closes on Escape. Ctrl Enter, and Enter in a
 * field of one line, press its primary button.
 */
export function Dialog({ title, onClose, size = 'medium', footer, children }: DialogProps) {
  const ref = useModal();
  useLayoutEffect(() => {
    if (size !== 'large') beginIn(ref.current);
  }, []);
  const onCancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.target === ref.current) onClose();
  };
  return createPortal(
    <dialog
      class={`dialog dialog-${size}`}
      ref={ref}
      aria-label={title}
      onCancel={onCancel}
      onKeyDown={submitByKey}
      onPointerDown={onPointerDown}
    >
      <div class="dialog-box">
        <header class="dialog-header">
          <h2 class="dialog-title one-line">{withEmoji(title)}</h2>
          <IconButton label={t('common.close')} onClick={onClose}>
            <Icon of={X} size={20} />
          </IconButton>
        </header>
        <div class="dialog-body">{children}</div>
        {footer !== undefined && <footer class="dialog-footer">{footer}</footer>}
      </div>
    </dialog>,
    document.body,
  );
}

const fields = ':is(input:not([type=radio], [type=checkbox], [type=file]), textarea, select):not(:disabled)';

/**
 * The initial focus: the first field, otherwise the first button. Not a field on touch screens, where it would open the
 * keyboard.
 */
function beginIn(dialog: HTMLDialogElement | null): void {
  const hasFinger = window.matchMedia('(pointer: coarse)').matches;
  const marked = dialog?.querySelector<HTMLInputElement>('[data-first-field=true]');
  const field = hasFinger ? null : (marked ?? dialog?.querySelector<HTMLElement>(`.dialog-body ${fields}`));
  if (field === marked) marked?.select();
  (field ?? dialog?.querySelector<HTMLElement>('.dialog-footer button'))?.focus();
}
