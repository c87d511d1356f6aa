import type { ComponentChildren } from 'preact';
import { X } from 'lucide-preact';
import './chip.css';
import { Icon } from './icon.tsx';

export type ChipProps = {
  children: ComponentChildren;
  /** With it, the chip has a button to remove it; `removeLabel` is its accessible name. */
  removeLabel?: string;
  onRemove?: (() => void) | undefined;
};

/** A selected item: a person, a channel, a filter. */
export function Chip({ children, removeLabel, onRemove }: ChipProps) {
  return (
    <span class="chip">
      <span class="one-line" dir="auto">
        {children}
      </span>
      {onRemove && (
        <button type="button" class="chip-remove" aria-label={removeLabel} onClick={onRemove}>
          <Icon of={X} />
        </button>
      )}
    </span>
  );
}

/** The number of unread messages; highlighted with a mention. */
export function Count({
  count,
  label,
  kind = 'plain',
}: {
  count: number;
  label: string;
  kind?: 'plain' | 'mention' | 'inner-mention' | 'faint';
}) {
  if (count === 0) return null;
  return (
    <span class={`count count-${kind} numeric`} role="img" aria-label={label}>
      {count > 999 ? '999+' : count}
    </span>
  );
}
