import { useState } from 'preact/hooks';
import { changeMembers } from '../../actions/groups.ts';
import type { Group } from '../../store/groups.ts';
import { compareNames } from '../../view/channel-sections.ts';
import { mayAddMembers, mayRemoveMembers } from '../../view/group-rights.ts';
import { personName } from '../../view/names.ts';
import { t } from '../../view/text.ts';
import { Button } from '../base/button.tsx';
import { PeoplePicker } from '../base/people-picker.tsx';
import { useClient } from '../page/client.tsx';
import { PersonPicture } from '../people/person-picture.tsx';
import { tell } from '../sidebar/place-actions.ts';
import { GroupsInside } from './groups-inside.tsx';

/** People of the group by name, and the groups whose people are in it too. */
export function GroupMembers({ group }: { group: Group }) {
  const client = useClient();
  const { live } = client;
  const ownId = live.get('own').user_id;
  const mayRemove = mayRemoveMembers(live, group);
  const people = [...group.members].map((id) => ({ id, name: personName(live, id) })).sort(compareNames);
  return (
    <>
      {mayAddMembers(live, group) && <Add group={group} />}
      {people.length === 0 && group.direct_subgroup_ids.size === 0 && (
        <p class="channel-detail-facts">{t('groups.empty')}</p>
      )}
      <ul class="channel-detail-people" role="list">
        {people.map(({ id, name }) => (
          <li key={id} class="channel-detail-person">
            <PersonPicture userIds={id === ownId ? [] : [id]} size={24} />
            <span class="channel-detail-name one-line">{name}</span>
            {mayRemove && (
              <Button
                kind="quiet"
                aria-label={t('compose.remove', { name })}
                onClick={() => void tell(changeMembers(client, group.id, { delete: [id] }))}
              >
                {t('channels.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <GroupsInside group={group} />
    </>
  );
}

function Add({ group }: { group: Group }) {
  const client = useClient();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const add = () => {
    void tell(changeMembers(client, group.id, { add: chosen }));
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
      <PeoplePicker label={t('groups.add')} chosen={chosen} onChange={setChosen} without={group.members} />
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
