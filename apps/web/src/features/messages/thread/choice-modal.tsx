import { Button, Modal, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { t } from '../../../components/components.texts.ts';

interface ChoiceModalProps<Value extends string> {
  title: string;
  options: readonly { value: Value; label: string }[];
  /** Current value. */
  value: Value;
  onChoose: (value: Value) => void;
  onClose: () => void;
}

/** Choices on a phone, one of which takes effect at once. */
export const ChoiceModal = <Value extends string>({
  title,
  options,
  value,
  onChoose,
  onClose,
}: ChoiceModalProps<Value>) => (
  <Modal
    opened
    onClose={onClose}
    title={title}
    size="sm"
    centered
    closeButtonProps={{ 'aria-label': t.close }}
  >
    <Stack gap={0}>
      {options.map((option) => (
        <Button
          key={option.value}
          variant="subtle"
          color="gray"
          c="var(--ink)"
          h={44}
          flex="none"
          justify="space-between"
          aria-pressed={option.value === value}
          rightSection={option.value === value && <IconCheck size={18} aria-hidden />}
          onClick={() => {
            onClose();
            onChoose(option.value);
          }}
        >
          <Text span inherit dir="auto" truncate>
            {option.label}
          </Text>
        </Button>
      ))}
    </Stack>
  </Modal>
);
