import { saveSetting } from '../../actions/settings.ts';
import { notificationRows, ways } from '../../view/settings/personal.ts';
import { preference } from '../../view/preferences.ts';
import { channelName } from '../../view/names.ts';
import { t } from '../../view/text.ts';
import { useSaving } from '../base/use-saving.ts';
import { useClient } from '../page/client.tsx';
import { hrefOf } from '../page/location.ts';
import { NoticePermission } from './notice-permission.tsx';
import { Group } from './sections.tsx';

/** What somebody is told of, and how: kinds down, ways across. */
export function NotificationTable() {
  const client = useClient();
  const [state, save] = useSaving();
  return (
    <>
      <NoticePermission />
      <Group title="settings.notifyOf">
        <table class="settings-table">
          <thead>
            <tr>
              <td />
              {ways.map((way) => (
                <th key={way} scope="col">
                  {t(way)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {notificationRows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{t(row.label)}</th>
                {row.ways.map((name, i) => (
                  <td key={name}>
                    <input
                      class="checkbox"
                      type="checkbox"
                      aria-label={`${t(row.label)}: ${t(ways[i] ?? ways[0])}`}
                      checked={preference(client.live, name) === true}
                      onChange={(event) =>
                        save(saveSetting(client, { source: 'personal', name }, event.currentTarget.checked))
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p class="settings-hint" role="status">
          {state === 'saving' && t('common.saving')}
          {state === 'saved' && <span class="field-saved">{t('common.saved')}</span>}
          {typeof state === 'object' && <span class="settings-error">{state.error}</span>}
        </p>
      </Group>
      <Exceptions />
    </>
  );
}

/** Channels that do otherwise; they are changed where all else of a channel is. */
function Exceptions() {
  const { live } = useClient();
  const own = [...live.get('subscriptions')].filter(
    ([, one]) =>
      one.desktop_notifications !== null ||
      one.audible_notifications !== null ||
      one.push_notifications !== null ||
      one.email_notifications !== null,
  );
  return (
    <Group title="settings.exceptions">
      {own.length === 0 && <p class="settings-hint">{t('settings.exceptionsNone')}</p>}
      <ul role="list" class="settings-chips">
        {own.map(([id]) => (
          <li key={id}>
            <a href={hrefOf({ screen: 'channels', page: `${id}/personal` })}>{channelName(live, id)}</a>
          </li>
        ))}
      </ul>
    </Group>
  );
}
