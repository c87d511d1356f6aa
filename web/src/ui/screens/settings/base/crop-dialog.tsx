import { useEffect, useState } from 'preact/hooks';
import type { ApiFailure } from '../../../../connection/api.ts';
import { getMiddle, type Crop } from '../../../../view/settings/crop.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { CropSquare } from './crop-square.tsx';
import { ErrorLine } from './error-line.tsx';

/** Larger than anywhere it is shown. */
const sideInPixels = 500;

type Props = {
  file: File;
  onClose: () => void;
  onDone: (square: File) => Promise<ApiFailure | undefined>;
};

/** Chooses a square of an image; closes when it was uploaded. */
export function CropDialog({ file, onClose, onDone }: Props) {
  const picture = usePicture(file);
  const [crop, setCrop] = useState<Crop>();
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const isBroken = picture === 'broken';
  const shown = typeof picture === 'object' ? (crop ?? getMiddle(getSize(picture))) : undefined;
  const send = async (image: HTMLImageElement, square: Crop) => {
    setBusy(true);
    const cropped = await cropImage(image, square);
    const failure = cropped && (await onDone(cropped));
    setBusy(false);
    if (cropped === undefined) setReason(t('picture.broken'));
    else if (failure === undefined) onClose();
    else setReason(failureText(failure));
  };
  return (
    <Dialog
      title={t('picture.crop')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            kind="primary"
            isBusy={isBusy}
            disabled={shown === undefined}
            onClick={() => typeof picture === 'object' && shown && void send(picture, shown)}
          >
            {t('picture.use')}
          </Button>
        </>
      }
    >
      {typeof picture === 'object' && shown && (
        <CropSquare url={picture.src} size={getSize(picture)} crop={shown} onCrop={setCrop} />
      )}
      <ErrorLine reason={isBroken ? t('picture.broken') : reason} />
    </Dialog>
  );
}

const getSize = ({ naturalWidth, naturalHeight }: HTMLImageElement) => ({
  width: naturalWidth,
  height: naturalHeight,
});

function usePicture(file: File): HTMLImageElement | 'loading' | 'broken' {
  const [picture, setPicture] = useState<HTMLImageElement | 'loading' | 'broken'>('loading');
  useEffect(() => {
    const url = URL.createObjectURL(file);
    const image = new Image();
    image.src = url;
    image.decode().then(
      () => setPicture(image),
      () => setPicture('broken'),
    );
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return picture;
}

/** @returns undefined if the browser lacks memory or blocks reading from a canvas */
async function cropImage(image: HTMLImageElement, { x, y, side }: Crop): Promise<File | undefined> {
  try {
    const canvas = new OffscreenCanvas(sideInPixels, sideInPixels);
    const context = canvas.getContext('2d');
    if (context === null) return undefined;
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, x, y, side, side, 0, 0, sideInPixels, sideInPixels);
    return new File([await canvas.convertToBlob()], 'picture.png', { type: 'image/png' });
  } catch {
    return undefined;
  }
}
