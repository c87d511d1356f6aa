import type { Channel, ChannelPermission } from '../../../../../wire/channels.ts';
import { setPermission } from '../../../actions/channels.ts';
import { channelPermissionRules } from '../../../store/organization/wire-names.ts';
import { mayAdminister, mayDecide } from '../../../view/channels/channel-rights.ts';
import { channelPermissionsInOrder } from '../../../view/channels/new-permissions.ts';
import { t } from '../../../view/text/text.ts';
import { useClient } from '../../page/client.tsx';
import { PermissionSelect } from '../../parts/permissions/permission-select.tsx';
import { useSaving } from '../../kit/use-saving.ts';

type Props = { channelId: number; channel: Channel };

/** Permissions of the channel, as sentences. */
export function ChannelPermissions({ channelId, channel }: Props) {
  const { live } = useClient();
  const may = mayAdminister(live, channel);
  return (
    <>
      {!may && <p class="channel-detail-facts">{t('channels.readOnly')}</p>}
      {channelPermissionsInOrder.map((name) => (
        <Permission
          key={name}
          channelId={channelId}
          channel={channel}
          name={name}
          isDisabled={!may || !mayDecide(live, channelId, channel, name)}
        />
      ))}
    </>
  );
}

function Permission({
  channelId,
  channel,
  name,
  isDisabled,
}: Props & { name: ChannelPermission; isDisabled: boolean }) {
  const client = useClient();
  const { live } = client;
  const [state, save] = useSaving();
  const current = channel[name];
  return (
    <PermissionSelect
      label={t(`channels.${name}`)}
      current={current}
      rules={channelPermissionRules(live.get('organization'), name)}
      isDisabled={isDisabled}
      save={state}
      onSave={(value) => save(setPermission(client, channelId, name, current, value))}
    />
  );
}
