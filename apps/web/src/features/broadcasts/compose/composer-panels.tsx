import { Box } from '@mantine/core';
import { AudiencePanel } from '../audience/audience-panel.tsx';
import { PreviewPanel } from './broadcast-preview-panel.tsx';
import { SettingsPanel } from './broadcast-settings-panel.tsx';
import { fieldsOf } from './broadcast-values.ts';
import { LinkPanel } from './link-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { type BroadcastForm, TextPanels } from './text-panels.tsx';

interface ComposerProps {
  form: BroadcastForm;
}

/** All fields of a push: its recipients, texts, link, picture and settings. */
export const ComposerPanels = ({ form }: ComposerProps) => (
  <>
    <AudiencePanel form={form} />
    <TextPanels form={form} />
    <LinkPanel form={form} />
    <PicturePanel form={form} />
    <SettingsPanel form={form} />
  </>
);

/** Preview beside the form; on smaller screens, a button of the actions opens it. */
export const ComposerPreview = ({ form }: ComposerProps) => (
  <Box pos="sticky" top="4.5rem" visibleFrom="lg">
    <PreviewPanel fields={{ ...fieldsOf(form.values), image: form.values.image || null }} />
  </Box>
);
