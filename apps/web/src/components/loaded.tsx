import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { LoadFailure } from './load-failure.tsx';

interface LoadedProps<Data> {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Height of the placeholder. */
  height: number;
  children: (data: Data) => ReactNode;
}

/** Content that is read first: a placeholder until then, or the reason why it could not be read. */
export function Loaded<Data>({ query: { data, error, refetch }, height, children }: LoadedProps<Data>) {
  if (data !== undefined) return children(data);
  if (error) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return <Skeleton height={height} radius="md" />;
}
