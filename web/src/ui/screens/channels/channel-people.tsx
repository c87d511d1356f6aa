import { useEffect, useState } from 'preact/hooks';
import type { Channel } from '../../../../../wire/channels.ts';
import { subscribe, unsubscribe } from '../../../actions/channels.ts';
import { fetchSubscribers } from '../../../actions/subscribers.ts';
import type { Outcome } from '../../../actions/request/outcome.ts';
import { mayAddPeople, mayReadChannel, mayRemovePeople } from '../../../view/channels/channel-rights.ts';
import { nobodyChosen, toAdd } from '../../../view/people/people-sets.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { PeopleList } from '../../parts/people/member-list.tsx';
import { report } from '../../kit/toasts/report.ts';
import { SubscriberPicker } from './subscriber-picker.tsx';

type Props = { channelId: number; channel: Channel };

/** The subscribers of the channel; with permission, they can be added and removed. */
export function ChannelPeople({ channelId, channel }: Props) {
  const client = useClient();
  const { live } = client;
  const known = live.get('subscribers').get(channelId);
  const [fetched, setFetched] = useState<Outcome<readonly number[]>>();
  const ownId = live.get('own').user_id;
  const isWhole = known?.complete === true;
  useEffect(() => {
    if (!isWhole) void fetchSubscribers(client, channelId).then(setFetched);
  }, [channelId, isWhole, channel.subscriber_count]);
  if (!mayReadChannel(live, channelId, channel))
    return <p class="channel-detail-facts">{t('channels.peopleHidden')}</p>;
  const { value: list, failure } = isWhole ? { value: known.ids } : (fetched ?? {});
  if (failure !== undefined) return <p class="channel-detail-facts">{failureText(failure)}</p>;
  if (list === undefined) return <Skeleton kind="row" rows={6} />;
  const ids = new Set(list);
  const mayRemove = mayRemovePeople(live, channel);
  return (
    <>
      {mayAddPeople(live, channelId, channel) && (
        <AddSubscribers
          key={channelId}
          channelId={channelId}
          without={ids}
          onAdd={(chosen) => report(subscribe(client, channelId, chosen))}
        />
      )}
      <PeopleList
        ids={ids}
        mayRemove={(id) => mayRemove && id !== ownId}
        onRemove={(id) => void report(unsubscribe(client, channelId, [id]))}
      />
    </>
  );
}

type AddProps = {
  channelId: number;
  without: ReadonlySet<number>;
  /** @returns whether they were added; otherwise they stay chosen */
  onAdd: (ids: readonly number[]) => Promise<boolean>;
};

/** The button shows how many people will be added in total. */
function AddSubscribers({ channelId, without, onAdd }: AddProps) {
  const { live } = useClient();
  const [chosen, setChosen] = useState(nobodyChosen);
  const { ids } = toAdd(live, chosen, without);
  const [isBusy, setBusy] = useState(false);
  const add = async () => {
    if (ids.length === 0 || isBusy) return;
    setBusy(true);
    if (await onAdd(ids)) setChosen(nobodyChosen);
    setBusy(false);
  };
  return (
    <form
      class="member-list-add"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <SubscriberPicker channelId={channelId} chosen={chosen} onChange={setChosen} without={without} />
      {ids.length > 0 && (
        <div>
          <Button kind="primary" isBusy={isBusy} onClick={() => void add()}>
            {t('channels.addCount', { count: ids.length })}
          </Button>
        </div>
      )}
    </form>
  );
}
