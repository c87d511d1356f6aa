import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../../../connection/api.ts';
import { inOrder } from '../../../../view/channels/order.ts';
import type { SaveState } from '../../../kit/field.tsx';
import { failureText } from '../../../../view/text/failure.ts';

type Order<Item> = {
  items: readonly Item[];
  state: SaveState;
  put: (items: readonly Item[]) => void;
};

/** Saves the order of a list: applied optimistically, rolled back if the server refuses. */
export function useOrder<Item>(
  items: readonly Item[],
  getId: (item: Item) => number,
  save: (ids: readonly number[]) => Promise<ApiFailure | undefined>,
): Order<Item> {
  const [chosen, setChosen] = useState<readonly number[]>();
  const [state, setState] = useState<SaveState>('idle');
  const put = async (next: readonly Item[]) => {
    const ids = next.map(getId);
    setChosen(ids);
    setState('saving');
    const failure = await save(ids);
    setState(failure === undefined ? 'saved' : { error: failureText(failure) });
    if (failure !== undefined) setChosen(undefined);
  };
  return {
    items: chosen === undefined ? items : inOrder(items, getId, chosen),
    state,
    put: (next) => void put(next),
  };
}
