import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { File, FileMusic, FileVideo, X } from 'lucide-preact';
import { joinFiles, splitFiles, type AttachedFile } from '../../../store/writing/attached.ts';
import type { Upload } from '../../../store/writing/uploads.ts';
import { sizeText } from '../../../view/text/size.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import type { EditedText } from '../state/edited-text.ts';
import { uploads } from '../state/uploads.ts';
import './file-list.css';

type Props = {
  written: EditedText;
  area: RefObject<HTMLTextAreaElement>;
  attached: readonly AttachedFile[];
  uploading: readonly Upload[];
};

/** The files of a text, uploads with their progress, and failed ones with the reason. */
export function FileList({ written, area, attached, uploading }: Props) {
  const remove = (file: AttachedFile) => {
    const { body, files } = splitFiles(written.read());
    const index = files.findIndex(({ url }) => url === file.url);
    if (index < 0) return;
    written.write(joinFiles(body, files.toSpliced(index, 1)));
    area.current?.focus();
    const undo = () => {
      const now = splitFiles(written.read());
      written.write(joinFiles(now.body, now.files.toSpliced(index, 0, file)));
    };
    toast({
      text: t('uploads.removed', { name: file.name }),
      action: { text: t('later.undo'), onChoose: undo },
    });
  };
  return (
    <ul class="file-list" role="list" aria-label={t('uploads.list')}>
      {attached.map((file, i) => (
        <li key={`${file.url} ${i}`} class="file-list-item">
          <Block of={file} />
          <IconButton label={t('uploads.remove', { name: file.name })} onClick={() => remove(file)}>
            <Icon of={X} size={16} />
          </IconButton>
        </li>
      ))}
      {uploading.map((item) => (
        <li key={item.id} class="file-list-item">
          <Progress of={item} />
          <IconButton
            label={t(item.state === 'failed' ? 'uploads.dismiss' : 'uploads.cancel', { name: item.name })}
            onClick={() => uploads.remove(item.id)}
          >
            <Icon of={X} size={16} />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}

const kinds = [
  [/\.(?:avif|gif|jpe?g|png|webp)$/i, 'image'],
  [/\.(?:aac|flac|m4a|mp3|oga|ogg|opus|wav|weba)$/i, FileMusic],
  [/\.(?:m4v|mov|mp4|webm)$/i, FileVideo],
] as const;

/** A file with its picture and size; it opens on its own. */
function Block({ of: { name, url } }: { of: AttachedFile }) {
  const size = useSize(url);
  return (
    <a class="file-list-block" href={url} target="_blank" rel="noreferrer">
      <FileSign url={url} />
      <span class="file-list-words">
        <span class="one-line" dir="auto">
          {name}
        </span>
        {size !== undefined && <span class="file-list-size">{sizeText(size)}</span>}
      </span>
    </a>
  );
}

function FileSign({ url }: { url: string }) {
  const [isBroken, setBroken] = useState(false);
  const kind = kinds.find(([pattern]) => pattern.test(url))?.[1] ?? File;
  if (kind === 'image' && !isBroken)
    return (
      <img class="file-list-picture" src={url} alt="" decoding="async" onError={() => setBroken(true)} />
    );
  return (
    <span class="file-list-sign" aria-hidden="true">
      <Icon of={kind === 'image' ? File : kind} />
    </span>
  );
}

/** The server is asked about a file that was uploaded before the page was loaded. */
function useSize(url: string): number | undefined {
  const known = uploads.getSize(url);
  const [asked, setAsked] = useState<number>();
  useEffect(() => {
    if (known !== undefined) return;
    void fetch(url, { method: 'HEAD' })
      .then(({ ok, headers }) => ok && setAsked(Number(headers.get('content-length')) || undefined))
      .catch(() => undefined);
  }, [url]);
  return known ?? asked;
}

function Progress({ of: { name, size, sent, state, reason = '' } }: { of: Upload }) {
  if (state === 'failed')
    return (
      <span class="file-list-words file-list-failed" role="alert">
        {t('uploads.failed', { name, reason })}
      </span>
    );
  const percent = String(size === 0 ? 0 : Math.floor((100 * sent) / size));
  const text = t(state === 'waiting' ? 'uploads.waiting' : 'uploads.progress', { name, percent });
  return (
    <span class="file-list-words">
      <span class="one-line">{text}</span>
      <progress class="file-list-bar" max={Math.max(1, size)} value={sent} aria-label={name} />
    </span>
  );
}
