import { UserPlus } from 'lucide-preact';
import { mayInvite } from '../../view/channels/channel-rights.ts';
import { t } from '../../view/text/text.ts';
import { Button, IconButton } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { isPhone } from '../frame/layout.ts';
import { useClient } from '../page/client.tsx';
import { navigate } from '../page/location.ts';

/** For those who may bring people in. */
export function InviteButton() {
  const { live } = useClient();
  if (!mayInvite(live)) return null;
  const label = t('frame.invite');
  const onClick = () => navigate({ screen: 'organization', page: 'invitations' });
  if (isPhone.value)
    return (
      <IconButton label={label} onClick={onClick}>
        <Icon of={UserPlus} size={20} />
      </IconButton>
    );
  return (
    <Button kind="quiet" onClick={onClick}>
      <Icon of={UserPlus} />
      {label}
    </Button>
  );
}
