import { Archive, ArchiveRestore, ArrowDown, ArrowLeft, ArrowUp, Folder, Pencil, Plus } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { ChannelFolder } from '../../../../../wire/folders.ts';
import { createFolder, orderFolders, updateFolder } from '../../../actions/folders.ts';
import { isAdministrator } from '../../../view/channels/channel-rights.ts';
import { folderRows, movedFolder, type FolderRow } from '../../../view/channels/folders.ts';
import { t } from '../../../view/text/text.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { TextField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/overlays/form-dialog.tsx';
import { Icon } from '../../kit/icon.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { getHref } from '../../page/location.ts';
import { report } from '../../kit/toasts/report.ts';

/** The channel folders of the sidebar; administrators can change them. */
export function Folders() {
  const { live } = useClient();
  const [editing, setEditing] = useState<ChannelFolder | 'new'>();
  const rows = folderRows(live);
  const mayChange = isAdministrator(live);
  return (
    <>
      <PlainHeader title={t('channels.folders')} />
      <div class="channels channels-scroll">
        <div class="frame-column channels-top">
          <a class="channels-tab folders-back" href={getHref({ screen: 'channels', page: '' })}>
            <Icon of={ArrowLeft} />
            {t('channels.back')}
          </a>
          <span class="channels-space" />
          {mayChange && (
            <Button kind="primary" onClick={() => setEditing('new')}>
              <Icon of={Plus} />
              {t('channels.newFolder')}
            </Button>
          )}
        </div>
        {rows.length === 0 ? (
          <EmptyState title={t('channels.noFolders')}>{t('channels.foldersHint')}</EmptyState>
        ) : (
          <ul role="list" class="frame-column folders-list">
            {rows.map((row) => (
              <Row
                key={row.folder.id}
                row={row}
                rows={rows}
                mayChange={mayChange}
                onEdit={() => setEditing(row.folder)}
              />
            ))}
          </ul>
        )}
      </div>
      {editing !== undefined && (
        <FolderForm folder={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </>
  );
}

type RowProps = { row: FolderRow; rows: readonly FolderRow[]; mayChange: boolean; onEdit: () => void };

function Row({ row: { folder, channels }, rows, mayChange, onEdit }: RowProps) {
  const client = useClient();
  const { id, name, description, is_archived: isArchived } = folder;
  const move = (by: 1 | -1) => {
    const order = movedFolder(rows, id, by);
    return {
      disabled: order === undefined,
      onClick: () => order && void report(orderFolders(client, order)),
    };
  };
  return (
    <li class={`channels-row folders-row ${isArchived ? 'folders-archived' : ''}`}>
      <span class="channels-icon">
        <Icon of={Folder} />
      </span>
      <span class="channels-name">
        <span class="channels-title one-line" dir="auto">
          {withEmoji(name)}
        </span>
        <span class="channels-about one-line" dir="auto">
          {isArchived ? t('channels.folderArchived') : description}
        </span>
      </span>
      <span class="channels-size numeric">{t('channels.count', { count: channels })}</span>
      {mayChange && (
        <span class="folders-tools">
          <IconButton label={t('channels.folderUp', { name })} {...move(-1)}>
            <Icon of={ArrowUp} />
          </IconButton>
          <IconButton label={t('channels.folderDown', { name })} {...move(1)}>
            <Icon of={ArrowDown} />
          </IconButton>
          <IconButton label={t('channels.folderEdit', { name })} onClick={onEdit}>
            <Icon of={Pencil} />
          </IconButton>
          <IconButton
            label={t(isArchived ? 'channels.folderRestore' : 'channels.folderArchive', { name })}
            onClick={() => void report(updateFolder(client, id, { is_archived: !isArchived }))}
          >
            <Icon of={isArchived ? ArchiveRestore : Archive} />
          </IconButton>
        </span>
      )}
    </li>
  );
}

function FolderForm({ folder, onClose }: { folder: ChannelFolder | undefined; onClose: () => void }) {
  const client = useClient();
  const [name, setName] = useState(folder?.name ?? '');
  const [description, setDescription] = useState(folder?.description ?? '');
  const given = { name: name.trim(), description: description.trim() };
  return (
    <FormDialog
      size="small"
      title={folder === undefined ? t('channels.newFolder') : t('channels.folderEdit', { name: folder.name })}
      action={t('common.save')}
      isComplete={given.name !== ''}
      save={() =>
        folder === undefined
          ? createFolder(client, given.name, given.description)
          : updateFolder(client, folder.id, given)
      }
      onClose={onClose}
    >
      <TextField label={t('channels.name')} value={name} onInput={setName} />
      <TextField label={t('channels.description')} rows={2} value={description} onInput={setDescription} />
    </FormDialog>
  );
}
