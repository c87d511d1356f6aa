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
  /** What is written counts as it is: a suggestion is only taken when it was gone to. */
  isFree?: boolean;
  /** A dialog opens with the focus here, and what stands here selected. */
  isFirst?: boolean;
};

/** A text field that suggests while one writes; anything may be written. */
export function SuggestField(props: SuggestFieldProps) {
  const { label, value, suggestions, onInput, placeholder, maxLength, isDisabled, isInvalid } = props;
  const { isFree = false, isFirst = false } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const begin = isFree ? -1 : 0;
  const [active, setActive] = useState(begin);
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
    else if (active < 0 && (event.key === 'Tab' || event.key === 'Enter')) setOpen(false);
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
        data-first-field={isFirst}
        {...typeaheadProps(`${id}-list`, isShown, active)}
        aria-activedescendant={isShown && active >= 0 ? `${id}-list-${active}` : undefined}
        onInput={(event) => {
          onInput(event.currentTarget.value);
          setActive(begin);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onFocusOut={() => setOpen(false)}
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
