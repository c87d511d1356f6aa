import { useComputed, type ReadonlySignal } from '@preact/signals';
import { ArrowDown } from 'lucide-preact';
import type { RefObject } from 'preact';
import type { MessageRange } from '../../../store/history/history.ts';
import { newBelow } from '../../../view/messages/new-below.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import type { VirtualListHandle } from '../../kit/lists/list-types.ts';
import { useClient } from '../../page/client.tsx';
import './to-newest.css';

type ToNewestProps = {
  range: MessageRange;
  /** ID of the last visible message. */
  last: ReadonlySignal<number | undefined>;
  list: RefObject<VirtualListHandle>;
  onGo: () => void;
};

/** A button to the newest message for people who read further up, with the number of new messages below. */
export function ToNewest({ range, last, list, onGo }: ToNewestProps) {
  const { live } = useClient();
  const count = useComputed(() =>
    newBelow({
      unreads: live.get('unreads'),
      narrow: range.narrow,
      ownId: live.get('own').user_id,
      ids: range.ids.value,
      hasNewest: range.newest.value,
      last: last.value,
    }),
  ).value;
  const go = () => {
    // The button disappears, and the focus would be lost.
    list.current?.element()?.focus({ preventScroll: true });
    onGo();
  };
  return (
    <div class={`to-newest ${count > 0 ? 'to-newest-new' : ''}`}>
      <Button onClick={go}>
        <Icon of={ArrowDown} />
        <span class="to-newest-words">
          {count > 0 ? t('messages.newBelow', { count }) : t('messages.toNewest')}
        </span>
        {count > 0 && (
          <span class="to-newest-number numeric" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        )}
      </Button>
    </div>
  );
}
