import { updateBot } from '../../../actions/organization/bots.ts';
import { compareNames } from '../../../view/channels/channel-sections.ts';
import { t, type TextKey } from '../../../view/text/text.ts';
import { Select, Switch } from '../../base/field.tsx';
import { useSaving } from '../../base/use-saving.ts';
import { useClient } from '../../page/client.tsx';
import { Group } from '../base/sections.tsx';

/** Defaults for the API client of the bot; visible only to users who may administer it. */
export function BotDefaultsForm({ botId }: { botId: number }) {
  const client = useClient();
  const [state, save] = useSaving();
  const bot = client.live.get('bots').get(botId);
  if (bot === undefined) return null;
  return (
    <Group title="bots.defaultChannels" hint="bots.defaultChannelsHint">
      <Channel botId={botId} name="default_sending_stream" label="bots.sending" />
      <Channel botId={botId} name="default_events_register_stream" label="bots.events" />
      <Switch
        label={t('bots.eventsAll')}
        isOn={bot.default_all_public_streams}
        save={state}
        onChange={(isOn) => save(updateBot(client, botId, { default_all_public_streams: isOn }))}
      />
    </Group>
  );
}

type BotDefaultName = 'default_sending_stream' | 'default_events_register_stream';

function Channel({ botId, name, label }: { botId: number; name: BotDefaultName; label: TextKey }) {
  const client = useClient();
  const { live } = client;
  const [state, save] = useSaving();
  const current = live.get('bots').get(botId)?.[name] ?? '';
  const channels = [...live.get('channels').values()]
    .filter((channel) => !channel.is_archived || channel.name === current)
    .sort(compareNames);
  return (
    <Select
      label={t(label)}
      value={current}
      options={[
        { value: '', text: t('bots.noChannel') },
        ...channels.map((channel) => ({ value: channel.name, text: channel.name })),
      ]}
      save={state}
      onChange={(channel) => save(updateBot(client, botId, { [name]: channel }))}
    />
  );
}
