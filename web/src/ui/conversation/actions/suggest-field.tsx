import { useState } from 'preact/hooks';
import { onTypeaheadKey, TypeaheadList, typeaheadProps } from '../../kit/lists/typeahead-list.tsx';
import './suggest-field.css';
import { useId } from '../../kit/use-id.ts';

export type SuggestFieldProps = {
  label: string;
  value: string;
  /** Matches of the value, best first. */
  suggestions: readonly string[];
  onInput: (value: string) => void;
  placeholder?: string;
  maxLength?: number;
  isDisabled?: boolean;
  isInvalid?: boolean;
  /** Any text is valid: a suggestion is taken only after an arrow key has selected it. */
  isFree?: boolean;
  /** The dialog opens with the focus here and the value selected. */
  isFirst?: boolean;
};

/** A text field with suggestions, which takes any text. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, value, suggestions, onInput, isFirst = false } = props;
  const id = useId();
  const { isShown, open, close, active, setActive, choose, onKeyDown } = useSuggestions(props);
  return (
    <div class="suggest-field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <input
        class="field-control"
        id={id}
        value={value}
        placeholder={props.placeholder}
        maxLength={props.maxLength}
        disabled={props.isDisabled}
        aria-invalid={props.isInvalid}
        autoComplete="off"
        data-first-field={isFirst}
        {...typeaheadProps(`${id}-list`, isShown, active)}
        aria-activedescendant={isShown && active >= 0 ? `${id}-list-${active}` : undefined}
        onInput={(event) => {
          onInput(event.currentTarget.value);
          open();
        }}
        onKeyDown={onKeyDown}
        onFocusOut={close}
      />
      {isShown && (
        <div class="suggest-field-list">
          <TypeaheadList
            id={`${id}-list`}
            label={label}
            items={suggestions.map((text) => ({ key: text, content: <span class="one-line">{text}</span> }))}
            active={active}
            onActive={setActive}
            onChoose={choose}
          />
        </div>
      )}
    </div>
  );
}

/** Whether suggestions are shown, which is active, and the keys for them. */
function useSuggestions({ suggestions, onInput, isFree = false }: SuggestFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const first = isFree ? -1 : 0;
  const [active, setActive] = useState(first);
  const isShown = isOpen && suggestions.length > 0;
  const open = () => {
    setActive(first);
    setOpen(true);
  };
  const close = () => setOpen(false);
  const choose = (index: number) => {
    const chosen = suggestions[index];
    if (chosen !== undefined) onInput(chosen);
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const list = { size: isShown ? suggestions.length : 0, active, onActive: setActive, onChoose: choose };
    if (isShown && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      close();
    } else if (!isShown && event.key === 'ArrowDown') setOpen(true);
    else if (active < 0 && (event.key === 'Tab' || event.key === 'Enter')) close();
    else onTypeaheadKey(event, list);
  };
  return { isShown, open, close, active, setActive, choose, onKeyDown };
}
