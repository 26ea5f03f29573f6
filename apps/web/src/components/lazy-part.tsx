import { Button, Group, Text } from '@mantine/core';
import { type ComponentType, lazy, useState } from 'react';
import { errorText } from '../platform/errors.ts';
import { t } from './components.texts.ts';

/**
 * A part of a page whose module is loaded when it is first shown. If loading fails, the rest of the page
 * stays, and the part shows the error with a retry button.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  /** `lazy` caches its result, so that each attempt needs a new one. */
  const createLazy = (): ComponentType<Props> =>
    lazy(() => load().catch((error: unknown) => ({ default: failed(error) })));

  const failed = (error: unknown) =>
    function Failed(props: Props) {
      const [Retried, setRetried] = useState<ComponentType<Props>>();
      if (Retried) return <Retried {...props} />;
      return (
        <Group role="alert" gap="xs">
          <Text size="sm" c="dimmed">
            {errorText(error)}
          </Text>
          <Button variant="subtle" size="compact-sm" onClick={() => setRetried(createLazy)}>
            {t.retry}
          </Button>
        </Group>
      );
    };

  return createLazy();
}
