import { UserPlus } from 'lucide-preact';
import { mayInvite } from '../../../view/channels/channel-rights.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { isPhone } from '../../page/layout.ts';
import { useClient } from '../../page/client.tsx';
import { navigate } from '../../page/location.ts';

/** Shown to users who may invite. Hidden on phones, where the menu has it and the title needs the space. */
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
