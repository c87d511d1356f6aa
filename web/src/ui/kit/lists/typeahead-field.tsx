import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useId } from '../use-id.ts';
import './people-picker.css';
import { onTypeaheadKey, TypeaheadList, TypeaheadNone, typeaheadProps } from './typeahead-list.tsx';

export type TypeaheadOption = { key: string; content: ComponentChildren; choose: () => void };

type Props = {
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Those that match the text. */
  options: readonly TypeaheadOption[];
  /** Shown when there is a text and nothing matches; undefined while that is not known yet. */
  none: string | undefined;
  /** What the first letter would wait for can be prepared here. */
  onFocus?: () => void;
  /** Backspace in the empty field. */
  onBackspace?: (() => void) | undefined;
  /** Chips before the field. */
  children?: ComponentChildren;
};

/** A field that finds options by parts of their names: arrow keys select one, Enter or Tab chooses it. */
export function TypeaheadField(props: Props) {
  const { label, placeholder, text, onText, options, none, onFocus, onBackspace, children } = props;
  const id = useId();
  const [active, setActive] = useState(0);
  const type = (typed: string) => {
    onText(typed);
    setActive(0);
  };
  const choose = (index: number) => {
    options[index]?.choose();
    type('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (onTypeaheadKey(event, { size: options.length, active, onActive: setActive, onChoose: choose }))
      return;
    // Enter after a name without matches does not submit the form that the field is in.
    if (event.key === 'Enter' && text.trim() !== '') event.preventDefault();
    if (event.key === 'Backspace' && text === '') onBackspace?.();
  };
  return (
    <div class="people-picker">
      <label class="field-label" for={`${id}-input`}>
        {label}
      </label>
      <div class="people-picker-box">
        {children}
        <input
          id={`${id}-input`}
          class="people-picker-input"
          type="text"
          value={text}
          placeholder={placeholder}
          autoComplete="off"
          {...typeaheadProps(id, options.length > 0, active)}
          {...(onFocus && { onFocusIn: onFocus })}
          onInput={(event) => type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      {options.length === 0 && text.trim() !== '' && none !== undefined && <TypeaheadNone text={none} />}
      {options.length > 0 && (
        <TypeaheadList
          id={id}
          label={label}
          active={active}
          onActive={setActive}
          onChoose={choose}
          items={options}
        />
      )}
    </div>
  );
}
