import { disconnectCallAccount } from '../../../../actions/calls.ts';
import { t } from '../../../../view/text/text.ts';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { Group } from '../base/sections.tsx';

const names = { zoom: 'Zoom', webex: 'Webex' } as const;

/** The person's connected accounts at call services. */
export function CallAccounts() {
  const client = useClient();
  const accounts = client.live.get('callAccounts');
  const connected = (['zoom', 'webex'] as const).filter((provider) => accounts[provider]);
  if (connected.length === 0) return null;
  return (
    <Group title="callAccounts.title" hint="callAccounts.hint">
      <ul role="list" class="settings-rows" aria-label={t('callAccounts.title')}>
        {connected.map((provider) => (
          <li key={provider} class="settings-row">
            <div class="settings-row-words">
              <p class="settings-row-name">{names[provider]}</p>
            </div>
            <AskFirst
              action={t('callAccounts.disconnect', { name: names[provider] })}
              button={t('callAccounts.disconnectDo')}
              hint={t('callAccounts.disconnectHint')}
              run={() => disconnectCallAccount(client, provider)}
            />
          </li>
        ))}
      </ul>
    </Group>
  );
}
