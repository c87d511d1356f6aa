import { useEffect, useState } from 'preact/hooks';
import type { Channel } from '../../../../wire/channels.ts';
import { fetchSubscribers, subscribe, unsubscribe } from '../../actions/channels.ts';
import type { ApiFailure } from '../../api.ts';
import { mayAddPeople, mayReadChannel, mayRemovePeople } from '../../view/channel-rights.ts';
import { compareNames } from '../../view/channel-sections.ts';
import { personName } from '../../view/names.ts';
import { t } from '../../view/text.ts';
import { Button } from '../base/button.tsx';
import { Skeleton } from '../base/skeleton.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { PersonPicture } from '../people/person-picture.tsx';
import { tell } from '../sidebar/place-actions.ts';
import { PeoplePicker } from '../base/people-picker.tsx';

type Props = { channelId: number; channel: Channel };

/** Who is in the channel; adding and removing for those who may. */
export function ChannelPeople({ channelId, channel }: Props) {
  const client = useClient();
  const { live } = client;
  const known = live.get('subscribers').get(channelId);
  const [fetched, setFetched] = useState<readonly number[] | ApiFailure>();
  const isWhole = known?.complete === true;
  useEffect(() => {
    if (!isWhole) void fetchSubscribers(client, channelId).then(setFetched);
  }, [channelId, isWhole, channel.subscriber_count]);
  if (!mayReadChannel(live, channelId, channel))
    return <p class="channel-detail-facts">{t('channels.peopleHidden')}</p>;
  const ids = isWhole ? [...known.ids] : fetched;
  if (ids === undefined) return <Skeleton kind="row" rows={6} />;
  if ('kind' in ids) return <p class="channel-detail-facts">{failureText(ids)}</p>;
  return (
    <>
      {mayAddPeople(live, channelId, channel) && <Add channelId={channelId} ids={ids} />}
      <People channelId={channelId} ids={ids} mayRemove={mayRemovePeople(live, channel)} />
    </>
  );
}

function Add({ channelId, ids }: { channelId: number; ids: readonly number[] }) {
  const client = useClient();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const add = () => {
    void tell(subscribe(client, channelId, chosen));
    setChosen([]);
  };
  return (
    <form
      class="channels-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.length > 0) add();
      }}
    >
      <PeoplePicker
        label={t('channels.addPeople')}
        chosen={chosen}
        onChange={setChosen}
        without={new Set(ids)}
      />
      {chosen.length > 0 && (
        <div>
          <Button kind="primary" onClick={add}>
            {t('channels.addCount', { count: chosen.length })}
          </Button>
        </div>
      )}
    </form>
  );
}

type PeopleProps = { channelId: number; ids: readonly number[]; mayRemove: boolean };

function People({ channelId, ids, mayRemove }: PeopleProps) {
  const client = useClient();
  const { live } = client;
  const ownId = live.get('own').user_id;
  const rows = ids.map((id) => ({ id, name: personName(live, id) })).sort(compareNames);
  return (
    <ul class="channel-detail-people" role="list">
      {rows.map(({ id, name }) => (
        <li key={id} class="channel-detail-person">
          <PersonPicture userIds={id === ownId ? [] : [id]} size={24} />
          <span class="channel-detail-name one-line">{name}</span>
          {mayRemove && id !== ownId && (
            <Button
              kind="quiet"
              aria-label={t('compose.remove', { name })}
              onClick={() => void tell(unsubscribe(client, channelId, [id]))}
            >
              {t('channels.remove')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
