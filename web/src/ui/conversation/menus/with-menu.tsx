import { Ellipsis } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { t } from '../../../view/text/text.ts';
import { Icon } from '../../kit/icon.tsx';
import { useLongPress } from '../../page/long-press.ts';
import { useLate } from '../../page/quiet.ts';
import { PlaceMenu, type MenuOf } from './row-menu.tsx';

type WithMenuProps = {
  of: MenuOf;
  name: string;
  class?: string;
  /** Shown before the row. */
  button?: ComponentChildren;
  /** Rendered together with the menu button. */
  isButtonLate?: boolean;
  /** Set for the page that is open: touch screens show its menu button at once. */
  isActive?: boolean;
  children: ComponentChildren;
};

/** A row with a menu that opens by its button, a right click or a long press. */
export function WithMenu(props: WithMenuProps) {
  const { of, name, button, isButtonLate = false, isActive = false, children } = props;
  const [anchor, setAnchor] = useState<Element | null>(null);
  const [hasButton, showButton] = useLate();
  const isHeld = useRef(false);
  const press = useLongPress((element) => {
    isHeld.current = true;
    setAnchor(element);
  });
  const onClickCapture = (event: Event) => {
    // Ending a long press must not follow the link.
    if (isHeld.current && anchor !== null) event.preventDefault();
    isHeld.current = false;
  };
  const onMouseDown = (event: Event) => {
    // It would take the focus from the menu that the long press has opened.
    if (isHeld.current) event.preventDefault();
  };
  const onContextMenu = (event: MouseEvent & { currentTarget: Element }) => {
    event.preventDefault();
    setAnchor(event.currentTarget);
  };
  return (
    <div
      class={`sidebar-line ${props.class ?? ''} ${anchor === null ? '' : 'sidebar-line-open'}`}
      {...press}
      onPointerEnter={showButton}
      onFocusIn={showButton}
      onMouseDown={onMouseDown}
      onClickCapture={onClickCapture}
      onContextMenu={onContextMenu}
    >
      {(hasButton || !isButtonLate) && button}
      {children}
      {(hasButton || isActive) && (
        <button
          type="button"
          class="sidebar-menu-button"
          tabIndex={-1}
          aria-label={t('sidebar.actions', { name })}
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
        >
          <Icon of={Ellipsis} />
        </button>
      )}
      {anchor && <PlaceMenu of={of} anchor={anchor} onClose={() => setAnchor(null)} />}
    </div>
  );
}
