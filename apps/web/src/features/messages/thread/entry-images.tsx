import type { MessageImage } from '@agora/contract/features/messages/messages.images.contract';
import { Group, UnstyledButton } from '@mantine/core';
import { IconPhotoOff } from '@tabler/icons-react';
import { useState } from 'react';
import { ImageModal } from './image-modal.tsx';
import { t } from './messages.images.texts.ts';
import { PrivateImage } from './private-image.tsx';

/** Thumbnails of the pictures of a message; each opens the large picture. */
export function EntryImages({ images }: { images: readonly MessageImage[] }) {
  const [opened, setOpened] = useState<number>();
  if (images.length === 0) return null;
  return (
    <>
      <Group mt="xs" component="ul">
        {images.map(({ id }, index) => (
          <li key={id}>
            <UnstyledButton
              display="grid"
              w="6rem"
              h="6rem"
              bd="1px solid var(--line-strong)"
              bdrs="md"
              c="dimmed"
              style={{ placeItems: 'center', overflow: 'hidden', cursor: 'zoom-in' }}
              aria-label={t.open(index + 1, images.length)}
              onClick={() => setOpened(index)}
            >
              <PrivateImage
                id={id}
                size="small"
                alt=""
                h="100%"
                missing={<IconPhotoOff size={22} aria-hidden />}
              />
            </UnstyledButton>
          </li>
        ))}
      </Group>
      {opened !== undefined && (
        <ImageModal images={images} index={opened} onIndex={setOpened} onClose={() => setOpened(undefined)} />
      )}
    </>
  );
}
