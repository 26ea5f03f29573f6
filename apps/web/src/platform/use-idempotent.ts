import { useRef } from 'react';
import { hasCode } from './api-error.ts';
import { isWorthRepeating } from './query-client.ts';

/** True for a failure after which a request may have taken effect, or may still. */
export const mayHaveHappened = (error: unknown): boolean =>
  isWorthRepeating(error) || hasCode(error, 'call_in_progress');

/**
 * A mutation that creates or sends something, for one form. Input whose response was lost is sent again under the same
 * `Idempotency-Key`, so that it takes effect once; a response or other input begins a new key.
 */
export function useIdempotent<Args extends object, Response>({
  mutateAsync,
}: {
  mutateAsync: (args: Args) => Promise<Response>;
}): { mutateAsync: (args: Args) => Promise<Response> } {
  const unanswered = useRef<{ input: string; key: string }>(undefined);
  return {
    mutateAsync: async (args) => {
      const input = JSON.stringify(args);
      if (unanswered.current?.input !== input) unanswered.current = { input, key: crypto.randomUUID() };
      const extraHeaders = { 'idempotency-key': unanswered.current.key };
      try {
        const response = await mutateAsync({ ...args, extraHeaders });
        unanswered.current = undefined;
        return response;
      } catch (error) {
        if (!mayHaveHappened(error)) unanswered.current = undefined;
        throw error;
      }
    },
  };
}
