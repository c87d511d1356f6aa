import { Search } from 'lucide-preact';
import { useEffect, useRef } from 'preact/hooks';
import { afterFrame } from '../page/quiet.ts';
import { Icon } from './icon.tsx';
import './filter-field.css';

interface Props {
  label: string;
  value: string;
  /**
   * Called at once where the list is drawn quickly, otherwise after the frame that shows the input, once for several letters;
   * in any case before a key that is not a letter is handled.
   */
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
        spellcheck={false}
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

/** Milliseconds of scripting for a new list that leave time for layout and paint in the frame of the letter. */
const shortMs = 5;

/**
 * The letter is painted before the list is filtered where that takes several frames, as on a slow phone. Elsewhere one frame
 * shows both. The first time shows which.
 */
function useTypedLater(value: string, onValue: (text: string) => void) {
  const waiting = useRef<string>();
  const tookMs = useRef(Infinity);
  const latest = useRef(onValue);
  latest.current = onValue;
  const announce = (): void => {
    const text = waiting.current;
    waiting.current = undefined;
    if (text === undefined) return;
    const start = performance.now();
    latest.current(text);
    // The rows are drawn by then.
    queueMicrotask(() => (tookMs.current = performance.now() - start));
  };
  useEffect(() => () => void (waiting.current = undefined), []);
  return {
    shown: () => waiting.current ?? value,
    type(text: string): void {
      const isWaiting = waiting.current !== undefined;
      waiting.current = text;
      if (isWaiting) return;
      if (tookMs.current < shortMs) announce();
      else void afterFrame().then(announce);
    },
    announce,
  };
}
