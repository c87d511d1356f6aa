import { useState } from 'preact/hooks';
import { Pencil } from 'lucide-preact';
import {
  orderLinkifiers,
  removeLinkifier,
  saveLinkifier,
} from '../../../../actions/organization/organization.ts';
import type { Linkifier } from '../../../../../../wire/linkifiers.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { t } from '../../../../view/text/text.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { AdministratorsOnly } from '../base/notice.tsx';
import { OrderList } from '../base/order-list.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';
import { useOrder } from '../base/use-order.ts';
import { tryLinkifier } from '../../../../view/settings/linkifier-trial.ts';
import { TextField } from '../../../kit/field.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';

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

type Props = { linkifier: Linkifier | undefined; onClose: () => void };

const splitLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Edits a linkifier, and tries it on the example while it is edited. */
function LinkifierForm({ linkifier, onClose }: Props) {
  const client = useClient();
  const [pattern, setPattern] = useState(linkifier?.pattern ?? '');
  const [template, setTemplate] = useState(linkifier?.url_template ?? '');
  const [example, setExample] = useState(linkifier?.example_input ?? '');
  const [reverse, setReverse] = useState(linkifier?.reverse_template ?? '');
  const [others, setOthers] = useState(linkifier?.alternative_url_templates.join('\n') ?? '');
  const params = {
    pattern: pattern.trim(),
    url_template: template.trim(),
    example_input: example.trim(),
    reverse_template: reverse.trim(),
    alternative_url_templates: splitLines(others),
  };
  return (
    <FormDialog
      title={t(linkifier === undefined ? 'linkifiers.add' : 'linkifiers.edit')}
      action={t(linkifier === undefined ? 'linkifiers.add' : 'common.save')}
      isComplete={params.pattern !== '' && params.url_template !== ''}
      save={() => saveLinkifier(client, linkifier?.id, params)}
      onClose={onClose}
    >
      <TextField
        label={t('linkifiers.pattern')}
        hint={t('linkifiers.patternHint')}
        placeholder="#(?P<id>[0-9]+)"
        value={pattern}
        onInput={setPattern}
      />
      <TextField
        label={t('linkifiers.template')}
        hint={t('linkifiers.templateHint')}
        placeholder="https://example.com/issues/{id}"
        value={template}
        onInput={setTemplate}
      />
      <TextField
        label={t('linkifiers.example')}
        hint={t('linkifiers.exampleHint')}
        placeholder="#1234"
        value={example}
        onInput={setExample}
      />
      <Outcome pattern={pattern} template={template} example={example} />
      <MoreFields reverse={reverse} onReverse={setReverse} others={others} onOthers={setOthers} />
    </FormDialog>
  );
}

type MoreProps = {
  reverse: string;
  onReverse: (template: string) => void;
  others: string;
  onOthers: (lines: string) => void;
};

const MoreFields = ({ reverse, onReverse, others, onOthers }: MoreProps) => (
  <details class="settings-more">
    <summary>{t('linkifiers.more')}</summary>
    <div class="settings-form">
      <TextField
        label={t('linkifiers.reverse')}
        hint={t('linkifiers.reverseHint')}
        placeholder="#{id}"
        value={reverse}
        onInput={onReverse}
      />
      <TextField
        label={t('linkifiers.others')}
        hint={t('linkifiers.othersHint')}
        rows={2}
        value={others}
        onInput={onOthers}
      />
    </div>
  </details>
);

/** The links that the example becomes. */
function Outcome({ pattern, template, example }: Record<'pattern' | 'template' | 'example', string>) {
  if (pattern.trim() === '' || example.trim() === '') return null;
  const trial = tryLinkifier(pattern, template, example);
  if (trial.kind !== 'links')
    return (
      <p class="settings-trial" role="status">
        {t(trial.kind === 'broken' ? 'linkifiers.broken' : 'linkifiers.noMatch')}
      </p>
    );
  return (
    <div role="status" class="settings-trial">
      {trial.links.map(({ text, url }, index) => (
        <p key={index}>
          <code>{text}</code> → {url}
        </p>
      ))}
    </div>
  );
}
