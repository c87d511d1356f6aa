import { t } from '../../../../view/text/text.ts';
import { Switch } from '../../../kit/field.tsx';
import { useClient } from '../../../page/client.tsx';
import { showsWebsites, showWebsites } from '../../../parts/content/website-previews.ts';
import { Group } from '../base/sections.tsx';

/** Settings of this browser alone. */
export function DeviceSettings() {
  const { live } = useClient();
  if (live.get('organization').realm_inline_url_embed_preview !== true) return null;
  return (
    <Group title="settings.section.device">
      <Switch
        label={t('settings.websitePreviews')}
        hint={t('settings.websitePreviews.hint')}
        isOn={showsWebsites.value}
        onChange={showWebsites}
      />
    </Group>
  );
}
