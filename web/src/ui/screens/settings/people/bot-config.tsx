import { useState } from 'preact/hooks';
import type { User } from '../../../../../../wire/users.ts';
import { updateBot } from '../../../../actions/organization/bots.ts';
import { channelChoice } from '../../../../view/settings/bot-channels.ts';
import { configText, programText, type EmbeddedService } from '../../../../view/settings/bot-list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Select, TextField } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { SavedLine } from '../base/saved-line.tsx';

type Config = Readonly<Record<string, string>>;
type Props = {
  config: Config;
  /** Undefined for a new bot. */
  botId?: number;
  onInput: (key: string, value: string) => void;
};

/** Configuration of an embedded bot. */
export function BotConfig({ config, botId, onInput }: Props) {
  const { live } = useClient();
  return (
    <>
      {Object.entries(config).map(([key, value]) =>
        key === 'channel' ? (
          <Select
            key={key}
            label={configText(key)}
            {...channelChoice(live, value, botId)}
            onChange={(name) => onInput(key, name)}
          />
        ) : (
          <TextField
            key={key}
            label={configText(key)}
            value={value}
            maxLength={1000}
            onInput={(text) => onInput(key, text)}
          />
        ),
      )}
    </>
  );
}

/** Shows the program of an existing bot. */
export function BotProgram({ bot, service }: { bot: User; service: EmbeddedService }) {
  const client = useClient();
  const [changes, setChanges] = useState<Config>({});
  const [state, save] = useSaving();
  const config = { ...service.config, ...changes };
  return (
    <>
      <p class="settings-hint">{programText(service.program)}</p>
      <BotConfig
        config={config}
        botId={bot.user_id}
        onInput={(key, value) => setChanges({ ...changes, [key]: value })}
      />
      <div class="settings-actions">
        <Button
          disabled={Object.keys(changes).length === 0}
          onClick={() => save(updateBot(client, bot.user_id, { config_data: config }))}
        >
          {t('common.save')}
        </Button>
      </div>
      <SavedLine state={state} />
    </>
  );
}
