import type { Signal } from '@preact/signals';
import { Search } from 'lucide-preact';
import { Icon } from '../base/icon.tsx';

/** Shows less of the list beneath it as one types. */
export function FilterField({ label, text }: { label: string; text: Signal<string> }) {
  return (
    <label class="channels-filter">
      <Icon of={Search} />
      <input
        class="channels-filter-input"
        type="text"
        value={text.value}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        onInput={(event) => (text.value = event.currentTarget.value)}
      />
    </label>
  );
}
