import { useState } from 'preact/hooks';
import { fetchBotKey, renewBotKey } from '../../../../actions/organization/bots.ts';
import type { User } from '../../../../../../wire/users.ts';
import type { Outcome } from '../../../../actions/request/outcome.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { configFile } from '../../../../view/settings/bot-list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { KeyTools } from '../base/key-tools.tsx';
import { Group } from '../base/sections.tsx';

/** The bot's API key, shown on request. */
export function BotKey({ bot }: { bot: User }) {
  const client = useClient();
  const [key, setKey] = useState<string>();
  const [reason, setReason] = useState<string>();
  const take = ({ value, failure }: Outcome<string>): ApiFailure | undefined => {
    if (failure === undefined) setKey(value);
    return failure;
  };
  const show = async () => {
    const failure = take(await fetchBotKey(client, bot.user_id));
    setReason(failure && failureText(failure));
  };
  const email = bot.delivery_email ?? bot.email;
  return (
    <Group title="settings.apiKey" hint="bots.keyHint">
      <p class="settings-row-about">{email}</p>
      {key === undefined ? (
        <div class="settings-actions">
          <Button onClick={() => void show()}>{t('settings.apiKeyShow')}</Button>
        </div>
      ) : (
        <>
          <KeyTools apiKey={key} file={configFile(email, { api_key: key }, window.location.origin)} />
          <AskFirst
            action={t('settings.apiKeyNew')}
            hint={t('settings.apiKeyNewHint')}
            run={async () => take(await renewBotKey(client, bot.user_id))}
          />
        </>
      )}
      <ErrorLine reason={reason} />
    </Group>
  );
}
