import type { NewsContent } from '@agora/contract/features/news/news.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { Group, SegmentedControl } from '@mantine/core';
import { t as news } from '../news.texts.ts';
import { TextStateChip } from '../news-status.tsx';
import classes from './news.editing.module.css';

interface LanguageSwitchProps<Value extends string> {
  label: string;
  content: NewsContent;
  value: Value;
  onChange: (value: Value) => void;
  /** Choices after the languages. */
  more?: { value: Value; label: string }[];
}

/** Chooses a language of an article, with the state of each. */
export const LanguageSwitch = <Value extends string>({
  label,
  content,
  value,
  onChange,
  more,
}: LanguageSwitchProps<Value | 'fr' | 'en'>) => (
  <SegmentedControl
    className={classes.languages ?? ''}
    aria-label={label}
    value={value}
    onChange={onChange}
    data={[
      ...LOCALES.map((locale) => ({
        value: locale,
        label: (
          <Group component="span" justify="center" wrap="nowrap" miw="max-content">
            {news[locale]}
            <TextStateChip state={content.translations[locale]?.state ?? null} />
          </Group>
        ),
      })),
      ...(more ?? []),
    ]}
  />
);
