import { useState } from 'preact/hooks';
import { botList, botTypesToMake, mayAdministerBot } from '../../../../view/settings/bot-list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Select } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { Group } from '../base/sections.tsx';
import { BotForm } from './bot-form.tsx';
import { BotTemplate } from './bot-template.tsx';
import { BotWebhook } from './bot-webhook.tsx';

const incoming = 2;

/** Sets up an integration: the service, the bot, and the destination. */
export function Integrations() {
  const { live } = useClient();
  const [isAdding, setAdding] = useState(false);
  const [chosen, setChosen] = useState<number>();
  const mayMake = botTypesToMake(live).includes(incoming);
  const bots = botList(live, { isActive: true }).filter(
    (bot) => bot.bot_type === incoming && mayAdministerBot(live, bot),
  );
  const bot = bots.find(({ user_id: id }) => id === chosen) ?? bots[0];
  return (
    <>
      <Group hint="integrations.hint">
        {bots.length === 0 && <p class="settings-notice">{t('integrations.noBots')}</p>}
        {bot && (
          <Select
            label={t('integrations.bot')}
            value={bot.user_id}
            options={bots.map(({ user_id: value, full_name: text }) => ({ value, text }))}
            onChange={setChosen}
          />
        )}
        {mayMake && (
          <div class="settings-actions">
            <Button onClick={() => setAdding(true)}>{t('bots.add')}</Button>
          </div>
        )}
      </Group>
      {bot && <BotWebhook key={bot.user_id} bot={bot} />}
      {bot && <BotTemplate key={`template ${String(bot.user_id)}`} bot={bot} />}
      {isAdding && <BotForm kind={incoming} onClose={() => setAdding(false)} />}
    </>
  );
}
