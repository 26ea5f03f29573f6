import { Group, SegmentedControl, SimpleGrid } from '@mantine/core';
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
  /** Class that sets the colours, as `--phone-…`. */
  className: string | undefined;
  /** Operating system whose style it imitates. */
  look?: 'ios' | 'android';
  /** Below the phone. */
  caption?: ReactNode;
  children: ReactNode;
}

/** A phone frame with content. */
export const Phone = ({ locale, mode, className, look, caption, children }: PhoneProps) => (
  <figure className={classes.figure}>
    <div className={`${classes.phone} ${className}`} data-mode={mode} data-look={look} lang={locale}>
      <div className={classes.bar} aria-hidden>
        <span>{'9:41'}</span>
        <span className={classes.signs}>
          <IconWifi size={14} />
          <IconBatteryFilled size={16} />
        </span>
      </div>
      {children}
    </div>
    {caption && <figcaption className={classes.caption}>{caption}</figcaption>}
  </figure>
);

interface PhoneFrameProps extends Pick<PhoneProps, 'locale' | 'mode' | 'caption' | 'children'> {
  /** Title of the app screen. */
  title: string;
}

/** A phone that shows a screen of the app. */
export const PhoneFrame = ({ title, children, ...phone }: PhoneFrameProps) => (
  <Phone {...phone} className={classes.screen}>
    <p className={classes.app}>{title}</p>
    <article className={classes.card}>{children}</article>
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
