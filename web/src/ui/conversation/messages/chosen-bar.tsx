/** How many messages are chosen, and actions on them. */
import { useEffect } from 'preact/hooks';
import { serverSeconds } from '../../../store/server-clock.ts';
import { messageRights } from '../../../view/messages/message-rights.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { overlay } from '../actions/state.ts';
import { useClient } from '../../page/client.tsx';
import { chosen, clearChosen } from '../actions/chosen.ts';
import './chosen-bar.css';

export function ChosenBar() {
  const { live } = useClient();
  const ids = chosen.value?.ids ?? [];
  const [first] = ids;
  // Leaving the conversation clears the choice.
  useEffect(() => clearChosen, []);
  const message = first === undefined ? undefined : live.message(first);
  if (message === undefined || ids.length < 2) return null;
  const { moveTopic, moveChannel } = messageRights(live.peek(), message, serverSeconds(live));
  return (
    <div class="chosen-bar">
      <span role="status">{t('messages.chosen', { count: ids.length })}</span>
      {(moveTopic || moveChannel) && (
        <Button command="move" onClick={() => (overlay.value = { kind: 'move', id: message.id })}>
          {t('actions.moveDo')}
        </Button>
      )}
      <Button kind="quiet" onClick={clearChosen}>
        {t('common.cancel')}
      </Button>
    </div>
  );
}
