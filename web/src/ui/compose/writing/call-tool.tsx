import { Video } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { createCall } from '../../../actions/calls.ts';
import type { Target } from '../../../store/writing/drafts.ts';
import {
  callLink,
  getCallProvider,
  getCallTitle,
  newCallLink,
  type CallProvider,
} from '../../../view/compose/call-link.ts';
import { failureText } from '../../../view/text/failure.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { useClient } from '../../page/client.tsx';

type Props = {
  /** The conversation of the message. */
  to: Target;
  /** Inserts into the current text, even if called later. */
  onInsert: (text: string) => void;
};

/** Inserts a link to a new call, if the organization has a call service. */
export function CallTool(props: Props) {
  const { live } = useClient();
  const provider = getCallProvider(live);
  if (provider === undefined) return null;
  if (provider.kind === 'created') return <CreatedCallTool {...props} provider={provider} />;
  return <CallButton isBusy={false} onClick={() => props.onInsert(`${newCallLink(provider.server)} `)} />;
}

type Work = 'none' | 'connecting' | 'creating';

function CreatedCallTool({
  to,
  provider,
  onInsert,
}: Props & { provider: Extract<CallProvider, { kind: 'created' }> }) {
  const client = useClient();
  const { account } = provider;
  const isConnected = account === undefined || client.live.get('callAccounts')[account];
  const [work, setWork] = useState<Work>('none');
  const create = async () => {
    setWork('creating');
    const { value, failure } = await createCall(client, provider, getCallTitle(client.live, to));
    setWork('none');
    if (failure === undefined) onInsert(`${callLink(value)} `);
    else toast({ text: failureText(failure), kind: 'error' });
  };
  // The other window reports to the server, and the server notifies this page.
  useEffect(() => {
    if (work === 'connecting' && isConnected) void create();
  }, [work, isConnected]);
  const connect = () => {
    setWork('connecting');
    window.open(`/calls/${account ?? ''}/register`, '_blank', 'width=800,height=700');
  };
  return (
    <CallButton
      isBusy={work === 'creating'}
      onClick={() => {
        if (isConnected) void create();
        else connect();
      }}
    />
  );
}

const CallButton = ({ isBusy, onClick }: { isBusy: boolean; onClick: () => void }) => (
  <IconButton label={t('compose.call')} disabled={isBusy} onClick={onClick}>
    <Icon of={Video} />
  </IconButton>
);
