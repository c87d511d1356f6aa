import { ArrowLeft } from 'lucide-preact';
import { mailHint } from '../../../view/text/mail.ts';
import { t } from '../../../view/text/text.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';
import { Join } from './channel-browser.tsx';
import { ChannelGeneral } from './channel-general.tsx';
import { ChannelPeople } from './channel-people.tsx';
import type { Channel, ChannelPermission } from '../../../../../wire/channels.ts';
import { setPermission, setPersonal } from '../../../actions/channels.ts';
import { channelPermissionRules } from '../../../store/organization/wire-names.ts';
import { mayAdminister, mayDecide } from '../../../view/channels/channel-rights.ts';
import { channelPermissionsInOrder } from '../../../view/channels/new-permissions.ts';
import { PermissionSelect } from '../../parts/permissions/permission-select.tsx';
import { useSaving } from '../../kit/use-saving.ts';
import { Select, Switch } from '../../kit/field.tsx';

const tabs = ['general', 'permissions', 'people', 'personal'] as const;

/** Everything about one channel, in tabs. */
export function ChannelDetail({ channelId, tab }: { channelId: number; tab: string }) {
  const { live } = useClient();
  const channel = live.get('channels').get(channelId);
  const isSubscribed = live.get('subscriptions').has(channelId);
  if (channel === undefined && !live.hasChannels.value) {
    return (
      <>
        <PlainHeader title="" />
        <div class="frame-column">
          <Skeleton kind="row" rows={8} />
        </div>
      </>
    );
  }
  if (channel === undefined) {
    return (
      <>
        <PlainHeader title={t('channel.unknown')} />
        <EmptyState title={t('channel.unknown')}>{t('channels.unknownHint')}</EmptyState>
      </>
    );
  }
  const shown = tabs.filter((name) => name !== 'personal' || isSubscribed);
  const current = shown.find((name) => name === tab) ?? 'general';
  return (
    <>
      <PlainHeader title={channel.name} />
      <div class="channel-detail">
        <div class="frame-column channel-detail-head">
          <a class="channel-detail-back" href={getHref({ screen: 'channels', page: '' })}>
            <Icon of={ArrowLeft} />
            {t('views.channels')}
          </a>
          <nav class="channels-tabs" aria-label={channel.name}>
            {shown.map((name) => (
              <a
                key={name}
                class="channels-tab"
                href={getHref({ screen: 'channels', page: `${channelId}/${name}` })}
                aria-current={name === current ? 'page' : undefined}
              >
                {t(`channels.tab.${name}`)}
              </a>
            ))}
          </nav>
          <span class="channel-detail-space" />
          <Join id={channelId} isSubscribed={isSubscribed} />
        </div>
        <div class="frame-column">
          <div class="channel-detail-body">
            {current === 'general' && <ChannelGeneral channelId={channelId} channel={channel} />}
            {current === 'permissions' && <ChannelPermissions channelId={channelId} channel={channel} />}
            {current === 'people' && <ChannelPeople channelId={channelId} channel={channel} />}
            {current === 'personal' && <ChannelPersonal channelId={channelId} />}
          </div>
        </div>
      </div>
    </>
  );
}

type Props = { channelId: number; channel: Channel };

/** Permissions of the channel, as sentences. */
function ChannelPermissions({ channelId, channel }: Props) {
  const { live } = useClient();
  const may = mayAdminister(live, channel);
  // Everyone can join a public channel anyway.
  const isShown = (name: ChannelPermission) => name !== 'can_subscribe_group' || channel.invite_only;
  return (
    <>
      {!may && <p class="channel-detail-facts">{t('channels.readOnly')}</p>}
      {channelPermissionsInOrder.filter(isShown).map((name) => (
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

const notifications = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

/** Personal settings for the channel: appearance and notifications. */
function ChannelPersonal({ channelId }: { channelId: number }) {
  return (
    <>
      <Toggle channelId={channelId} name="is_muted" />
      <Toggle channelId={channelId} name="pin_to_top" />
      {notifications.map((name) => (
        <Notification key={name} channelId={channelId} name={name} />
      ))}
    </>
  );
}

type ToggleName = 'is_muted' | 'pin_to_top';

function Toggle({ channelId, name }: { channelId: number; name: ToggleName }) {
  const client = useClient();
  const [state, save] = useSaving();
  return (
    <Switch
      label={t(`channels.${name}`)}
      isOn={client.live.get('subscriptions').get(channelId)?.[name] === true}
      save={state}
      onChange={(isOn) => save(setPersonal(client, channelId, name, isOn))}
    />
  );
}

type Choice = 'default' | 'on' | 'off';

function Notification({ channelId, name }: { channelId: number; name: (typeof notifications)[number] }) {
  const client = useClient();
  const [state, save] = useSaving();
  const value = client.live.get('subscriptions').get(channelId)?.[name] ?? null;
  const noMail = name === 'email_notifications' ? mailHint(client.live) : undefined;
  const options = (['default', 'on', 'off'] as const)
    // A choice cannot be reset to the general setting: the server accepts only on and off.
    .filter((choice) => choice !== 'default' || value === null)
    .map((choice): { value: Choice; text: string } => ({ value: choice, text: t(`channels.${choice}`) }));
  return (
    <Select
      label={t(`channels.${name}`)}
      hint={noMail && t(noMail)}
      value={value === null ? 'default' : value ? 'on' : 'off'}
      options={options}
      save={state}
      onChange={(choice) => {
        if (choice !== 'default') save(setPersonal(client, channelId, name, choice === 'on'));
      }}
    />
  );
}
