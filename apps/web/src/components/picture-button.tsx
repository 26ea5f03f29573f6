import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useRef } from 'react';

/** Types of pictures that the service accepts. */
export const PICTURE_TYPES = 'image/jpeg,image/png,image/webp,image/avif';

interface PictureButtonProps {
  /** Current text of the button. */
  children: string;
  /** Label as a form field. */
  label: string;
  isBusy: boolean;
  onChoose: (picture: File) => void;
}

/** Opens a file picker for image types that the service accepts. */
export function PictureButton({ children, label, isBusy, onChoose }: PictureButtonProps) {
  const file = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="default"
        loading={isBusy}
        leftSection={<IconPhotoUp size={17} aria-hidden />}
        onClick={() => file.current?.click()}
      >
        {children}
      </Button>
      <input
        ref={file}
        type="file"
        hidden
        accept={PICTURE_TYPES}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const [picture] = currentTarget.files ?? [];
          if (picture) onChoose(picture);
          currentTarget.value = '';
        }}
      />
    </>
  );
}
