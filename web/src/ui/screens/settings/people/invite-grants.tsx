import type { Role } from '../../../../../../wire/core.ts';
import type { Grants } from '../../../../store/organization/wire-names.ts';
import { isAdministrator, mayAddPeople } from '../../../../view/channels/channel-rights.ts';
import { compareNames } from '../../../../view/channels/channel-sections.ts';
import { mayAddMembers } from '../../../../view/people/group-rights.ts';
import { roleText } from '../../../../view/people/profile.ts';
import { roleChoices } from '../../../../view/settings/people-list.ts';
import { durationText } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { Checkbox, Select, TextField } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { ChosenList } from '../../../kit/lists/chosen-list.tsx';

const dayMinutes = 24 * 60;
const days = [1, 3, 10, 30];
const never = -1;

type Props = { grants: Grants; onChange: (to: Partial<Grants>) => void };

/** The role, channels and groups of the invited people. */
export function InviteGrants({ grants, onChange }: Props) {
  const { live } = useClient();
  return (
    <>
      <Select<Role>
        label={t('organization.invite.as')}
        value={grants.role}
        options={roleChoices(live).map((one) => ({ value: one, text: t(roleText[one]) }))}
        onChange={(role) => onChange({ role })}
      />
      <Select
        label={t('organization.invite.expires')}
        value={grants.minutes ?? never}
        options={[
          ...days.map((count) => ({ value: count * dayMinutes, text: durationText(count * 86_400) })),
          { value: never, text: t('organization.noLimit') },
        ]}
        onChange={(minutes) => onChange({ minutes: minutes === never ? null : minutes })}
      />
      <Places grants={grants} onChange={onChange} />
      {isAdministrator(live) && (
        <TextField
          label={t('organization.welcome_message_custom_text')}
          hint={t('organization.invite.messageHint')}
          rows={2}
          value={grants.welcome}
          onInput={(welcome) => onChange({ welcome })}
        />
      )}
    </>
  );
}

/** Channels and groups, if the person may add others there. */
function Places({ grants, onChange }: Props) {
  const { live } = useClient();
  const channels = [...live.get('channels')]
    .filter(([id, channel]) => mayAddPeople(live, id, channel))
    .map(([value, { name }]) => ({ value, name }))
    .sort(compareNames);
  const groups = [...live.get('groups').values()]
    .filter((group) => mayAddMembers(live, group))
    .map(({ id, name }) => ({ value: id, name }))
    .sort(compareNames);
  return (
    <>
      <Checkbox
        label={t('organization.invite.withDefaults')}
        isOn={grants.hasDefaultChannels}
        onChange={(hasDefaultChannels) => onChange({ hasDefaultChannels })}
      />
      <ChosenList
        label={t('organization.invite.channels')}
        placeholder={t('organization.invite.chooseChannel')}
        options={channels}
        chosen={grants.channelIds}
        onChange={(channelIds) => onChange({ channelIds })}
      />
      <ChosenList
        label={t('organization.invite.groups')}
        placeholder={t('organization.invite.chooseGroup')}
        options={groups}
        chosen={grants.groupIds}
        onChange={(groupIds) => onChange({ groupIds })}
      />
    </>
  );
}
