import { useState } from 'preact/hooks';
import type { PlaceSuggestion } from '../../../view/compose/place-suggestions.ts';
import {
  onTypeaheadKey,
  TypeaheadList,
  TypeaheadNone,
  typeaheadProps,
} from '../../base/lists/typeahead-list.tsx';
import { SuggestionRow } from './suggestion-row.tsx';
import './writing-area.css';

type Props<Value> = {
  name: string;
  label: string;
  placeholder: string;
  value: string;
  /** Asked only while the field is open: among a thousand channels it takes a while. */
  suggest: () => readonly PlaceSuggestion<Value>[];
  /** Said where nothing of that name is there. */
  noneText?: string | undefined;
  maxLength?: number;
  onInput: (text: string) => void;
  onChoose: (value: Value) => void;
  onLeave?: () => void;
  /** What is written counts as it is: a suggestion is only taken when it was gone to. */
  isFree?: boolean;
  /** Backspace where nothing is written. */
  onBack?: () => void;
};

/** A field of the line that says where a message goes, with suggestions above the card. */
export function PlaceField<Value>(props: Props<Value>) {
  const {
    name,
    label,
    placeholder,
    value,
    suggest,
    noneText,
    maxLength,
    onInput,
    onChoose,
    onLeave,
    onBack,
    isFree = false,
  } = props;
  const id = `compose-place-${name}`;
  const [isOpen, setOpen] = useState(false);
  // None before something is written, so that Tab and Enter change nothing unasked.
  const [active, setActive] = useState(-1);
  const suggestions = isOpen ? suggest() : [];
  const isShown = suggestions.length > 0;
  const choose = (index: number) => {
    const chosen = suggestions[index];
    if (chosen !== undefined) onChoose(chosen.value);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    const size = isShown ? suggestions.length : 0;
    // Where none was gone to, nobody asked for suggestions: Escape leaves them and the field.
    if (isShown && active >= 0 && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && value === '') onBack?.();
    else if (!isShown && event.key === 'ArrowDown') setOpen(true);
    else if (active < 0 && (event.key === 'Tab' || event.key === 'Enter')) setOpen(false);
    else onTypeaheadKey(event, { size, active, onActive: setActive, onChoose: choose });
  };
  return (
    <>
      <input
        class={`destination-field destination-${name}`}
        name={name}
        value={value}
        placeholder={placeholder}
        aria-label={label}
        maxLength={maxLength}
        autoComplete="off"
        dir="auto"
        {...typeaheadProps(id, isShown, active)}
        aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
        onInput={(event) => {
          onInput(event.currentTarget.value);
          setActive(isFree ? -1 : 0);
          setOpen(true);
        }}
        onFocusIn={(event) => {
          event.currentTarget.select();
          setActive(-1);
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
        onFocusOut={() => {
          setOpen(false);
          onLeave?.();
        }}
      />
      {isOpen && !isShown && noneText !== undefined && value.trim() !== '' && (
        <div class="writing-suggestions">
          <TypeaheadNone text={noneText} />
        </div>
      )}
      {isShown && (
        <div class="writing-suggestions">
          <TypeaheadList
            id={id}
            label={label}
            active={Math.min(active, suggestions.length - 1)}
            onActive={setActive}
            onChoose={choose}
            items={suggestions.map((one) => ({ key: one.key, content: <SuggestionRow of={one} /> }))}
          />
        </div>
      )}
    </>
  );
}
