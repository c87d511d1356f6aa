import { useState } from 'preact/hooks';
import { setPersonal } from '../../../../actions/channels.ts';
import { compareNames } from '../../../../view/channels/channel-sections.ts';
import { channelName } from '../../../../view/narrow/names.ts';
import { preference } from '../../../../view/preferences/preferences.ts';
import { channelWays } from '../../../../view/settings/personal.ts';
import { t } from '../../../../view/text/text.ts';
import { Select } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';
import '../base/settings-table.css';

/** Channels with notification settings of their own. An added channel has none until something in its row is changed. */
export function ChannelTable() {
  const { live } = useClient();
  const [added, setAdded] = useState<readonly number[]>([]);
  const all = [...live.get('subscriptions')].map(([id, personal]) => ({
    id,
    name: channelName(live, id),
    isOwn: added.includes(id) || channelWays.some(([name]) => personal[name] !== null),
  }));
  const own = all.filter(({ isOwn }) => isOwn).sort(compareNames);
  const others = all.filter(({ isOwn }) => !isOwn).sort(compareNames);
  return (
    <Group title="settings.exceptions" hint="settings.exceptionHint">
      {own.length === 0 ? (
        <p class="settings-hint">{t('settings.exceptionsNone')}</p>
      ) : (
        <Table channels={own} />
      )}
      {others.length > 0 && (
        <Select
          label={t('settings.exceptionAdd')}
          value={0}
          options={[
            { value: 0, text: t('settings.exceptionChoose') },
            ...others.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={(id) => id !== 0 && setAdded([...added, id])}
        />
      )}
    </Group>
  );
}

function Table({ channels }: { channels: readonly { id: number; name: string }[] }) {
  const client = useClient();
  const { live } = client;
  const [state, save] = useSaving();
  return (
    <>
      <table class="settings-table">
        <thead>
          <tr>
            <td />
            {channelWays.map(([name, , text]) => (
              <th key={name} scope="col">
                {t(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {channels.map(({ id, name: channel }) => (
            <tr key={id}>
              <th scope="row">{channel}</th>
              {channelWays.map(([name, general, text]) => {
                const own = live.get('subscriptions').get(id)?.[name] ?? null;
                return (
                  <td key={name}>
                    <input
                      class={own === null ? 'checkbox settings-inherited' : 'checkbox'}
                      type="checkbox"
                      aria-label={`${channel}: ${t(text)}`}
                      checked={own ?? preference(live, general) === true}
                      onChange={(event) => save(setPersonal(client, id, name, event.currentTarget.checked))}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <SavedLine state={state} />
    </>
  );
}
