import { Search } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { afterFrame } from '../page/quiet.ts';
import { Icon } from './icon.tsx';
import './filter-field.css';

interface Props {
  label: string;
  value: string;
  /** Called after the frame that shows what was typed, once for all of it; at once before a key that is no letter. */
  onValue: (text: string) => void;
  id?: string;
  /** Where it lies and how wide it is. */
  class?: string;
  /** On a ground of its own instead of within a line. */
  isSunken?: boolean;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** Shows less of the list beneath it as one types. */
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
          // They are for the list as it is with all that was typed.
          if (event.key.length > 1) field.announce();
          onKeyDown?.(event);
        }}
      />
    </label>
  );
}

/** The letter is seen before the list is looked through and drawn again: on a slow phone that takes several frames. */
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
