import { MEDIA_BYTES_MAX, MEDIA_TYPES, MESSAGE_IMAGES_MAX } from '@agora/contract/features/media/media.rules';
import type { MessageImage } from '@agora/contract/features/messages/messages.images.contract';
import { ActionIcon, Box, FileButton, Group } from '@mantine/core';
import { IconPhotoOff, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { errorText } from '../../../platform/errors.ts';
import { toastWarning } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useUploadMessageImage } from '../messages.queries.ts';
import { t } from './messages.images.texts.ts';
import { PrivateImage } from './private-image.tsx';

const TYPES = Object.keys(MEDIA_TYPES);
const MEGABYTE = 1024 * 1024;

const namesOf = (files: readonly File[]) => files.map(({ name }) => name).join(', ');

/** Uploads pictures for a reply, one after another. Tells which files are refused, and why. */
export function useReplyImages(
  images: readonly MessageImage[],
  onAdd: (image: MessageImage) => void,
): [isBusy: boolean, add: (files: readonly File[]) => Promise<void>] {
  const upload = useUploadMessageImage();
  return useBusy(async (files: readonly File[]) => {
    const ofType = files.filter(({ type }) => TYPES.includes(type));
    const others = files.filter((file) => !ofType.includes(file));
    if (others.length > 0) toastWarning(t.wrongType(namesOf(others)));
    const accepted = ofType.filter(({ size }) => size <= MEDIA_BYTES_MAX);
    const large = ofType.filter((file) => !accepted.includes(file));
    if (large.length > 0) toastWarning(t.tooLarge(namesOf(large), MEDIA_BYTES_MAX / MEGABYTE));
    const room = MESSAGE_IMAGES_MAX - images.length;
    if (accepted.length > room) toastWarning(t.tooMany(MESSAGE_IMAGES_MAX));
    for (const file of accepted.slice(0, room))
      try {
        onAdd(await upload(file));
      } catch (error) {
        toastWarning(t.refused(file.name, errorText(error)));
      }
  });
}

interface AddImagesProps {
  isBusy: boolean;
  onChoose: (files: readonly File[]) => void;
}

/** A button that asks for pictures. */
export function AddImages({ isBusy, onChoose }: AddImagesProps) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      accept={TYPES.join(',')}
      resetRef={reset}
      inputProps={{ 'aria-hidden': true, tabIndex: -1 }}
      onChange={(files) => {
        onChoose(files);
        // The same file can be chosen again.
        reset.current?.();
      }}
    >
      {(props) => (
        <ActionIcon
          {...props}
          variant="subtle"
          size="input-sm"
          loading={isBusy}
          aria-label={t.add}
          title={t.add}
        >
          <IconPhotoPlus size={18} aria-hidden />
        </ActionIcon>
      )}
    </FileButton>
  );
}

interface ReplyImagesProps {
  images: readonly MessageImage[];
  onRemove: (id: string) => void;
}

/** The pictures of a reply that is being written, each with a button to remove it. */
export function ReplyImages({ images, onRemove }: ReplyImagesProps) {
  if (images.length === 0) return null;
  return (
    <Group component="ul" gap="xs" aria-label={t.ofReply}>
      {images.map(({ id }, index) => (
        <Box component="li" key={id} pos="relative" w="4rem" h="4rem">
          <PrivateImage
            id={id}
            size="small"
            alt={t.title(index + 1, images.length)}
            w="4rem"
            h="4rem"
            radius="md"
            missing={<IconPhotoOff size={22} aria-hidden />}
          />
          <ActionIcon
            variant="default"
            size={24}
            pos="absolute"
            top={-6}
            right={-6}
            aria-label={t.remove(index + 1, images.length)}
            title={t.remove(index + 1, images.length)}
            onClick={() => onRemove(id)}
          >
            <IconX size={14} aria-hidden />
          </ActionIcon>
        </Box>
      ))}
    </Group>
  );
}
