import '@fontsource-variable/inter/wght.css';
import './app/styles.css';
import '@mantine/core/styles.layer.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { featureErrorTexts } from './app/error-texts.ts';
import { reloadOnceAfterDeploy } from './app/reload.ts';
import { createRouter } from './app/router.tsx';
import { addApiErrorTexts } from './platform/api-error-texts.ts';
import { trackFocus } from './platform/focus-tracking.ts';
import { syncWithOtherTabs } from './platform/session.ts';

const router = createRouter();
reloadOnceAfterDeploy(() => router.state.navigation.location);
syncWithOtherTabs();
trackFocus();
addApiErrorTexts(featureErrorTexts);

/** Milliseconds that the first page waits for its font, at most: text that is drawn in another one moves it. */
const FONT_PATIENCE = 200;

async function draw(): Promise<void> {
  const patience = new Promise((resolve) => setTimeout(resolve, FONT_PATIENCE));
  await Promise.race([document.fonts.load("1em 'Inter Variable'"), patience]).catch(() => undefined);
  const root = document.getElementById('root');
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    );
}

// The first page is drawn whole: before its modules are there, the router would draw an empty one, then this in slices.
if (router.state.initialized) void draw();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    void draw();
  });
}
