import { Button } from '@mantine/core';
import { IconPhotoUp } from '@tabler/icons-react';
import { useRef } from 'react';

interface PictureButtonProps {
  /** What it says at the moment. */
  children: string;
  /** What it is called as a field. */
  label: string;
  isBusy: boolean;
  onChoose: (picture: File) => void;
}

/** Asks for a picture of a kind that the service takes. */
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
        accept="image/jpeg,image/png,image/webp,image/avif"
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
