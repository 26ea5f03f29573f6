import { Group, Paper, type PaperProps, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconBatteryFilled, IconWifi } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Locale } from '../platform/i18n.ts';
import { t } from './components.texts.ts';
import classes from './phone.module.css';

type Mode = 'light' | 'dark';

interface PhoneProps {
  /** Language of the member. */
  locale: Locale;
  mode: Mode;
  /** The lock screen or the app. */
  screen: 'lock' | 'app';
  /** Operating system whose style it imitates. */
  look?: 'ios' | 'android';
  /** Below the phone. */
  caption?: ReactNode;
  children: ReactNode;
}

/** A phone frame with content. */
export const Phone = ({ locale, mode, screen, look, caption, children }: PhoneProps) => (
  <Stack component="figure" gap="xs" align="center">
    <div className={`${classes.phone} ${classes[screen]}`} data-mode={mode} data-look={look} lang={locale}>
      <Group justify="space-between" px="xs" pb="sm" fz="0.75rem" fw={600} aria-hidden>
        {/* A lock screen shows the time below, in large. */}
        <span>{screen === 'app' && '9:41'}</span>
        <Group gap={4}>
          <IconWifi size={14} />
          <IconBatteryFilled size={16} />
        </Group>
      </Group>
      {children}
    </div>
    {caption && (
      <Text component="figcaption" size="xs" maw="18.75rem" ta="center" c="var(--warning-ink)">
        {caption}
      </Text>
    )}
  </Stack>
);

/** A card on the screen of a phone. */
export const PhoneCard = (props: PaperProps & { children: ReactNode }) => (
  <Paper
    component="article"
    withBorder={false}
    p="md"
    radius="1.125rem"
    shadow="md"
    c="var(--phone-ink)"
    bg="var(--phone-card)"
    style={{ overflowWrap: 'anywhere' }}
    {...props}
  />
);

interface PhoneFrameProps extends Pick<PhoneProps, 'locale' | 'mode' | 'caption' | 'children'> {
  /** Title of the app screen. */
  title: string;
}

/** A phone that shows a screen of the app. */
export const PhoneFrame = ({ title, children, ...phone }: PhoneFrameProps) => (
  <Phone {...phone} screen="app">
    <Text fz="lg" fw={650} lts="-0.015em" mb="sm" ms={4}>
      {title}
    </Text>
    <PhoneCard>{children}</PhoneCard>
  </Phone>
);

/** Phones side by side, with their controls above. */
export const Phones = ({ controls, children }: { controls: ReactNode; children: ReactNode }) => (
  <>
    <Group justify="center" mb="md">
      {controls}
    </Group>
    <SimpleGrid minColWidth="16rem" autoFlow="auto-fit" spacing="lg">
      {children}
    </SimpleGrid>
  </>
);

interface ModeControlProps {
  mode: Mode;
  onChange: (mode: Mode) => void;
}

/** Switches the colour scheme of the phone. */
export const ModeControl = ({ mode, onChange }: ModeControlProps) => (
  <SegmentedControl
    aria-label={t.phoneMode}
    size="sm"
    value={mode}
    onChange={(value) => onChange(value === 'dark' ? 'dark' : 'light')}
    data={[
      { value: 'light', label: t.light },
      { value: 'dark', label: t.dark },
    ]}
  />
);
