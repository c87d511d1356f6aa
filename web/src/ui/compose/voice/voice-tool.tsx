import { Mic } from 'lucide-preact';
import type { Client } from '../../../connection/client.ts';
import type { Destination } from '../../../store/narrow/narrow.ts';
import type { Target } from '../../../store/writing/drafts.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { lateModule } from '../../kit/toasts/late.tsx';
import { useClient } from '../../page/client.tsx';
import { useCommands } from '../../page/keyboard.ts';
import { focusPlace } from '../state/send.ts';
import { getDestination } from '../state/written.ts';
import { hasVoice } from './has-voice.ts';

type Props = {
  to: Target;
  /** Whether messages can be sent there; otherwise the field of the destination takes the focus. */
  mayBegin: boolean;
  /** Asks whether it may be sent there, if that has to be asked, before it calls what follows. */
  ask: (then: () => void) => void;
};

/** With the bar, without which nobody could end a recording. */
const withVoice = lateModule(() => import('./voice-bar.tsx'));

const begin = (client: Client, to: Destination): void =>
  void withVoice(({ beginVoice }) => beginVoice(client, to));

/** Records a voice message for the conversation that is shown now. */
export function VoiceTool({ to, mayBegin, ask }: Props) {
  const client = useClient();
  const start = () => {
    const destination = getDestination(to);
    if (destination === undefined || !mayBegin) focusPlace(to);
    else ask(() => begin(client, destination));
  };
  useCommands({
    record: () => {
      // The bar pauses and continues it; behind a dialog, nothing begins unseen.
      if (hasVoice.peek() || document.querySelector('dialog[open]') !== null) return false;
      start();
      return true;
    },
  });
  return (
    <IconButton label={t('voice.record')} command="record" onClick={start}>
      <Icon of={Mic} />
    </IconButton>
  );
}
