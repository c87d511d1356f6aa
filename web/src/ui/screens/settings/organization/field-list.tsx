import { useState } from 'preact/hooks';
import { Pencil } from 'lucide-preact';
import { orderFields, removeField } from '../../../../actions/organization/organization.ts';
import type { CustomProfileField } from '../../../../../../wire/profile-fields.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { joinFacts } from '../../../../view/text/list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { FieldForm } from './field-form.tsx';
import { AdministratorsOnly } from '../base/notice.tsx';
import { OrderList } from '../base/order-list.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';
import { useOrder } from '../base/use-order.ts';

const getId = ({ id }: CustomProfileField): number => id;

/** Custom profile fields, in their order. */
export function FieldList() {
  const client = useClient();
  const { live } = client;
  const [edited, setEdited] = useState<CustomProfileField | 'new'>();
  const { items, state, put } = useOrder([...live.get('profileFields').values()], getId, (ids) =>
    orderFields(client, ids),
  );
  const mayChange = isAdministrator(live);
  return (
    <Group hint="fields.hint">
      <AdministratorsOnly />
      {mayChange && (
        <div class="settings-actions">
          <Button kind="primary" onClick={() => setEdited('new')}>
            {t('fields.add')}
          </Button>
        </div>
      )}
      {items.length === 0 && <p class="settings-hint">{t('fields.none')}</p>}
      <OrderList
        label={t('organization.page.fields')}
        items={items}
        getKey={(item) => String(item.id)}
        getName={(item) => item.name}
        isFixed={!mayChange || items.length < 2}
        onOrder={put}
      >
        {(item) => <Row field={item} onEdit={mayChange ? () => setEdited(item) : undefined} />}
      </OrderList>
      <SavedLine state={state} />
      {edited && (
        <FieldForm field={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </Group>
  );
}

function Row({ field, onEdit }: { field: CustomProfileField; onEdit: (() => void) | undefined }) {
  const client = useClient();
  const about = [
    t(`fields.type.${field.type}`),
    field.required && t('fields.isRequired'),
    field.display_in_profile_summary === true && t('fields.isInSummary'),
    !field.editable_by_user && t('fields.isLocked'),
  ];
  return (
    <>
      <div class="settings-row-words">
        <p class="settings-row-name">{field.name}</p>
        <p class="settings-row-about">{joinFacts(about)}</p>
      </div>
      {onEdit && (
        <>
          <IconButton label={t('lists.editName', { name: field.name })} onClick={onEdit}>
            <Icon of={Pencil} />
          </IconButton>
          <AskFirst
            action={t('fields.removeName', { name: field.name })}
            button={t('lists.remove')}
            hint={t('fields.removeHint')}
            run={() => removeField(client, field.id)}
          />
        </>
      )}
    </>
  );
}
