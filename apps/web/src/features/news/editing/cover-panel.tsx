import { mediaPath, mediaWidths } from '@agora/contract/features/media/media.rules';
import { NEWS_ALT_MAX } from '@agora/contract/features/news/news.rules';
import type { NewsContent, NewsCover } from '@agora/contract/features/news/news.schema';
import { LOCALES } from '@agora/contract/shared/locales';
import { Button, Image, SimpleGrid, Text, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent, PointerEvent } from 'react';
import { CountedField } from '../../../components/counted-field.tsx';
import { PictureDrop } from '../../../components/file-drop.tsx';
import { Panel } from '../../../components/panel.tsx';
import { formatShare, type Locale } from '../../../platform/i18n.ts';
import { toastError } from '../../../platform/toast.ts';
import { useBusy } from '../../../platform/use-busy.ts';
import { useUploadPicture } from '../news.queries.ts';
import { t as news } from '../news.texts.ts';
import { type Problems, textIn } from './article-content.ts';
import classes from './news.editing.module.css';
import { t } from './news.panels.texts.ts';

/** Maximum width of the shown picture, in pixels. */
const SHOWN_WIDTH = 1080;

interface CoverPanelProps {
  content: NewsContent;
  problems: Problems;
  onCover: (cover: NewsCover | null) => void;
  onAlt: (locale: Locale, alt: string) => void;
}

/** The cover picture of an article, with its focal point. */
export function CoverPanel({ content, problems, onCover, onAlt }: CoverPanelProps) {
  const { cover } = content;
  const uploadPicture = useUploadPicture();
  const [isBusy, upload] = useBusy(async (picture: File) => {
    try {
      const { id, width, height } = await uploadPicture(picture);
      onCover({ media_id: id, width, height, focal_x: 0.5, focal_y: 0.5 });
    } catch (error) {
      toastError(error);
    }
  });

  return (
    <Panel title={t.cover} text={t.coverText}>
      <PictureDrop
        action={cover ? t.replaceCover : t.chooseCover}
        isBusy={isBusy}
        onChoose={(picture) => void upload(picture)}
        aside={
          cover && (
            <Button variant="subtle" color="gray" onClick={() => onCover(null)}>
              {t.removeCover}
            </Button>
          )
        }
      >
        {cover && <FocalPoint cover={cover} onChange={onCover} />}
      </PictureDrop>
      {cover && (
        <SimpleGrid minColWidth="15rem" autoFlow="auto-fit" mt="md">
          {LOCALES.map((locale) => (
            <CountedField
              key={locale}
              label={t.alt(news[locale])}
              lang={locale}
              dir="auto"
              max={NEWS_ALT_MAX}
              value={textIn(content, locale).cover_alt}
              error={problems[`translations.${locale}.cover_alt`]}
              onChange={({ currentTarget }) => onAlt(locale, currentTarget.value)}
            />
          ))}
        </SimpleGrid>
      )}
    </Panel>
  );
}

/** Share of the picture by which a key press moves the focal point. */
const STEP = 0.02;
const KEYS: Record<string, readonly [x: number, y: number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

const clampShare = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 1000;

interface FocalPointProps {
  cover: NewsCover;
  onChange: (cover: NewsCover) => void;
}

/** The whole picture with its focal point, and its crop at 16:9. */
function FocalPoint({ cover, onChange }: FocalPointProps) {
  const { media_id, width, focal_x, focal_y } = cover;
  const shown = mediaWidths(width).findLast((each) => each <= SHOWN_WIDTH) ?? width;
  const src = mediaPath(media_id, shown, 'webp');
  const moveTo = (x: number, y: number) =>
    onChange({ ...cover, focal_x: clampShare(x), focal_y: clampShare(y) });

  function point({ buttons, currentTarget, clientX, clientY, pointerId, type }: PointerEvent<HTMLElement>) {
    if (buttons !== 1) return;
    if (type === 'pointerdown') currentTarget.setPointerCapture(pointerId);
    const box = currentTarget.getBoundingClientRect();
    moveTo((clientX - box.left) / box.width, (clientY - box.top) / box.height);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = KEYS[event.key];
    if (!step) return;
    event.preventDefault();
    moveTo(focal_x + step[0], focal_y + step[1]);
  }

  return (
    <SimpleGrid minColWidth="13rem" autoFlow="auto-fit">
      <figure>
        <UnstyledButton
          className={classes.focal ?? ''}
          aria-label={t.focalPoint(formatShare(focal_x, 1), formatShare(focal_y, 1))}
          onPointerDown={point}
          onPointerMove={point}
          onKeyDown={onKeyDown}
        >
          <Image src={src} alt="" draggable={false} />
          <span style={{ left: `${focal_x * 100}%`, top: `${focal_y * 100}%` }} />
        </UnstyledButton>
        <Text c="dimmed" size="xs" component="figcaption">
          {t.focalHint}
        </Text>
      </figure>
      <figure>
        <Image
          src={src}
          alt=""
          radius="md"
          style={{ aspectRatio: '16 / 9', objectPosition: `${focal_x * 100}% ${focal_y * 100}%` }}
        />
        <Text c="dimmed" size="xs" component="figcaption">
          {t.cropped}
        </Text>
      </figure>
    </SimpleGrid>
  );
}
