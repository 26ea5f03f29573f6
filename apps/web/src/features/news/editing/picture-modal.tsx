import { NEWS_ALT_MAX, NEWS_CAPTION_MAX } from '@agora/contract/features/news/news.rules';
import { Button, Text } from '@mantine/core';
import { t as components } from '../../../components/components.texts.ts';
import { CountedField } from '../../../components/counted-field.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import type { Locale } from '../../../platform/i18n.ts';
import { atMostGraphemes } from '../../../platform/rules.tsx';
import { useForm } from '../../../platform/use-form.ts';
import { t } from './news.body.texts.ts';

export interface PictureTexts {
  caption: string;
  alt: string;
}

interface PictureModalProps {
  locale: Locale;
  value: PictureTexts;
  onSubmit: (texts: PictureTexts) => void;
  onClose: () => void;
}

/** The texts of a picture in an article: the caption below it, and its description for screen readers. */
export function PictureModal({ locale, value, onSubmit, onClose }: PictureModalProps) {
  const form = useForm({
    initialValues: { caption: value.caption, alt: value.alt },
    validate: {
      caption: atMostGraphemes(NEWS_CAPTION_MAX, () => components.tooLong(NEWS_CAPTION_MAX)),
      alt: atMostGraphemes(NEWS_ALT_MAX, () => components.tooLong(NEWS_ALT_MAX)),
    },
  });
  const submit = form.onSubmit(({ caption, alt }) => {
    onSubmit({ caption: caption.trim(), alt: alt.trim() });
    onClose();
  });
  const field = (name: keyof PictureTexts, max: number) => (
    <CountedField
      label={t[name]}
      lang={locale}
      dir="auto"
      max={max}
      {...(name === 'caption' && { 'data-autofocus': true })}
      {...form.getInputProps(name)}
      value={form.values[name]}
    />
  );

  return (
    <Dialog
      title={t.describe}
      onClose={onClose}
      onSubmit={() => submit()}
      actions={<Button type="submit">{t.apply}</Button>}
    >
      <div>
        {field('caption', NEWS_CAPTION_MAX)}
        <Text c="dimmed" size="xs">
          {t.captionHint}
        </Text>
      </div>
      <div>
        {field('alt', NEWS_ALT_MAX)}
        <Text c="dimmed" size="xs">
          {t.altHint}
        </Text>
      </div>
    </Dialog>
  );
}
