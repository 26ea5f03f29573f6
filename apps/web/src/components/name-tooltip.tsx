import { Tooltip } from '@mantine/core';

/** The full text of a truncated name. */
export default function NameTooltip({ name, target }: { name: string; target: HTMLElement }) {
  return (
    <Tooltip label={name} target={target} opened multiline maw="24rem" style={{ overflowWrap: 'anywhere' }} />
  );
}
