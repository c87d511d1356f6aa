import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { getFormat, formatted, inserted, type TextSelection } from '../../../view/text/format.ts';
import { getCommand } from '../../../view/text/keys.ts';
import { preference } from '../../../view/settings/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { onTypeaheadKey, TypeaheadList } from '../../base/lists/typeahead-list.tsx';
import { useClient } from '../../page/client.tsx';
import { runCommand } from '../../page/keyboard.ts';
import { useId } from '../../base/use-id.ts';
import { SuggestionPlace } from './suggestion-place.tsx';
import { SuggestionRow } from './suggestion-row.tsx';
import { paste } from '../pasting/paste.ts';
import { typeOver } from './type-over.ts';
import { useSuggestions, type Suggestions } from './use-suggestions.ts';
import './writing-area.css';
import type { EditedText } from '../state/edited-text.ts';

export type WritingAreaProps = {
  area: RefObject<HTMLTextAreaElement>;
  written: EditedText;
  /** What the field is for. */
  label: string;
  onSend: () => void;
  onFiles: (files: readonly File[]) => void;
  /** Puts a text in the place of what is selected. */
  onInsert: (text: string) => void;
};

export const getPassage = (area: HTMLTextAreaElement): TextSelection => ({
  text: area.value,
  start: area.selectionStart,
  end: area.selectionEnd,
});

/** Writes what a button or a suggestion made of the text, and leaves the caret where it belongs. */
export function applyPassage(
  area: HTMLTextAreaElement,
  written: EditedText,
  { text, start, end }: TextSelection,
): void {
  area.focus();
  typeOver(area, text);
  area.setSelectionRange(start, end);
  written.write(text);
}

/** The text field, with suggestions for names while one writes them, and keys that format. */
export function WritingArea({ area, written, label, onSend, onFiles, onInsert }: WritingAreaProps) {
  const client = useClient();
  const listId = useId();
  const text = written.read();
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const isPlainPaste = useRef(false);
  const suggestions = useSuggestions(written, text, caret);
  const shown = suggestions.all.length > 0;
  const choose = (index: number, by = suggestions.all[index]?.text) => {
    if (area.current === null || by === undefined) return;
    const next = completed(getPassage(area.current), suggestions, by);
    applyPassage(area.current, written, next);
    // A chosen channel may continue with its topic.
    setCaret(by.endsWith('>') ? next.end : undefined);
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    isPlainPaste.current = event.shiftKey && (event.key.toLowerCase() === 'v' || event.code === 'KeyV');
    if (written.isNew && emptyFieldKey(event, text)) return;
    if (shown && suggestionKey(event, suggestions, { active, setActive, choose, setCaret })) return;
    const isModified = event.ctrlKey || event.metaKey;
    const enterSends = preference(client.live, 'enter_sends') === true;
    if (event.key === 'Enter' && (isModified || (enterSends && !event.shiftKey))) {
      event.preventDefault();
      onSend();
      return;
    }
    const format = getFormat(event);
    if (format === undefined || area.current === null) return;
    event.preventDefault();
    event.stopPropagation();
    applyPassage(area.current, written, formatted(format, getPassage(area.current)));
  };
  useGrowth(area, text);
  return (
    <div class="writing">
      {shown && (
        <SuggestionPlace area={area}>
          <TypeaheadList
            id={listId}
            label={t('compose.suggestions')}
            active={Math.min(active, suggestions.all.length - 1)}
            onActive={setActive}
            onChoose={choose}
            items={suggestions.all.map((one) => ({ key: one.key, content: <SuggestionRow of={one} /> }))}
          />
        </SuggestionPlace>
      )}
      <textarea
        class="compose-text"
        ref={area}
        rows={1}
        dir="auto"
        value={text}
        placeholder={written.isNew ? t('compose.placeholder') : undefined}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={shown ? listId : undefined}
        aria-activedescendant={shown ? `${listId}-${active}` : undefined}
        onInput={(event) => {
          written.write(event.currentTarget.value);
          setActive(0);
          setCaret(event.currentTarget.selectionEnd);
        }}
        onKeyDown={onKeyDown}
        onPointerDown={() => setCaret(undefined)}
        onFocusOut={() => setCaret(undefined)}
        onPaste={(event) => {
          const field = event.currentTarget;
          paste(event, {
            getPassage: () => getPassage(field),
            isPlain: isPlainPaste.current,
            onFiles,
            onText: onInsert,
          });
          isPlainPaste.current = false;
        }}
      />
    </div>
  );
}

/** Before anything is written, the arrows back lead to the last message; pages are always those of the list. */
function emptyFieldKey(event: KeyboardEvent, text: string): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
  const isBack = event.key === 'ArrowUp' || event.key === 'ArrowLeft';
  const isEnd = event.key === 'Home' || event.key === 'End';
  const command =
    event.key === 'PageUp' || event.key === 'PageDown' || (isEnd && text === '')
      ? getCommand(event)
      : isBack && text === ''
        ? 'edit-last'
        : undefined;
  if (command === undefined || !runCommand(command)) return false;
  event.preventDefault();
  return true;
}

/** In the place of what was written of it, up to the caret. */
const completed = ({ text, end }: TextSelection, { token }: Suggestions, by: string): TextSelection =>
  inserted({ text, start: token?.start ?? end, end }, by);

type Choice = {
  active: number;
  setActive: (index: number) => void;
  choose: (index: number, by?: string) => void;
  setCaret: (caret: number | undefined) => void;
};

/** @returns whether the key was for the suggestions */
function suggestionKey(event: KeyboardEvent, { token, all }: Suggestions, choice: Choice): boolean {
  const { active, setActive, choose, setCaret } = choice;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Escape') {
    setCaret(undefined);
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  if (token?.kind === 'channel' && event.key === '>') {
    event.preventDefault();
    choose(active, `#**${all[active]?.label ?? ''}>`);
    return true;
  }
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') setCaret(undefined);
  return onTypeaheadKey(event, { size: all.length, active, onActive: setActive, onChoose: choose });
}

/** Files from another window; text goes its usual way. */
export function takeFiles(
  event: Event,
  from: DataTransfer | null,
  onFiles: (files: readonly File[]) => void,
): void {
  const files = [...(from?.files ?? [])];
  if (files.length === 0) return;
  event.preventDefault();
  onFiles(files);
}

/** Where the style sheet can do it, the page is laid out once for a key instead of twice. */
const growsByItself = 'CSS' in window && CSS.supports('field-sizing', 'content');

/** As high as its text; the style sheet says how high at most. */
function useGrowth(area: RefObject<HTMLTextAreaElement>, text: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || growsByItself) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
}
