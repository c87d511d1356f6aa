import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { keyLabel, type KeyCommand } from '../../view/text/keys.ts';
import { isMac } from '../page/keyboard.ts';
import './button.css';
import { Tooltip } from './tooltip.tsx';

type Native = Omit<ButtonHTMLAttributes, 'size' | 'icon' | 'class' | 'label' | 'ref'>;

export type ButtonProps = Native & {
  /** `primary`: the main action. `danger`: cannot be undone. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Its key is shown after the text. */
  command?: KeyCommand | undefined;
  /** Shows a spinner and ignores clicks. */
  isBusy?: boolean;
  children: ComponentChildren;
  buttonRef?: Ref<HTMLButtonElement>;
};

/** Nor does the click submit the form. */
const ignore = (event: Event): void => event.preventDefault();

export function Button({
  kind = 'plain',
  command,
  isBusy = false,
  children,
  buttonRef,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      class={`button button-${kind}`}
      aria-disabled={isBusy || undefined}
      {...rest}
      {...(isBusy ? { onClick: ignore } : {})}
      ref={buttonRef ?? null}
    >
      {children}
      {command && (
        <kbd class="button-key" aria-hidden="true">
          {keyLabel(command, isMac)}
        </kbd>
      )}
    </button>
  );
}

export type IconButtonProps = Native & {
  /** Accessible name and tooltip. */
  label: string;
  /** A longer tooltip than the label, and a callback to load it. */
  hint?: string | undefined;
  onHint?: () => void;
  command?: KeyCommand;
  isPressed?: boolean;
  children: ComponentChildren;
  buttonRef?: Ref<HTMLButtonElement>;
};

/** 32 px, with an icon of 16 or 20 px. */
export function IconButton(props: IconButtonProps) {
  const { label, hint = label, onHint, command, isPressed, children, buttonRef, ...rest } = props;
  return (
    <Tooltip text={hint} command={command} onShow={onHint}>
      <button
        type="button"
        class="icon-button"
        aria-label={label}
        aria-pressed={isPressed}
        {...rest}
        ref={buttonRef ?? null}
      >
        {children}
      </button>
    </Tooltip>
  );
}
