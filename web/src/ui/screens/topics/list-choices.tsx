/** Filters and order, above a list of conversations. */
import type { Signal } from '@preact/signals';
import { ArrowDown, ArrowUp } from 'lucide-preact';
import type { RowSort } from '../../../view/channels/conversation-rows.ts';
import { t } from '../../../view/text/text.ts';
import { FilterField } from '../../kit/filter-field.tsx';
import { Icon } from '../../kit/icon.tsx';

export type ListFilter<Filter> = {
  filters: ReadonlySet<Filter>;
  sort: RowSort;
  isReversed: boolean;
};

type Props<Filter> = { chosen: ListFilter<Filter>; choose: (change: Partial<ListFilter<Filter>>) => void };

type ChoicesProps<Filter> = Props<Filter> & {
  /** Label of the text field. */
  label: string;
  /** The text of the filter. */
  typed: Signal<string>;
  filters: readonly Filter[];
  getText: (filter: Filter) => string;
  onKeyDown?: (event: KeyboardEvent) => void;
};

export function ListChoices<Filter extends string>(props: ChoicesProps<Filter>) {
  const { label, typed, filters, getText, onKeyDown, chosen, choose } = props;
  return (
    <div class="frame-column recent-choices">
      <FilterField
        class="recent-filter"
        label={label}
        value={typed.value}
        onValue={(text) => (typed.value = text)}
        {...(onKeyDown && { onKeyDown })}
      />
      <div class="recent-toggles">
        {filters.map((filter) => (
          <button
            key={filter}
            type="button"
            class="recent-toggle"
            aria-pressed={chosen.filters.has(filter)}
            onClick={() => choose({ filters: chosen.filters.symmetricDifference(new Set([filter])) })}
          >
            {getText(filter)}
          </button>
        ))}
      </div>
    </div>
  );
}

/** @param name of the column of names */
export function ListColumns<Filter>({ name, chosen, choose }: Props<Filter> & { name: string }) {
  const column = (sort: RowSort, text: string) => (
    <button
      type="button"
      class={`recent-column recent-column-${sort}`}
      aria-label={t('recent.sortedBy', { name: text })}
      aria-pressed={chosen.sort === sort}
      onClick={() => choose({ sort, isReversed: chosen.sort === sort && !chosen.isReversed })}
    >
      <span class="one-line">{text}</span>
      {chosen.sort === sort && <Icon of={chosen.isReversed ? ArrowUp : ArrowDown} />}
    </button>
  );
  return (
    <div class="frame-column">
      <div class="recent-columns">
        {column('conversation', name)}
        <span class="recent-column recent-column-people">{t('recent.participants')}</span>
        {column('last', t('recent.last'))}
        {column('unread', t('recent.unread'))}
      </div>
    </div>
  );
}
