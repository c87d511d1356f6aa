import { signal } from '@preact/signals';
import { X } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { KeyCommand } from '../../../view/text/keys.ts';
import { t } from '../../../view/text/text.ts';
import { Button, IconButton } from '../button.tsx';
import { withEmoji } from '../emoji-text.tsx';
import { Icon } from '../icon.tsx';
import './toast.css';

export type Toast = {
  text: string;
  kind?: 'plain' | 'error';
  /** Stays until it is closed, like errors. */
  isLasting?: true;
  action?: { text: string; command?: KeyCommand; onChoose: () => void };
};

type ShownToast = Toast & { id: number };

const toasts = signal<readonly ShownToast[]>([]);
const said = signal<readonly { id: number; text: string }[]>([]);
let nextId = 1;
const staysMs = 6000;
/** Longer with an undo button, since deciding takes longer than reading. */
const staysWithActionMs = 12_000;

const hide = (id: number): void => {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id);
};

/**
 * Shows a message that needs no response. Errors stay until they are closed. A text without a button is not shown twice.
 * @returns closes it
 */
export function toast(one: Toast): () => void {
  const id = nextId++;
  const others = toasts.peek().filter(({ text, action }) => action !== undefined || text !== one.text);
  toasts.value = [...others.slice(-2), { ...one, id }];
  return () => hide(id);
}

/** Announces a text to screen readers, after what they are reading. */
export function announce(text: string): void {
  const id = nextId++;
  said.value = [...said.peek(), { id, text }];
  setTimeout(() => (said.value = said.peek().filter((one) => one.id !== id)), staysMs);
}

/** Mounted once at the start: screen readers announce only changes in a live region that exists already. */
export function Toasts() {
  return (
    <>
      <div class="visually-hidden" role="log" aria-live="polite">
        {said.value.map(({ id, text }) => (
          <div key={id}>{text}</div>
        ))}
      </div>
      <div class="toasts" role="status">
        {toasts.value.map((one) => (
          <OneToast one={one} key={one.id} />
        ))}
      </div>
    </>
  );
}

/** Does not disappear while it has the pointer or the focus. */
function OneToast({ one }: { one: ShownToast }) {
  const { id, text, kind = 'plain', action } = one;
  const [isHeld, setHeld] = useState(false);
  const isLasting = kind === 'error' || one.isLasting === true;
  useEffect(() => {
    if (isLasting || isHeld) return;
    const timer = setTimeout(() => hide(id), action ? staysWithActionMs : staysMs);
    return () => clearTimeout(timer);
  }, [isHeld, isLasting]);
  const hold = () => setHeld(true);
  const release = (event: Event & { currentTarget: Element }) =>
    setHeld(event.currentTarget.matches(':hover, :focus-within'));
  return (
    <div
      class={`toast toast-${kind}`}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocusIn={hold}
      onFocusOut={release}
    >
      <span class="toast-text">{withEmoji(text)}</span>
      {action && (
        <Button
          kind="quiet"
          command={action.command}
          onClick={() => {
            hide(id);
            action.onChoose();
          }}
        >
          {action.text}
        </Button>
      )}
      <IconButton label={t('common.close')} onClick={() => hide(id)}>
        <Icon of={X} />
      </IconButton>
    </div>
  );
}
