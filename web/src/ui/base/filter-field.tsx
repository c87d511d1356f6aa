import { Search } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { afterFrame } from '../page/quiet.ts';
import { Icon } from './icon.tsx';
import './filter-field.css';

interface Props {
  label: string;
  value: string;
  /** Called after the frame that shows the input, once for several letters; at once before a key that is not a letter. */
  onValue: (text: string) => void;
  id?: string;
  /** Class for position and width. */
  class?: string;
  /** With a background of its own, not inside a line. */
  isSunken?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** A field that filters the list below while the person types. */
export function FilterField({ label, value, onValue, id, isSunken, onKeyDown, ...rest }: Props) {
  const field = useTypedLater(value, onValue);
  return (
    <label class={`filter-field ${isSunken ? 'filter-field-sunken' : ''} ${rest.class ?? ''}`}>
      <Icon of={Search} />
      <input
        id={id}
        class="filter-field-input"
        type="text"
        value={field.shown()}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        onInput={(event) => field.type(event.currentTarget.value)}
        onKeyDown={(event) => {
          // These keys act on the list for the complete input.
          if (event.key.length > 1) field.announce();
          onKeyDown?.(event);
        }}
      />
    </label>
  );
}

/** The letter is painted before the list is filtered, which takes several frames on a slow phone. */
function useTypedLater(value: string, onValue: (text: string) => void) {
  const waiting = useRef<string>();
  const latest = useRef(onValue);
  latest.current = onValue;
  const announce = (): void => {
    const text = waiting.current;
    waiting.current = undefined;
    if (text !== undefined) latest.current(text);
  };
  useEffect(() => () => void (waiting.current = undefined), []);
  return {
    shown: () => waiting.current ?? value,
    type(text: string): void {
      const isWaiting = waiting.current !== undefined;
      waiting.current = text;
      if (!isWaiting) void afterFrame().then(announce);
    },
    announce,
  };
}
