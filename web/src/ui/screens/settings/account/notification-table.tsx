import { saveSetting } from '../../../../actions/settings.ts';
import { notificationRows, ways } from '../../../../view/settings/personal.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { getValue } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { ChannelTable } from './channel-table.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { NoticePermission } from './notice-permission.tsx';
import { OwnQuietHours } from './quiet-hours.tsx';
import { PushDevices } from './push-devices.tsx';
import { Group } from '../base/sections.tsx';
import '../base/settings-table.css';

export const OwnNotifications = () => (
  <>
    <NoticePermission />
    <PushDevices />
    <OwnQuietHours />
    <NotificationTable source="personal" />
    <ChannelTable />
  </>
);

export const DefaultNotifications = () => <NotificationTable source="defaults" />;

/** Notification settings: kinds of messages in rows, ways of notifying in columns. */
function NotificationTable({ source }: { source: 'personal' | 'defaults' }) {
  const client = useClient();
  const { live } = client;
  const [state, save] = useSaving();
  const isFixed = source === 'defaults' && !isAdministrator(live);
  return (
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
                    checked={getValue(live, { source, name }) === true}
                    disabled={isFixed}
                    onChange={(event) =>
                      save(saveSetting(client, { source, name }, event.currentTarget.checked))
                    }
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <SavedLine state={state} />
    </Group>
  );
}
