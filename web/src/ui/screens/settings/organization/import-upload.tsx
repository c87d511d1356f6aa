import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { FileButton } from '../../../kit/file-button.tsx';
import { transfer } from '../../../compose/state/transfer.ts';
import { ErrorLine } from '../base/error-line.tsx';

type Sending = { name: string; size: number; sent: number; isCut: boolean };

const readableSize = (mebibytes: number): { size: string; unit: string } =>
  mebibytes % 1024 === 0
    ? { size: String(mebibytes / 1024), unit: 'gibibytes' }
    : { size: String(mebibytes), unit: 'mebibytes' };

/** Uploads an archive in parts. Choosing the same file after a reload continues the upload. */
export function ImportUpload({ mostMebibytes, onDone }: { mostMebibytes: number; onDone: () => void }) {
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
