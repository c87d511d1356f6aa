import { useEffect, useState, useRef } from 'preact/hooks';
import type { ImportRequest } from '../../../../../../wire/imports.ts';
import {
  changeImport,
  discardImport,
  fetchImports,
  type FoundImports,
} from '../../../../actions/organization/imports.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { joinFacts } from '../../../../view/text/list.ts';
import { t } from '../../../../view/text/text.ts';
import { getFullTime } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { AskFirst } from '../base/ask-first.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { OwnersOnly } from '../base/notice.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';
import { ImportForm } from './import-form.tsx';
import { ReportOfImport } from './import-report.tsx';
import { FileButton } from '../../../kit/file-button.tsx';
import { transfer } from '../../../compose/state/transfer.ts';

/** Imports from other products: uploads an export, and lists earlier imports. */
export function Imports() {
  const { live } = useClient();
  return isOwner(live) ? <All /> : <OwnersOnly />;
}

const pollMs = 1000;
const pollAfterFailureMs = 10_000;

const isActive = ({ state }: ImportRequest): boolean =>
  state === 'checking' || state === 'importing' || state === 'undoing';

function All() {
  const client = useClient();
  const [found, setFound] = useState<FoundImports>();
  const [reason, setReason] = useState<string>();
  const [round, setRound] = useState(0);
  const reload = () => setRound((before) => before + 1);
  useEffect(() => {
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void fetchImports(client).then(({ value, failure }) => {
      if (isOver) return;
      setReason(failure && failureText(failure));
      if (failure === undefined) {
        setFound(value);
        if (value.imports.some(isActive)) timer = setTimeout(reload, pollMs);
      } else if (failure.kind !== 'refused') timer = setTimeout(reload, pollAfterFailureMs);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [round]);
  return (
    <>
      <Group hint="imports.hint">
        {found && <ImportUpload mostMebibytes={found.max_mebibytes} onDone={reload} />}
      </Group>
      <Group title="imports.made">
        {found === undefined && reason === undefined && <Skeleton kind="row" rows={2} />}
        {found?.imports.length === 0 && <p class="settings-hint">{t('imports.none')}</p>}
        <ErrorLine reason={reason} />
        <ul role="list" class="settings-rows" aria-label={t('imports.made')}>
          {found?.imports.map((one) => (
            <Row key={one.id} request={one} onChange={reload} />
          ))}
        </ul>
      </Group>
    </>
  );
}

function Row({ request, onChange }: { request: ImportRequest; onChange: () => void }) {
  const client = useClient();
  const { id, state, progress, error } = request;
  const left = progress?.seconds_left ?? null;
  const time = getFullTime(request.created, getClock(client.live));
  const canUndo = state === 'imported' || ((state === 'stopped' || state === 'failed') && progress !== null);
  return (
    <li class="settings-row import-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{request.file_name}</p>
        <p class="settings-row-about" role="status">
          {joinFacts([
            time,
            t('imports.state', { state }),
            isActive(request) && progress !== null && t('imports.progress', progress),
            isActive(request) && left !== null && t('imports.left', { minutes: Math.ceil(left / 60) }),
          ])}
        </p>
        {error !== null && <p class="settings-error">{error}</p>}
      </div>
      {request.has_archive && !isActive(request) && <ImportForm request={request} onBegun={onChange} />}
      {(state === 'checking' || state === 'importing') && <Stop id={id} onDone={onChange} />}
      {!isActive(request) && state !== 'uploaded' && state !== 'undone' && (
        <ReportOfImport key={state} id={id} />
      )}
      {canUndo && (
        <AskFirst
          action={t('imports.undo')}
          hint={t('imports.undoHint')}
          run={() => changeImport(client, id, 'undo')}
          onDone={onChange}
        />
      )}
      {request.has_archive && !isActive(request) && (
        <AskFirst
          action={t('imports.discard')}
          hint={t('imports.discardHint')}
          run={() => discardImport(client, id)}
          onDone={onChange}
        />
      )}
    </li>
  );
}

function Stop({ id, onDone }: { id: number; onDone: () => void }) {
  const client = useClient();
  const [state, save] = useSaving();
  const stop = async () => {
    const failure = await changeImport(client, id, 'stop');
    onDone();
    return failure;
  };
  return (
    <div class="settings-actions">
      <Button isBusy={state === 'saving'} onClick={() => save(stop())}>
        {t('imports.stop')}
      </Button>
      {typeof state === 'object' && <SavedLine state={state} />}
    </div>
  );
}

type Sending = { name: string; size: number; sent: number; isCut: boolean };

const readableSize = (mebibytes: number): { size: string; unit: string } =>
  mebibytes % 1024 === 0
    ? { size: String(mebibytes / 1024), unit: 'gibibytes' }
    : { size: String(mebibytes), unit: 'mebibytes' };

/** Uploads an archive in parts. Choosing the same file after a reload continues the upload. */
function ImportUpload({ mostMebibytes, onDone }: { mostMebibytes: number; onDone: () => void }) {
  const [sending, setSending] = useState<Sending>();
  const [reason, setReason] = useState<string>();
  const end = useRef<() => void>();
  useEffect(() => () => end.current?.(), []);
  const begin = (file: File) => {
    const { name, size } = file;
    setReason(undefined);
    setSending({ name, size, sent: 0, isCut: false });
    end.current = transfer(
      file,
      {
        onProgress: (sent) => setSending({ name, size, sent, isCut: false }),
        onCut: () => setSending((now) => now && { ...now, isCut: true }),
        onDone: () => {
          setSending(undefined);
          onDone();
        },
        onFailed: (why) => {
          setSending(undefined);
          setReason(why);
        },
      },
      'import',
    );
  };
  const cancel = () => {
    end.current?.();
    setSending(undefined);
  };
  if (sending) return <Progress {...sending} onCancel={cancel} />;
  return (
    <>
      <p class="settings-hint">{t('imports.file', readableSize(mostMebibytes))}</p>
      <div class="settings-actions">
        <FileButton kind="primary" accept=".zip,.tar,.gz,.tgz,.json,.jsonl,.csv" onFile={begin}>
          {t('imports.upload')}
        </FileButton>
      </div>
      <ErrorLine reason={reason} />
    </>
  );
}

function Progress({ name, size, sent, isCut, onCancel }: Sending & { onCancel: () => void }) {
  const percent = size === 0 ? 0 : Math.floor((100 * sent) / size);
  return (
    <div class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{name}</p>
        <p class="settings-row-about">
          {isCut ? t('common.unreachable') : t('imports.uploading', { percent: String(percent) })}
        </p>
        <progress max={100} value={percent} aria-label={name} />
      </div>
      <Button onClick={onCancel}>{t('common.cancel')}</Button>
    </div>
  );
}
