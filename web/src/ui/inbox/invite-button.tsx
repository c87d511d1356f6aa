import { UserPlus } from 'lucide-preact';
import { mayInvite } from '../../view/channels/channel-rights.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { isPhone } from '../frame/layout.ts';
import { useClient } from '../page/client.tsx';
import { navigate } from '../page/location.ts';

/** For those who may bring people in. On a phone the title needs the room, and the menu has it too. */
export function InviteButton() {
  const { live } = useClient();
  if (isPhone.value || !mayInvite(live)) return null;
  return (
    <Button kind="quiet" onClick={() => navigate({ screen: 'organization', page: 'invitations' })}>
      <Icon of={UserPlus} />
      {t('frame.invite')}
    </Button>
  );
}
