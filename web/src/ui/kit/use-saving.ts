import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiFailure } from '../../connection/api.ts';
import type { SaveState } from './field.tsx';
import { failureText } from '../../view/text/failure.ts';

/** The state of a control that saves each change at once. */
export function useSaving(): [SaveState, (saving: Promise<ApiFailure | undefined>) => void] {
  const [state, setState] = useState<SaveState>('idle');
  const save = async (saving: Promise<ApiFailure | undefined>) => {
    setState('saving');
    const failure = await saving;
    setState(failure === undefined ? 'saved' : { error: failureText(failure) });
  };
  return [state, (saving) => void save(saving)];
}

/**
 * A text field that saves when the person leaves it. It follows changes by others until it is edited, and keeps the
 * input when it is refused.
 * @param isRequired an empty input changes nothing, and spaces around it are removed
 * @returns properties of the field
 */
export function useSavedText(
  current: string,
  change: (text: string) => Promise<ApiFailure | undefined>,
  { isRequired = false } = {},
) {
  const [draft, setDraft] = useState<string>();
  const [state, setState] = useState<SaveState>('idle');
  const latest = useRef(current);
  const saved = useRef<string>();
  latest.current = current;
  useEffect(() => {
    const written = saved.current;
    saved.current = undefined;
    setDraft((text) => (text === written ? undefined : text));
  }, [current]);
  const commit = async (written: string) => {
    const text = isRequired ? written.trim() : written;
    if (text === current || (isRequired && text === '')) {
      setDraft(undefined);
      setState('idle');
      return;
    }
    setState('saving');
    const failure = await change(text);
    setState(failure === undefined ? 'saved' : { error: failureText(failure) });
    if (failure !== undefined) return;
    // Shows the saved text until its event arrives, which may be before or after the response.
    saved.current = written;
    if (latest.current !== current) setDraft((text) => (text === written ? undefined : text));
  };
  return {
    value: draft ?? current,
    // An unchanged text has nothing to save, and follows changes by others again.
    onInput: (text: string) => setDraft(text === current ? undefined : text),
    onCommit: (text: string) => void commit(text),
    save: state,
  };
}
