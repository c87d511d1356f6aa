import { useEffect, useState } from 'preact/hooks';
import type { Channel } from '../../../../wire/channels.ts';
import { fetchSubscribers, subscribe, unsubscribe } from '../../actions/channels.ts';
import type { ApiFailure } from '../../api.ts';
import { mayAddPeople, mayReadChannel, mayRemovePeople } from '../../view/channel-rights.ts';
import { t } from '../../view/text.ts';
import { Skeleton } from '../base/skeleton.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { AddPeople, PeopleList } from '../people/member-list.tsx';
import { tell } from '../sidebar/place-actions.ts';

type Props = { channelId: number; channel: Channel };

/** Who is in the channel; adding and removing for those who may. */
export function ChannelPeople({ channelId, channel }: Props) {
  const client = useClient();
  const { live } = client;
  const known = live.get('subscribers').get(channelId);
  const [fetched, setFetched] = useState<readonly number[] | ApiFailure>();
  const ownId = live.get('own').user_id;
  const isWhole = known?.complete === true;
  useEffect(() => {
    if (!isWhole) void fetchSubscribers(client, channelId).then(setFetched);
  }, [channelId, isWhole, channel.subscriber_count]);
  if (!mayReadChannel(live, channelId, channel))
    return <p class="channel-detail-facts">{t('channels.peopleHidden')}</p>;
  const ids = isWhole ? [...known.ids] : fetched;
  if (ids === undefined) return <Skeleton kind="row" rows={6} />;
  if ('kind' in ids) return <p class="channel-detail-facts">{failureText(ids)}</p>;
  const mayRemove = mayRemovePeople(live, channel);
  return (
    <>
      {mayAddPeople(live, channelId, channel) && (
        <AddPeople
          label={t('channels.addPeople')}
          without={new Set(ids)}
          onAdd={(chosen) => void tell(subscribe(client, channelId, chosen))}
        />
      )}
      <PeopleList
        ids={ids}
        mayRemove={(id) => mayRemove && id !== ownId}
        onRemove={(id) => void tell(unsubscribe(client, channelId, [id]))}
      />
    </>
  );
}
