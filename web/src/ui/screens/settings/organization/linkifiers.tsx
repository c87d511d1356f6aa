import { useState } from 'preact/hooks';
import { Pencil } from 'lucide-preact';
import { orderLinkifiers, removeLinkifier } from '../../../../actions/organization/organization.ts';
import type { Linkifier } from '../../../../../../wire/linkifiers.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { t } from '../../../../view/text/text.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { LinkifierForm } from './linkifier-form.tsx';
import { AdministratorsOnly } from '../base/notice.tsx';
import { OrderList } from '../base/order-list.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';
import { useOrder } from '../base/use-order.ts';

const getId = ({ id }: Linkifier): number => id;

/** Linkifiers; the first match wins. */
export function Linkifiers() {
  const client = useClient();
  const { live } = client;
  const [edited, setEdited] = useState<Linkifier | 'new'>();
  const { items, state, put } = useOrder(live.get('linkifiers'), getId, (ids) =>
    orderLinkifiers(client, ids),
  );
  const mayChange = isAdministrator(live);
  return (
    <Group hint="linkifiers.hint">
      <AdministratorsOnly />
      {mayChange && (
        <div class="settings-actions">
          <Button kind="primary" onClick={() => setEdited('new')}>
            {t('linkifiers.add')}
          </Button>
        </div>
      )}
      {items.length === 0 && <p class="settings-hint">{t('linkifiers.none')}</p>}
      <OrderList
        label={t('organization.page.linkifiers')}
        items={items}
        getKey={(item) => String(item.id)}
        getName={(item) => item.pattern}
        isFixed={!mayChange || items.length < 2}
        onOrder={put}
      >
        {(item) => <Row linkifier={item} onEdit={mayChange ? () => setEdited(item) : undefined} />}
      </OrderList>
      <SavedLine state={state} />
      {edited && (
        <LinkifierForm
          linkifier={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Group>
  );
}

function Row({ linkifier, onEdit }: { linkifier: Linkifier; onEdit: (() => void) | undefined }) {
  const client = useClient();
  const { id, pattern, url_template: template } = linkifier;
  return (
    <>
      <div class="settings-row-words">
        <p class="settings-row-name">
          <code>{pattern}</code>
        </p>
        <p class="settings-row-about">{template}</p>
      </div>
      {onEdit && (
        <>
          <IconButton label={t('lists.editName', { name: pattern })} onClick={onEdit}>
            <Icon of={Pencil} />
          </IconButton>
          <AskFirst
            action={t('linkifiers.remove')}
            button={t('lists.remove')}
            hint={t('linkifiers.removeHint')}
            run={() => removeLinkifier(client, id)}
          />
        </>
      )}
    </>
  );
}
