import { Button, Group, Modal, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useReturnFocus } from '../platform/use-return-focus.ts';
import { t } from './components.texts.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  /** Buttons beside the one that closes. */
  actions?: ReactNode;
  /** Text of the button that closes; "Cancel" beside others. */
  close?: string | undefined;
  size?: string;
  onClose: () => void;
  onSubmit: () => void;
}

/** A modal form: Enter submits, Escape cancels. */
export function Dialog({ title, children, actions, close, size = 'md', onClose, onSubmit }: DialogProps) {
  useReturnFocus();
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size={size}
      centered
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ 'aria-label': t.close }}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      >
        <Stack>
          {children}
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button variant="default" onClick={onClose}>
              {close ?? (actions ? t.cancel : t.close)}
            </Button>
            {actions}
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
