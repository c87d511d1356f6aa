import type { Channel, TopicsPolicy } from '../../../../../wire/channels.ts';
import { updateChannel } from '../../../actions/channels.ts';
import { addDefaultChannel, removeDefaultChannel } from '../../../actions/organization/organization.ts';
import { isAdministrator, mayInOrganization } from '../../../view/channels/channel-rights.ts';
import { durationText, isOwner } from '../../../view/settings/values.ts';
import { t } from '../../../view/text/text.ts';
import { Select, Switch } from '../../kit/field.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { useClient } from '../../page/client.tsx';

type Props = { channelId: number; channel: Channel };

/** Settings of the channel that apply to everyone, other than permissions. */
export function ChannelRules(props: Props) {
  const { live } = useClient();
  return (
    <>
      {isAdministrator(live) && !props.channel.invite_only && <Default {...props} />}
      <Topics {...props} />
      <Retention {...props} />
    </>
  );
}

function Default({ channelId }: Props) {
  const client = useClient();
  const [state, save] = useSaving();
  return (
    <Switch
      label={t('channels.isDefault')}
      isOn={client.live.get('defaultChannels').includes(channelId)}
      save={state}
      onChange={(isOn) => save((isOn ? addDefaultChannel : removeDefaultChannel)(client, channelId))}
    />
  );
}

const policies = [
  'inherit',
  'allow_empty_topic',
  'disable_empty_topic',
  'empty_topic_only',
] as const satisfies readonly TopicsPolicy[];

function Topics({ channelId, channel }: Props) {
  const client = useClient();
  const [state, save] = useSaving();
  return (
    <Select<TopicsPolicy>
      label={t('channels.topics_policy')}
      value={channel.topics_policy}
      options={policies.map((value) => ({ value, text: t(`channels.topics.${value}`) }))}
      isDisabled={!mayInOrganization(client.live, 'can_set_topics_policy_group')}
      save={state}
      onChange={(topics_policy) => save(updateChannel(client, channelId, { topics_policy }))}
    />
  );
}

const asOrganization = 0;
const forEver = -1;
const days = [30, 90, 365, 730, 1825];

function Retention({ channelId, channel }: Props) {
  const client = useClient();
  const [state, save] = useSaving();
  const current = channel.message_retention_days ?? asOrganization;
  const listed = current > 0 && !days.includes(current) ? [...days, current].sort((a, b) => a - b) : days;
  const may = isOwner(client.live);
  const sent = (value: number) =>
    value === asOrganization ? 'realm_default' : value === forEver ? 'unlimited' : value;
  return (
    <Select
      label={t('channels.retention')}
      hint={t(may ? 'channels.retentionHint' : 'channels.ofOwners')}
      value={current}
      options={[
        { value: asOrganization, text: t('channels.retention.realm') },
        ...listed.map((value) => ({ value, text: durationText(value * 86_400) })),
        { value: forEver, text: t('channels.retention.always') },
      ]}
      isDisabled={!may}
      save={state}
      onChange={(value) => save(updateChannel(client, channelId, { message_retention_days: sent(value) }))}
    />
  );
}
