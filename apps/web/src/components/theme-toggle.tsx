import { ActionIcon } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { type Scheme, useScheme } from '../platform/color-scheme.ts';
import { t } from './theme-toggle.texts.ts';

/** Switches between dark and light; following the system is an option of the settings. */
export function ThemeToggle({ onChange }: { onChange: (scheme: Scheme) => void }) {
  const isDark = useScheme() === 'dark';
  const label = isDark ? t.toLight : t.toDark;
  const Icon = isDark ? IconSun : IconMoon;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={label}
      title={label}
      onClick={() => onChange(isDark ? 'light' : 'dark')}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
}
