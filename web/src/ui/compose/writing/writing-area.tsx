import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { withLevel, withNextItem } from '../../../view/compose/list-lines.ts';
import { getFormat, formatted, inserted, type TextSelection } from '../../../view/text/format.ts';
import { getCommand } from '../../../view/text/keys.ts';
import { preference } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { onTypeaheadKey, TypeaheadList } from '../../kit/lists/typeahead-list.tsx';
import { useClient } from '../../page/client.tsx';
import { runCommand } from '../../page/keyboard.ts';
import { useId } from '../../kit/use-id.ts';
import { SuggestionPlace, SuggestionRow } from './suggestion-row.tsx';
import { paste } from '../pasting/paste.ts';
import { useSuggestions, type Suggestions } from './use-suggestions.ts';
import type { EditedText } from '../state/edited-text.ts';
import { explainEnter } from '../state/enter-hint.ts';
import './writing-area.css';

export type WritingAreaProps = {
  area: RefObject<HTMLTextAreaElement>;
  written: EditedText;
  /** Accessible name of the field. */
  label: string;
  onSend: () => void;
  onFiles: (files: readonly File[]) => void;
  /** Replaces the selection with a text. */
  onInsert: (text: string) => void;
  onCopy: (event: ClipboardEvent & { currentTarget: HTMLTextAreaElement }) => void;
};

export const getPassage = (area: HTMLTextAreaElement): TextSelection => ({
  text: area.value,
  start: area.selectionStart,
  end: area.selectionEnd,
});

/** Replaces the text of the field and sets the selection, for a button or a suggestion. */
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

/** The text field, with suggestions for names, emoji and so on, and keys that format. */
export function WritingArea(props: WritingAreaProps) {
  const { area, written, label } = props;
  const listId = useId();
  const text = written.read();
  const choice = useSuggestionChoice(area, written);
  const { suggestions, active, setActive, setCaret } = choice;
  const shown = suggestions.all.length > 0;
  const { onPasteKey, onPaste } = usePasting(props);
  const onWritingKey = useWritingKeys(props, choice);
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
            onChoose={choice.choose}
            items={suggestions.all.map((one) => ({ key: one.key, content: <SuggestionRow of={one} /> }))}
          />
        </SuggestionPlace>
      )}
      <textarea
        class="compose-text"
        ref={area}
        rows={1}
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
        onKeyDown={(event) => {
          onPasteKey(event);
          onWritingKey(event);
        }}
        onPointerDown={() => setCaret(undefined)}
        onFocusOut={() => setCaret(undefined)}
        onPaste={onPaste}
        onCopy={props.onCopy}
      />
    </div>
  );
}

/** Ctrl+Shift+V pastes plain text: the paste event does not say which keys caused it. */
function usePasting({ onFiles, onInsert }: WritingAreaProps) {
  const isPlain = useRef(false);
  const onPasteKey = (event: KeyboardEvent) => {
    isPlain.current = event.shiftKey && (event.key.toLowerCase() === 'v' || event.code === 'KeyV');
  };
  const onPaste = (event: ClipboardEvent & { currentTarget: HTMLTextAreaElement }) => {
    const field = event.currentTarget;
    const options = { getPassage: () => getPassage(field), isPlain: isPlain.current };
    paste(event, { ...options, onFiles, onText: onInsert });
    isPlain.current = false;
  };
  return { onPasteKey, onPaste };
}

/** The suggestions for what is before the caret (none while it is undefined), and which of them is active. */
function useSuggestionChoice(area: RefObject<HTMLTextAreaElement>, written: EditedText) {
  const [caret, setCaret] = useState<number>();
  const [active, setActive] = useState(0);
  const suggestions = useSuggestions(written, written.read(), caret);
  const choose = (index: number, by = suggestions.all[index]?.text) => {
    if (area.current === null || by === undefined) return;
    const next = completed(getPassage(area.current), suggestions, by);
    applyPassage(area.current, written, next);
    // A chosen channel may continue with its topic.
    setCaret(by.endsWith('>') ? next.end : undefined);
    setActive(0);
  };
  return { suggestions, active, setActive, setCaret, choose };
}

type SuggestionChoice = ReturnType<typeof useSuggestionChoice>;

/** Keys in an empty field, keys for the suggestions, keys that send, and keys that format, in this order. */
function useWritingKeys({ area, written, onSend }: WritingAreaProps, choice: SuggestionChoice) {
  const client = useClient();
  return (event: KeyboardEvent): void => {
    if (written.isNew && emptyFieldKey(event, written.read())) return;
    if (choice.suggestions.all.length > 0 && suggestionKey(event, choice)) return;
    const isModified = event.ctrlKey || event.metaKey;
    const enterSends = preference(client.live, 'enter_sends') === true;
    if (event.key === 'Enter' && written.isNew && !event.isComposing) explainEnter(client, written.to);
    if (event.key === 'Enter' && (isModified || (enterSends && !event.shiftKey))) {
      event.preventDefault();
      onSend();
      return;
    }
    if (area.current !== null && listKey(event, area.current, written)) return;
    const format = getFormat(event);
    if (format === undefined || area.current === null) return;
    event.preventDefault();
    event.stopPropagation();
    applyPassage(area.current, written, formatted(format, getPassage(area.current)));
  };
}

/** @returns whether the key was for an item of a list */
function listKey(event: KeyboardEvent, area: HTMLTextAreaElement, written: EditedText): boolean {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
  if (!isPlain || (event.key !== 'Enter' && event.key !== 'Tab')) return false;
  const passage = getPassage(area);
  const next = event.key === 'Enter' ? withNextItem(passage) : withLevel(passage, { isBack: event.shiftKey });
  if (next === undefined) return false;
  event.preventDefault();
  applyPassage(area, written, next);
  return true;
}

/** In an empty field, Up and Left edit the last message. Page Up and Page Down always scroll the message list. */
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

/** The text with the token before the caret replaced. */
const completed = ({ text, end }: TextSelection, { token }: Suggestions, by: string): TextSelection =>
  inserted({ text, start: token?.start ?? end, end }, by);

/** @returns whether the key was for the suggestions */
function suggestionKey(event: KeyboardEvent, choice: SuggestionChoice): boolean {
  const { active, setActive, choose, setCaret } = choice;
  const { token, all } = choice.suggestions;
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

/** Takes dropped or pasted files; without files, the browser inserts the text. */
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

/** With `field-sizing`, the page is laid out once per key press; setting the height takes two layouts. */
const growsByItself = 'CSS' in window && CSS.supports('field-sizing', 'content');

/** Makes the field as high as its text, up to the limit in the style sheet. */
function useGrowth(area: RefObject<HTMLTextAreaElement>, text: string): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (!element || growsByItself) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight}px`;
  }, [text]);
}

/** Changes the text of a field as if it were typed, so that the browser's undo (Ctrl+Z) reverts it. */
function typeOver(area: HTMLTextAreaElement, text: string): void {
  const before = area.value;
  if (before === text) return;
  const same = sameAtStart(before, text);
  // Replaces the selection, so that undo restores it.
  const start = Math.min(same, area.selectionStart);
  const end = Math.min(sameAtEnd(before, text, same), before.length - area.selectionEnd);
  area.setSelectionRange(start, before.length - end);
  typeIn(text.slice(start, text.length - end));
  // Without `insertText`, there is no undo.
  if (area.value !== text) area.value = text;
}

/** The only way to change a field that keeps its undo history. The caller stores the text itself. */
function typeIn(text: string): void {
  const keep = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('input', keep, { capture: true });
  try {
    if (text === '') document.execCommand('delete');
    else document.execCommand('insertText', undefined, text);
  } catch {
    // Not every browser supports it.
  } finally {
    window.removeEventListener('input', keep, { capture: true });
  }
}

/** In UTF-16 units, never splitting a surrogate pair. */
function sameAtStart(a: string, b: string): number {
  let size = 0;
  while (size < a.length && size < b.length && a.charCodeAt(size) === b.charCodeAt(size)) size++;
  return isLead(a.charCodeAt(size - 1)) ? size - 1 : size;
}

function sameAtEnd(a: string, b: string, start: number): number {
  const most = Math.min(a.length, b.length) - start;
  let size = 0;
  while (size < most && a.charCodeAt(a.length - 1 - size) === b.charCodeAt(b.length - 1 - size)) size++;
  return isTrail(a.charCodeAt(a.length - size)) ? size - 1 : size;
}

const isLead = (unit: number): boolean => unit >= 0xd8_00 && unit < 0xdc_00;
const isTrail = (unit: number): boolean => unit >= 0xdc_00 && unit < 0xe0_00;
