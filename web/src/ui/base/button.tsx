import type { ButtonHTMLAttributes, ComponentChildren, Ref } from 'preact';
import { keyLabel, type KeyCommand } from '../../view/text/keys.ts';
import { isMac } from '../page/keyboard.ts';
import './button.css';
import { Tooltip } from './tooltip.tsx';

type Native = Omit<ButtonHTMLAttributes, 'size' | 'icon' | 'class' | 'label' | 'ref'>;

export type ButtonProps = Native & {
  /** `primary`: the one thing to do here. `danger`: cannot be taken back. */
  kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  /** Its key is shown beside the words. */
  command?: KeyCommand | undefined;
  /** Working: stays where it is and takes no second click. */
  isBusy?: boolean;
  children: ComponentChildren;
  buttonRef?: Ref<HTMLButtonElement>;
};

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
      {...(isBusy ? { onClick: undefined } : {})}
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
  /** Says what it does; read out, and shown as its hint. */
  label: string;
  /** A longer hint than the label, and when it is asked for. */
  hint?: string | undefined;
  onHint?: () => void;
  command?: KeyCommand;
  isPressed?: boolean;
  children: ComponentChildren;
  buttonRef?: Ref<HTMLButtonElement>;
};

/** 32 px with a picture of 16 or 20 in it. */
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
