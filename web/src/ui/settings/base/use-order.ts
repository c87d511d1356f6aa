import { useState } from 'preact/hooks';
import type { ApiFailure } from '../../../api.ts';
import { inOrder } from '../../../view/settings/order.ts';
import type { SaveState } from '../../base/field.tsx';
import { failureText } from '../../page/failure.ts';

type Order<Item> = {
  items: readonly Item[];
  state: SaveState;
  put: (items: readonly Item[]) => void;
};

/** The order of a list on the server: shown at once as it was chosen, and as it was before if that is refused. */
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
