import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { useClient } from '../../../page/client.tsx';

/** Says why nothing on the page can be changed, if so. */
export function AdministratorsOnly() {
  const { live } = useClient();
  if (isAdministrator(live)) return null;
  return <p class="settings-notice">{t('organization.onlyAdministrators')}</p>;
}

export function OwnersOnly() {
  const { live } = useClient();
  if (isOwner(live)) return null;
  return <p class="settings-notice">{t('organization.onlyOwners')}</p>;
}
