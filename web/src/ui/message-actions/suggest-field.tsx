import { useState } from 'preact/hooks';
import { onTypeaheadKey, TypeaheadList, typeaheadProps } from '../base/lists/typeahead-list.tsx';
import './suggest-field.css';
import { useId } from '../base/use-id.ts';

export type SuggestFieldProps = {
  label: string;
  value: string;
  /** Those that fit what is written, best first. */
  suggestions: readonly string[];
  onInput: (value: string) => void;
  placeholder?: string;
  maxLength?: number;
  isDisabled?: boolean;
  isInvalid?: boolean;
};

/** A text field that suggests while one writes; anything may be written. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, value, suggestions, onInput, placeholder, maxLength, isDisabled, isInvalid } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const isShown = isOpen && suggestions.length > 0;
  const choose = (index: number) => {
    const chosen = suggestions[index];
    if (chosen !== undefined) onInput(chosen);
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const list = { size: isShown ? suggestions.length : 0, active, onActive: setActive, onChoose: choose };
    if (isShown && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (!isShown && event.key === 'ArrowDown') setOpen(true);
    else onTypeaheadKey(event, list);
  };
  return (
    <div class="suggest-field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <input
        class="field-control"
        id={id}
        value={value}
        placeholder={placeholder}
        maxLength={maxLength}
        disabled={isDisabled}
        aria-invalid={isInvalid}
        autoComplete="off"
        {...typeaheadProps(`${id}-list`, isShown, active)}
        onInput={(event) => {
          onInput(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setOpen(false)}
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
