import { addDefaultChannel, removeDefaultChannel } from '../../../../actions/organization/organization.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { compareNames } from '../../../../view/channels/channel-sections.ts';
import { channelColor, channelName } from '../../../../view/narrow/names.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Select } from '../../../kit/field.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { AdministratorsOnly } from '../base/notice.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';

/** Channels that new users are subscribed to. */
export function DefaultChannels() {
  const client = useClient();
  const { live } = client;
  const [added, saveAdded] = useSaving();
  const [removed, saveRemoved] = useSaving();
  const defaults = new Set(live.get('defaultChannels'));
  const mayChange = isAdministrator(live);
  const others = [...live.get('channels')]
    .filter(([id, one]) => !defaults.has(id) && !one.is_archived && !one.invite_only)
    .map(([value, { name }]) => ({ value, name }))
    .sort(compareNames);
  const chosen = [...defaults].map((id) => ({ id, name: channelName(live, id) })).sort(compareNames);
  return (
    <Group hint="defaultChannels.hint">
      <AdministratorsOnly />
      {mayChange && others.length > 0 && (
        <Select
          label={t('defaultChannels.add')}
          value={0}
          options={[
            { value: 0, text: t('defaultChannels.choose') },
            ...others.map(({ value, name }) => ({ value, text: name })),
          ]}
          save={added}
          onChange={(id) => id !== 0 && saveAdded(addDefaultChannel(client, id))}
        />
      )}
      {chosen.length === 0 && <p class="settings-hint">{t('defaultChannels.none')}</p>}
      <ul role="list" class="settings-rows">
        {chosen.map(({ id, name }) => (
          <li key={id} class="settings-row">
            <span class="settings-dot" style={{ background: channelColor(live, id) }} />
            <p class="settings-row-words settings-row-name">{name}</p>
            {mayChange && (
              <Button
                aria-label={t('defaultChannels.removeName', { channel: name })}
                onClick={() => saveRemoved(removeDefaultChannel(client, id))}
              >
                {t('lists.remove')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <SavedLine state={removed} />
    </Group>
  );
}
