import {
  removeOrganizationPicture,
  setOrganizationPicture,
  type OrganizationPicture,
} from '../../../../actions/organization/pictures.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { FileButton } from '../../../kit/file-button.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import './organization-pictures.css';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';

const kinds = ['icon', 'logo', 'night_logo'] as const;

/** The organization's icon, and its logos for the light and dark themes. */
export function OrganizationPictures() {
  return (
    <Group title="organizationPicture.title">
      <ul role="list" class="organization-pictures">
        {kinds.map((kind) => (
          <Row key={kind} kind={kind} />
        ))}
      </ul>
    </Group>
  );
}

function Row({ kind }: { kind: OrganizationPicture }) {
  const client = useClient();
  const [state, save] = useSaving();
  const organization = client.live.get('organization');
  const isOwn = organization[`realm_${kind}_source`] === 'U';
  const url = organization[`realm_${kind}_url`];
  return (
    <li class="organization-picture">
      <div class={`organization-picture-frame organization-picture-${kind}`}>
        {(isOwn || kind === 'icon') && <img src={url} alt="" />}
      </div>
      <div class="organization-picture-words">
        <h4 class="organization-picture-name">{t(`organizationPicture.${kind}`)}</h4>
        {isAdministrator(client.live) && (
          <div class="settings-actions">
            <FileButton
              accept="image/*"
              isBusy={state === 'saving'}
              onFile={(file) => save(setOrganizationPicture(client, kind, file))}
            >
              {t(`organizationPicture.${kind}.choose`)}
            </FileButton>
            {isOwn && (
              <Button kind="quiet" onClick={() => save(removeOrganizationPicture(client, kind))}>
                {t(`organizationPicture.${kind}.remove`)}
              </Button>
            )}
          </div>
        )}
        <p class="settings-hint" role="status">
          {state === 'saving' && t('common.saving')}
          {state === 'saved' && <span class="field-saved">{t('common.saved')}</span>}
          {state === 'idle' && t(`organizationPicture.${kind}.hint`)}
        </p>
        <ErrorLine reason={typeof state === 'object' ? state.error : undefined} />
      </div>
    </li>
  );
}
