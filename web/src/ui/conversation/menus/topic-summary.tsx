import { useState } from 'preact/hooks';
import { fetchSummary, fetchTopicNames } from '../../../actions/messages/summaries.ts';
import { maySummarize } from '../../../view/channels/channel-rights.ts';
import { topicName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { copyText } from '../../kit/toasts/clipboard.ts';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Reason } from '../actions/delete-dialog.tsx';
import { useResponse } from '../actions/use-response.ts';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import type { TopicDialogProps } from './topic-dialogs.tsx';
import './topic-summary.css';

/** A summary by a language model, shown as plain text whatever it contains. */
export function SummarizeTopic({ channelId, topic, onClose }: TopicDialogProps) {
  const client = useClient();
  const response = useResponse(() => fetchSummary(client, channelId, topic));
  const summary = response?.value;
  return (
    <Dialog
      title={t('summary.title', { topic: topicName(client.live, topic).name })}
      onClose={onClose}
      footer={
        <Button
          disabled={summary === undefined}
          onClick={() => summary !== undefined && void copyText(summary, t('actions.textCopied'))}
        >
          {t('actions.copyText')}
        </Button>
      }
    >
      <div class="topic-summary" aria-live="polite" aria-busy={response === undefined}>
        {response === undefined && <Skeleton rows={4} />}
        <Reason text={response?.failure && failureText(response.failure)} />
        {summary !== undefined && (
          <>
            <p class="topic-summary-text" dir="auto">
              {summary}
            </p>
            <p class="topic-summary-hint">{t('summary.hint')}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Suggested names for a topic. */
export function NameSuggestions({
  channelId,
  topic,
  onChoose,
}: Pick<TopicDialogProps, 'channelId' | 'topic'> & { onChoose: (name: string) => void }) {
  const client = useClient();
  const [names, setNames] = useState<readonly string[]>();
  const [isBusy, setBusy] = useState(false);
  if (!maySummarize(client.live)) return null;
  const suggest = async () => {
    setBusy(true);
    const { value, failure } = await fetchTopicNames(client, channelId, topic);
    setBusy(false);
    if (failure) toast({ text: failureText(failure), kind: 'error' });
    else setNames(value);
  };
  return (
    <div class="topic-summary-names" aria-live="polite">
      <Button isBusy={isBusy} onClick={() => void suggest()}>
        {t('summary.suggest')}
      </Button>
      {names?.map((name) => (
        <Button key={name} kind="quiet" onClick={() => onChoose(name)}>
          <span dir="auto">{name}</span>
        </Button>
      ))}
    </div>
  );
}
