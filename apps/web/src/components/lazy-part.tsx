import { Button, Group, Text } from '@mantine/core';
import { type ComponentType, lazy, useState } from 'react';
import { errorText } from '../platform/errors.ts';
import { t } from './components.texts.ts';

/**
 * A part of a page whose module is loaded when it is first shown. Where that fails, the rest of the page stays, and the
 * place of the part says why and offers to try again.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  /** `lazy` keeps what it loaded: each attempt needs another. */
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
