import { Tooltip } from '@mantine/core';

/** The whole of a name that is cut. */
export default function NameTooltip({ name, target }: { name: string; target: HTMLElement }) {
  return (
    <Tooltip label={name} target={target} opened multiline maw="24rem" style={{ overflowWrap: 'anywhere' }} />
  );
}
