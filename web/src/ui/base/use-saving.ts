import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../api.ts';
import type { SaveState } from './field.tsx';
import { failureText } from '../page/failure.ts';

/** What stands beside a control that saves at once. */
export function useSaving(): [SaveState, (saving: Promise<ApiFailure | undefined>) => void] {
  const [state, setState] = useState<SaveState>('idle');
  const save = async (saving: Promise<ApiFailure | undefined>) => {
    setState('saving');
    const failure = await saving;
    setState(failure === undefined ? 'saved' : { error: failureText(failure) });
  };
  return [state, (saving) => void save(saving)];
}
