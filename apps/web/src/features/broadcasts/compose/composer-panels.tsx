import { Box, Paper, Skeleton } from '@mantine/core';
import { lazy, type ReactNode, Suspense } from 'react';
import { fieldsOf } from './broadcast-values.ts';
import { type BroadcastForm, TextPanels } from './text-panels.tsx';

const PicturePanel = lazy(() => import('./picture-panel.tsx'));
const LinkPanel = lazy(() => import('./link-panel.tsx'));
const AudiencePanel = lazy(() => import('../audience/audience-panel.tsx'));
const SettingsPanel = lazy(() => import('./broadcast-settings-panel.tsx'));
const PreviewPanel = lazy(() => import('./broadcast-preview-panel.tsx'));

interface ComposerProps {
  form: BroadcastForm;
}

/** All that is written of a push: what it says, at once; whom it is for and how it behaves, soon after. */
export const ComposerPanels = ({ form }: ComposerProps) => (
  <>
    <TextPanels form={form} />
    <Suspense fallback={<Skeleton height={420} radius="lg" mb="lg" />}>
      <PicturePanel form={form} />
      <LinkPanel form={form} />
      <AudiencePanel form={form} />
      <SettingsPanel form={form} />
    </Suspense>
  </>
);

/** The same on a phone, while it is written. */
export const ComposerPreview = ({ form }: ComposerProps) => (
  <Box pos={{ lg: 'sticky' }} top={{ lg: '4.5rem' }}>
    <Suspense fallback={<Skeleton height={540} radius="lg" mb="lg" />}>
      <PreviewPanel fields={{ ...fieldsOf(form.values), image: form.values.image || null }} />
    </Suspense>
  </Box>
);

/** The ways on. On a phone several of them take half of the screen: they stay at the end of what is written. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <Paper p="sm" mb="lg" pos={{ base: 'static', sm: 'sticky' }} bottom="0.75rem" style={{ zIndex: 2 }}>
    {children}
  </Paper>
);
