import type { MessageImage } from '@agora/contract/features/messages/messages.images.contract';
import { Button, Center, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconDownload } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { Dialog } from '../../../components/dialog.tsx';
import { download } from '../../../platform/download.ts';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { t } from './messages.images.texts.ts';
import { imagePath, PrivateImage } from './private-image.tsx';

interface ImageModalProps {
  images: readonly MessageImage[];
  index: number;
  onIndex: (index: number) => void;
  onClose: () => void;
}

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Shows a picture of a message as large as possible. The arrow keys switch to the others. */
export function ImageModal({ images, index, onIndex, onClose }: ImageModalProps) {
  const image = images[index];
  const [isBusy, save] = useBusy((id: string) =>
    download(imagePath(id, 'large'), `${id}.webp`).catch(toastError),
  );
  if (!image) return null;
  const switchBy = (step: number) => images[index + step] && onIndex(index + step);
  const onKeyDown = ({ key }: KeyboardEvent) => switchBy(STEPS[key] ?? 0);
  return (
    <Dialog title={t.title(index + 1, images.length)} size="70rem" onClose={onClose} onSubmit={onClose}>
      <Center mih="16rem">
        <PrivateImage
          key={image.id}
          id={image.id}
          size="large"
          w="auto"
          maw="100%"
          alt={t.title(index + 1, images.length)}
          missing={<p role="alert">{t.missing}</p>}
        />
      </Center>
      <Group justify="center">
        {images.length > 1 && (
          <>
            <Button
              variant="default"
              data-autofocus
              disabled={index === 0}
              leftSection={<IconChevronLeft size={17} aria-hidden />}
              onKeyDown={onKeyDown}
              onClick={() => switchBy(-1)}
            >
              {t.previous}
            </Button>
            <Button
              variant="default"
              disabled={index === images.length - 1}
              rightSection={<IconChevronRight size={17} aria-hidden />}
              onKeyDown={onKeyDown}
              onClick={() => switchBy(1)}
            >
              {t.next}
            </Button>
          </>
        )}
        <Button
          variant="subtle"
          loading={isBusy}
          leftSection={<IconDownload size={17} aria-hidden />}
          onClick={() => void save(image.id)}
        >
          {t.download}
        </Button>
      </Group>
    </Dialog>
  );
}
