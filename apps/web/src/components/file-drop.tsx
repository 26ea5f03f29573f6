import { MEDIA_BYTES_MAX, MEDIA_TYPES } from '@agora/contract/features/media/media.rules';
import { Button, Group, Stack, Text } from '@mantine/core';
import '@mantine/dropzone/styles.layer.css';
import { Dropzone, type DropzoneProps } from '@mantine/dropzone';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { t } from './file-drop.texts.ts';

const MEGABYTE = 1024 * 1024;

interface FileDropProps {
  /** Text of the button that opens the file picker. */
  action: string;
  accept: DropzoneProps['accept'];
  /** Limit in bytes. */
  maxSize: number;
  /** Names of the types that are accepted. */
  types: string;
  isBusy?: boolean;
  onChoose: (file: File) => void;
  /** Preview of the current file. */
  children?: ReactNode;
  /** Content beside the button. */
  aside?: ReactNode;
}

/** A file to drop or choose. Wrong types and sizes are rejected before anything is sent. */
export function FileDrop({
  action,
  accept,
  maxSize,
  types,
  isBusy = false,
  onChoose,
  children,
  aside,
}: FileDropProps) {
  const open = useRef<() => void>(null);
  const [isRefused, setRefused] = useState(false);
  const limit = [types, Math.round(maxSize / MEGABYTE)] as const;
  return (
    <Dropzone
      openRef={open}
      accept={accept}
      maxSize={maxSize}
      loading={isBusy}
      // Otherwise its overlay would cover dialogs.
      style={{ isolation: 'isolate' }}
      // Only the button opens the file picker: content beside it has actions of its own.
      activateOnClick={false}
      activateOnKeyboard={false}
      enablePointerEvents
      inputProps={{ multiple: false, style: { display: 'none' } }}
      onDrop={([file]) => {
        setRefused(false);
        if (file) onChoose(file);
      }}
      onReject={() => setRefused(true)}
    >
      <Stack>
        {children}
        <Group>
          <Button
            variant="default"
            leftSection={<IconUpload size={17} aria-hidden />}
            onClick={() => open.current?.()}
          >
            {action}
          </Button>
          {aside}
          <Text c="dimmed" size="xs" span>
            {t.hint(...limit)}
          </Text>
        </Group>
        {isRefused && (
          <Text c="var(--danger-ink)" size="xs" role="alert">
            {t.refused(...limit)}
          </Text>
        )}
      </Stack>
    </Dropzone>
  );
}

/** A picture of a type and size that the service accepts. */
export const PictureDrop = (props: Omit<FileDropProps, 'accept' | 'maxSize' | 'types'>) => (
  <FileDrop {...props} accept={MEDIA_TYPES} maxSize={MEDIA_BYTES_MAX} types={t.pictureTypes} />
);
