import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import { Button, Image, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { PictureDrop } from '../../../components/file-drop.tsx';
import { Panel } from '../../../components/panel.tsx';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useUploadPicture } from '../../news/news.queries.ts';
import { t } from './broadcasts.compose.texts.ts';
import type { BroadcastForm } from './text-panels.tsx';

/** Maximum width of the shown picture, in pixels. */
const SHOWN_WIDTH = 640;

/** The picture that phones show with a push. */
export function PicturePanel({ form }: { form: BroadcastForm }) {
  const { image } = form.values;
  const problem = form.errors['image_id'];
  const choose = (image_id: string, image: string) => {
    form.setValues({ image_id, image });
    form.clearFieldError('image_id');
  };
  const uploadPicture = useUploadPicture();
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
      <PictureDrop
        action={image ? t.replacePicture : t.choosePicture}
        isBusy={isBusy}
        onChoose={(picture) => void upload(picture)}
        aside={
          image && (
            <Button variant="subtle" color="gray" onClick={() => choose('', '')}>
              {t.removePicture}
            </Button>
          )
        }
      >
        {image && <Image src={image} alt={t.picture} w="auto" maw="100%" mah="9rem" radius="md" />}
      </PictureDrop>
      {problem && (
        <Text c="var(--danger-ink)" size="xs" mt="xs" role="alert">
          <IconAlertCircle size={15} stroke={2} aria-hidden /> {problem}
        </Text>
      )}
    </Panel>
  );
}
