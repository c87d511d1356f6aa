import { signal } from '@preact/signals';
import { X } from 'lucide-preact';
import { t } from '../../view/text.ts';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import './toast.css';

export type Toast = {
  text: string;
  kind?: 'plain' | 'error';
  /** Stays until it is closed, as errors do. */
  isLasting?: true;
  action?: { text: string; onChoose: () => void };
};

const toasts = signal<readonly (Toast & { id: number })[]>([]);
const said = signal<readonly { id: number; text: string }[]>([]);
let nextId = 1;
const staysMs = 6000;

const hide = (id: number): void => {
  toasts.value = toasts.peek().filter((toast) => toast.id !== id);
};

/** Says something that nobody has to answer. Errors stay until they are closed. */
export function toast(one: Toast): void {
  const id = nextId++;
  toasts.value = [...toasts.peek().slice(-2), { ...one, id }];
  if (one.kind !== 'error' && one.isLasting !== true) setTimeout(() => hide(id), staysMs);
}

/** Reads something out to those who do not see it, after what is being read. */
export function announce(text: string): void {
  const id = nextId++;
  said.value = [...said.peek(), { id, text }];
  setTimeout(() => (said.value = said.peek().filter((one) => one.id !== id)), staysMs);
}

/** Stands once on the page, from the beginning: readers only hear what changes in a region that they know. */
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
          <div class={`toast toast-${one.kind ?? 'plain'}`} key={one.id}>
            <span class="toast-text">{one.text}</span>
            {one.action && (
              <Button
                kind="quiet"
                onClick={() => {
                  hide(one.id);
                  one.action?.onChoose();
                }}
              >
                {one.action.text}
              </Button>
            )}
            <IconButton label={t('common.close')} onClick={() => hide(one.id)}>
              <Icon of={X} />
            </IconButton>
          </div>
        ))}
      </div>
    </>
  );
}
