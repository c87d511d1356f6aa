import { updateBot } from '../../../../actions/organization/bots.ts';
import { channelChoice } from '../../../../view/settings/bot-channels.ts';
import { t, type TextKey } from '../../../../view/text/text.ts';
import { Select, Switch } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
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
  return (
    <Select
      label={t(label)}
      {...channelChoice(live, live.get('bots').get(botId)?.[name] ?? '', botId)}
      save={state}
      onChange={(channel) => save(updateBot(client, botId, { [name]: channel }))}
    />
  );
}
