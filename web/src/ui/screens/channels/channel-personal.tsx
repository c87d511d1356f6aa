import { setPersonal } from '../../../actions/channels.ts';
import { t } from '../../../view/text/text.ts';
import { Select, Switch } from '../../kit/field.tsx';
import { useClient } from '../../page/client.tsx';
import { useSaving } from '../../kit/use-saving.ts';

const notifications = [
  'desktop_notifications',
  'audible_notifications',
  'push_notifications',
  'email_notifications',
  'wildcard_mentions_notify',
] as const;

/** Personal settings for the channel: appearance and notifications. */
export function ChannelPersonal({ channelId }: { channelId: number }) {
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
  const options = (['default', 'on', 'off'] as const)
    // A choice cannot be reset to the general setting: the server accepts only on and off.
    .filter((choice) => choice !== 'default' || value === null)
    .map((choice): { value: Choice; text: string } => ({ value: choice, text: t(`channels.${choice}`) }));
  return (
    <Select
      label={t(`channels.${name}`)}
      value={value === null ? 'default' : value ? 'on' : 'off'}
      options={options}
      save={state}
      onChange={(choice) => {
        if (choice !== 'default') save(setPersonal(client, channelId, name, choice === 'on'));
      }}
    />
  );
}
