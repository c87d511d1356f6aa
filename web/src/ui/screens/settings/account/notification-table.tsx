import { saveSetting } from '../../../../actions/settings.ts';
import { notificationRows, ways } from '../../../../view/settings/personal.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { getValue } from '../../../../view/settings/values.ts';
import { mailHint } from '../../../../view/text/mail.ts';
import { t, type TextKey } from '../../../../view/text/text.ts';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { ChannelTable } from './channel-table.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { OwnQuietHours } from './quiet-hours.tsx';
import { Group } from '../base/sections.tsx';
import '../base/settings-table.css';
import { Button } from '../../../kit/button.tsx';
import { allowNotices, noticePermission } from '../../../parts/notices/permission.ts';
import { useEffect, useState } from 'preact/hooks';
import {
  fetchPushDevices,
  removePushDevice,
  testPushDevices,
  type PushDevices as Devices,
  type PushTestResult,
} from '../../../../actions/push.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { getFullTime } from '../../../../view/text/times.ts';
import { canPush, turnOffPush, turnOnPush } from '../../../parts/notices/push-subscription.ts';
import { failureText } from '../../../../view/text/failure.ts';
import { ErrorLine } from '../base/error-line.tsx';

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
    <Group title="settings.notifyOf" hint={mailHint(live)}>
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

const said: Record<typeof noticePermission.value, TextKey> = {
  default: 'notices.ask',
  granted: 'notices.granted',
  denied: 'notices.denied',
  unsupported: 'notices.unsupported',
};

/** The browser's permission for the notifications in the table below. */
function NoticePermission() {
  const permission = noticePermission.value;
  return (
    <Group title="notices.device">
      <p class="settings-hint" role="status">
        {t(said[permission])}
      </p>
      {permission === 'default' && <Button onClick={() => void allowNotices()}>{t('notices.allow')}</Button>}
    </Group>
  );
}

type Device = Devices['subscriptions'][number];

/** Browsers and apps with push notifications; this browser can be added, and a test notification sent. */
function PushDevices() {
  const client = useClient();
  const [devices, setDevices] = useState<readonly Device[]>();
  const [results, setResults] = useState<readonly PushTestResult[]>();
  const [reason, setReason] = useState<string>();
  const complain = (failure: ApiFailure | 'blocked' | undefined) =>
    setReason(failure === 'blocked' ? t('pushDevices.blocked') : failure && failureText(failure));
  const load = async () => {
    const { value, failure } = await fetchPushDevices(client);
    if (value) setDevices(value.subscriptions);
    else complain(failure);
  };
  useEffect(() => void load(), []);
  const run = async (work: Promise<ApiFailure | 'blocked' | undefined>) => {
    complain(await work);
    await load();
  };
  const remove = async (device: Device) => {
    if (device.is_current) await turnOffPush();
    await run(removePushDevice(client, device.id));
  };
  const test = async () => {
    const { value, failure } = await testPushDevices(client);
    setResults(value);
    await run(Promise.resolve(failure));
  };
  const isOn = devices?.some((device) => device.is_current) === true;
  return (
    <Group title="pushDevices.title" hint="pushDevices.hint">
      <ul role="list" class="settings-rows" aria-label={t('pushDevices.title')}>
        {devices?.map((device) => (
          <Row
            key={device.id}
            device={device}
            result={results?.find(({ id }) => id === device.id)}
            onRemove={() => void remove(device)}
          />
        ))}
      </ul>
      <ErrorLine reason={reason} />
      {!canPush() && <p class="settings-hint">{t('pushDevices.unsupported')}</p>}
      <div class="settings-actions">
        {canPush() && devices !== undefined && !isOn && (
          <Button kind="primary" onClick={() => void run(turnOnPush(client))}>
            {t('pushDevices.turnOn')}
          </Button>
        )}
        {devices !== undefined && devices.length > 0 && (
          <Button onClick={() => void test()}>{t('pushDevices.test')}</Button>
        )}
      </div>
    </Group>
  );
}

type RowProps = { device: Device; result: PushTestResult | undefined; onRemove: () => void };

function Row({ device, result, onRemove }: RowProps) {
  const { live } = useClient();
  const clock = getClock(live);
  const name = device.name === '' ? t('pushDevices.app') : device.name;
  const about =
    device.delivered_at === null
      ? t('pushDevices.added', { when: getFullTime(device.created_at, clock) })
      : t('pushDevices.delivered', { when: getFullTime(device.delivered_at, clock) });
  const error = result ? result.error : device.last_error;
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{device.is_current ? t('pushDevices.this', { name }) : name}</p>
        <p class="settings-row-about">{about}</p>
        {result?.is_delivered === true && <p class="settings-row-about">{t('pushDevices.tested')}</p>}
        {error !== null && <p class="settings-error">{t('pushDevices.failed', { reason: error })}</p>}
      </div>
      <Button onClick={onRemove}>{t('pushDevices.remove', { name })}</Button>
    </li>
  );
}
