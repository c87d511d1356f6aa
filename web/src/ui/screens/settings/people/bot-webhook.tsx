import { useState } from 'preact/hooks';
import type { ListedIntegration } from '../../../../../../wire/integrations.ts';
import type { User } from '../../../../../../wire/users.ts';
import { fetchBotKey } from '../../../../actions/organization/bots.ts';
import { fetchIntegrations, sendTest } from '../../../../actions/organization/integrations.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { botChannels } from '../../../../view/settings/bot-channels.ts';
import {
  findIntegrations,
  webhookQuery,
  webhookUrl,
  type WebhookAddress,
} from '../../../../view/settings/webhook-address.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { copyText } from '../../../kit/toasts/clipboard.ts';
import { Select, TextField } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { failureText } from '../../../../view/text/failure.ts';
import { useClient } from '../../../page/client.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';

type SetUp = { apiKey: string; integrations: readonly ListedIntegration[] };

/** The webhook URL for a service, shown on request since it contains the bot's API key. */
export function BotWebhook({ bot }: { bot: User }) {
  const client = useClient();
  const [setUp, setSetUp] = useState<SetUp>();
  const [failure, setFailure] = useState<ApiFailure>();
  const open = async () => {
    const [key, found] = await Promise.all([fetchBotKey(client, bot.user_id), fetchIntegrations(client)]);
    setFailure(key.failure ?? found.failure);
    if (key.failure === undefined && found.failure === undefined)
      setSetUp({ apiKey: key.value, integrations: found.value });
  };
  return (
    <Group title="bots.integration" hint="bots.integrationHint">
      {setUp ? (
        <AddressForm botId={bot.user_id} {...setUp} />
      ) : (
        <div class="settings-actions">
          <Button onClick={() => void open()}>{t('bots.integrationOpen')}</Button>
        </div>
      )}
      <ErrorLine reason={failure && failureText(failure)} />
    </Group>
  );
}

const noChannel = 0;

function AddressForm({ botId, apiKey, integrations }: SetUp & { botId: number }) {
  const { live } = useClient();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [channelId, setChannelId] = useState(noChannel);
  const [topic, setTopic] = useState('');
  const found = findIntegrations(integrations, query);
  const name = found.find((each) => each.name === chosen)?.name ?? found[0]?.name;
  const address = { apiKey, channelId: channelId === noChannel ? undefined : channelId, topic };
  return (
    <>
      <TextField label={t('bots.integrationFilter')} type="search" value={query} onInput={setQuery} />
      {name === undefined ? (
        <p class="settings-hint">{t('common.nothingFound')}</p>
      ) : (
        <Select
          label={t('bots.integrationService')}
          value={name}
          options={found.map((each) => ({ value: each.name, text: each.display_name }))}
          onChange={setChosen}
        />
      )}
      <Select
        label={t('bots.integrationChannel')}
        value={channelId}
        options={[
          { value: noChannel, text: t('bots.integrationOwner') },
          ...botChannels(live, botId).map(({ id, name: text }) => ({ value: id, text })),
        ]}
        onChange={setChannelId}
      />
      {channelId !== noChannel && (
        <TextField
          label={t('bots.integrationTopic')}
          hint={t('bots.integrationTopicHint')}
          value={topic}
          onInput={setTopic}
        />
      )}
      {name !== undefined && <AddressTools name={name} address={address} />}
    </>
  );
}

function AddressTools({ name, address }: { name: string; address: WebhookAddress }) {
  const client = useClient();
  const [state, save] = useSaving();
  const url = webhookUrl(window.location.origin, name, address);
  return (
    <>
      <code class="settings-code">{url}</code>
      <div class="settings-actions">
        <Button kind="primary" onClick={() => void copyText(url, t('bots.integrationCopied'))}>
          {t('bots.integrationCopy')}
        </Button>
        <Button onClick={() => save(sendTest(client, webhookQuery(address), t('bots.integrationTestText')))}>
          {t('bots.integrationTest')}
        </Button>
      </div>
      <SavedLine state={state} />
    </>
  );
}
