import { useState } from 'preact/hooks';
import type { PlaceSuggestion } from '../../../view/compose/place-suggestions.ts';
import {
  onTypeaheadKey,
  TypeaheadList,
  TypeaheadNone,
  typeaheadProps,
} from '../../kit/lists/typeahead-list.tsx';
import { SuggestionRow } from './suggestion-row.tsx';
import './writing-area.css';

type Props<Value> = {
  name: string;
  label: string;
  placeholder: string;
  value: string;
  /** Called only while the field is open, since it is slow with a thousand channels. */
  suggest: () => readonly PlaceSuggestion<Value>[];
  /** Shown when nothing matches. */
  noneText?: string | undefined;
  maxLength?: number;
  onInput: (text: string) => void;
  onChoose: (value: Value) => void;
  onLeave?: () => void;
  /** Any text is valid: a suggestion is taken only after an arrow key has selected it. */
  isFree?: boolean;
  /** Called by Backspace in the empty field. */
  onBack?: () => void;
};

/** A field of the line that says where a message goes, with suggestions above the card. */
export function PlaceField<Value>(props: Props<Value>) {
  const { name, label, value, noneText, onInput, onLeave, isFree = false } = props;
  const id = `compose-place-${name}`;
  const { isOpen, setOpen, active, setActive, suggestions, choose, onKeyDown } = useSuggestionList(props);
  const isShown = suggestions.length > 0;
  return (
    <>
      <input
        class={`destination-field destination-${name}`}
        name={name}
        value={value}
        placeholder={props.placeholder}
        aria-label={label}
        maxLength={props.maxLength}
        autoComplete="off"
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

/** Which suggestions are shown and active, and the keys for them. None is active at first: Tab and Enter then take none. */
function useSuggestionList<Value>({ value, suggest, onChoose, onBack }: Props<Value>) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const suggestions = isOpen ? suggest() : [];
  const size = suggestions.length;
  const choose = (index: number) => {
    const chosen = suggestions[index];
    if (chosen !== undefined) onChoose(chosen.value);
    setOpen(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With no active suggestion, Escape leaves the field as well.
    if (size > 0 && active >= 0 && event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      setOpen(false);
    } else if (event.key === 'Backspace' && value === '') onBack?.();
    else if (size === 0 && event.key === 'ArrowDown') setOpen(true);
    else if (active < 0 && (event.key === 'Tab' || event.key === 'Enter')) setOpen(false);
    else onTypeaheadKey(event, { size, active, onActive: setActive, onChoose: choose });
  };
  return { isOpen, setOpen, active, setActive, suggestions, choose, onKeyDown };
}
