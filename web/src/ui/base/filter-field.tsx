import { Search } from 'lucide-preact';
import { Icon } from './icon.tsx';
import './filter-field.css';

interface Props {
  label: string;
  value: string;
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
  return (
    <label class={`filter-field ${isSunken ? 'filter-field-sunken' : ''} ${rest.class ?? ''}`}>
      <Icon of={Search} />
      <input
        id={id}
        class="filter-field-input"
        type="text"
        value={value}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        onInput={(event) => onValue(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
    </label>
  );
}
