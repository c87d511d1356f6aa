import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './typeahead-list.css';

type TypeaheadItem = { key: string; content: ComponentChildren };

export type TypeaheadListProps = {
  id: string;
  label: string;
  items: readonly TypeaheadItem[];
  /** Index of the suggestion that Enter takes. */
  active: number;
  onActive: (index: number) => void;
  onChoose: (index: number) => void;
};

/** Suggestions for a text field, which keeps the focus: give it `typeaheadProps` and `onTypeaheadKey`. */
export function TypeaheadList({ id, label, items, active, onActive, onChoose }: TypeaheadListProps) {
  const current = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => current.current?.scrollIntoView({ block: 'nearest' }), [active]);
  return (
    <ul class="typeahead" role="listbox" id={id} aria-label={label}>
      {items.map((item, i) => (
        <li
          key={item.key}
          id={`${id}-${i}`}
          class="typeahead-item"
          role="option"
          aria-selected={i === active}
          ref={i === active ? current : null}
          onPointerMove={() => i !== active && onActive(i)}
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(i);
          }}
        >
          {item.content}
        </li>
      ))}
    </ul>
  );
}

/** Shown in place of suggestions: nothing matches. */
export const TypeaheadNone = ({ text }: { text: string }) => (
  <p class="typeahead-none" role="status">
    {text}
  </p>
);

/** ARIA attributes of the text field. */
export const typeaheadProps = (id: string, isOpen: boolean, active: number) => ({
  role: 'combobox' as const,
  'aria-autocomplete': 'list' as const,
  'aria-expanded': isOpen,
  'aria-controls': id,
  'aria-activedescendant': isOpen ? `${id}-${active}` : undefined,
});

/** @returns whether the key was handled */
export function onTypeaheadKey(
  event: KeyboardEvent,
  list: {
    size: number;
    active: number;
    onActive: (index: number) => void;
    onChoose: (index: number) => void;
  },
): boolean {
  const { size, active, onActive, onChoose } = list;
  if (size === 0) return false;
  if (event.key === 'ArrowDown') onActive((active + 1) % size);
  else if (event.key === 'ArrowUp') onActive((active + size - 1) % size);
  else if (event.key === 'Enter' || event.key === 'Tab') onChoose(active);
  else return false;
  event.preventDefault();
  return true;
}
