import { useState } from 'preact/hooks';
import type { OutgoingDelivery } from '../../../../../../wire/deliveries.ts';
import type { User } from '../../../../../../wire/users.ts';
import { fetchDeliveries, sendDeliveryAgain } from '../../../../actions/organization/deliveries.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { joinFacts } from '../../../../view/text/list.ts';
import { t, type TextKey } from '../../../../view/text/text.ts';
import { getFullTime } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { ErrorLine } from '../base/error-line.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';

/** Recent deliveries to the bot's URL, loaded on request. */
export function BotDeliveries({ bot }: { bot: User }) {
  const client = useClient();
  const [deliveries, setDeliveries] = useState<readonly OutgoingDelivery[]>();
  const [failure, setFailure] = useState<ApiFailure>();
  const load = async () => {
    const { value: found, failure: refused } = await fetchDeliveries(client, bot.user_id);
    setFailure(refused);
    if (refused === undefined) setDeliveries(found);
  };
  return (
    <Group title="deliveries.title" hint="deliveries.hint">
      <div class="settings-actions">
        <Button onClick={() => void load()}>
          {t(deliveries ? 'deliveries.refresh' : 'deliveries.show')}
        </Button>
      </div>
      <ErrorLine reason={failure && failureText(failure)} />
      {deliveries?.length === 0 && <p class="settings-hint">{t('deliveries.none')}</p>}
      {deliveries && deliveries.length > 0 && (
        <ul role="list" class="settings-rows">
          {deliveries.map((delivery) => (
            <Row key={delivery.id} bot={bot} delivery={delivery} />
          ))}
        </ul>
      )}
    </Group>
  );
}

const triggers: Readonly<Record<string, TextKey>> = {
  mention: 'deliveries.mention',
  direct_message: 'deliveries.direct',
  slash_command: 'deliveries.command',
};

const outgoing = 3;

function Row({ bot, delivery }: { bot: User; delivery: OutgoingDelivery }) {
  const client = useClient();
  const [state, save] = useSaving();
  const { id, timestamp, milliseconds, status, error, response, trigger, attempt } = delivery;
  const about = [
    t(triggers[trigger] ?? 'deliveries.mention'),
    t('deliveries.took', { count: milliseconds }),
    attempt > 1 && t('deliveries.attempt', { count: attempt }),
  ];
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">
          {getFullTime(timestamp, getClock(client.live))} · {status ?? t('deliveries.noResponse')}
        </p>
        <p class="settings-row-about">{joinFacts(about)}</p>
        {error !== null && <p class="settings-error">{error}</p>}
        {response !== null && response !== '' && (
          <details>
            <summary>{t('deliveries.response')}</summary>
            <code class="settings-code">{response}</code>
          </details>
        )}
        <SavedLine state={state} />
      </div>
      {delivery.message_id !== null && bot.bot_type === outgoing && (
        <Button onClick={() => save(sendDeliveryAgain(client, bot.user_id, id))}>
          {t('deliveries.again')}
        </Button>
      )}
    </li>
  );
}
