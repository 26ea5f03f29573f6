import { mediaPath, mediaWidths } from '@agora/contract/features/media/media-files';
import { Button } from '@mantine/core';
import { IconAlertCircle, IconPhotoUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { Panel } from '../../components/panel.tsx';
import { toastError } from '../../platform/toast.ts';
import { useBusy } from '../../platform/use-busy.ts';
import { uploadPicture } from '../news/news.queries.ts';
import classes from './composer.module.css';
import { t } from './composer.texts.ts';
import type { BroadcastForm } from './text-panels.tsx';

/** Pixels of the picture that is shown here. */
const SHOWN_WIDTH = 640;

/** The picture that phones show with a push. */
export default function PicturePanel({ form }: { form: BroadcastForm }) {
  const file = useRef<HTMLInputElement>(null);
  const { image } = form.values;
  const problem = form.errors['image_id'];
  const choose = (image_id: string, image: string) => {
    form.setValues({ image_id, image });
    form.clearFieldError('image_id');
  };
  const [isBusy, upload] = useBusy(async (picture: File) => {
    try {
      const { id, width } = await uploadPicture(picture);
      const shown = mediaWidths(width).findLast((each) => each <= SHOWN_WIDTH) ?? width;
      choose(id, mediaPath(id, shown, 'webp'));
    } catch (error) {
      toastError(error);
    }
  });
  return (
    <Panel title={t.picture} text={t.pictureText}>
      <div className={classes.picture}>
        {image && <img src={image} alt="" />}
        <div className={classes.pictureActions}>
          <Button
            variant="default"
            loading={isBusy}
            leftSection={<IconPhotoUp size={17} aria-hidden />}
            onClick={() => file.current?.click()}
          >
            {image ? t.replacePicture : t.choosePicture}
          </Button>
          {image && (
            <Button variant="subtle" color="gray" onClick={() => choose('', '')}>
              {t.removePicture}
            </Button>
          )}
        </div>
        <input
          ref={file}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp,image/avif"
          aria-label={t.choosePicture}
          onChange={({ currentTarget }) => {
            const [picture] = currentTarget.files ?? [];
            if (picture) void upload(picture);
            currentTarget.value = '';
          }}
        />
      </div>
      {problem && (
        <p className={classes.problem} role="alert">
          <IconAlertCircle size={15} stroke={2} aria-hidden /> {problem}
        </p>
      )}
    </Panel>
  );
}
