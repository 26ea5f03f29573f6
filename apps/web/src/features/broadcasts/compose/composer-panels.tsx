import { Box, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { lazyPart } from '../../../components/lazy-part.tsx';
import { fieldsOf } from './broadcast-values.ts';
import { type BroadcastForm, TextPanels } from './text-panels.tsx';

const PicturePanel = lazyPart(() => import('./picture-panel.tsx'));
const LinkPanel = lazyPart(() => import('./link-panel.tsx'));
const AudiencePanel = lazyPart(() => import('../audience/audience-panel.tsx'));
const SettingsPanel = lazyPart(() => import('./broadcast-settings-panel.tsx'));
const PreviewPanel = lazyPart(() => import('./broadcast-preview-panel.tsx'));

interface ComposerProps {
  form: BroadcastForm;
}

/** All that is written of a push: its recipients, its text, what it opens, its picture and its settings. */
export const ComposerPanels = ({ form }: ComposerProps) => (
  <>
    <Suspense fallback={<Skeleton h={{ base: 318, sm: 240 }} radius="lg" mb="lg" />}>
      <AudiencePanel form={form} />
    </Suspense>
    <TextPanels form={form} />
    <Suspense fallback={<Skeleton height={420} radius="lg" mb="lg" />}>
      <LinkPanel form={form} />
      <PicturePanel form={form} />
      <SettingsPanel form={form} />
    </Suspense>
  </>
);

/** The same on a phone, while it is written; where there is no room beside it, the actions show it. */
export const ComposerPreview = ({ form }: ComposerProps) => (
  <Box pos="sticky" top="4.5rem" visibleFrom="lg">
    <Suspense fallback={<Skeleton height={540} radius="lg" mb="lg" />}>
      <PreviewPanel fields={{ ...fieldsOf(form.values), image: form.values.image || null }} />
    </Suspense>
  </Box>
);
