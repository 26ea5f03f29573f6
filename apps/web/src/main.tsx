import '@fontsource-variable/inter/wght.css';
import 'virtual:mantine-variables.css';
import './app/styles.css';
import 'virtual:mantine-styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { reloadOnceAfterDeploy } from './app/reload.ts';
import { router } from './app/router.tsx';
import { setRefusalTexts } from './platform/refusals.ts';
import { followOtherTabs } from './platform/session.ts';

reloadOnceAfterDeploy(() => router.state.navigation.location);
followOtherTabs();
// Nothing can be lost before it is there, and pages need not wait for it.
void import('./platform/focus-place.ts').then(
  ({ followFocus }) => followFocus(),
  () => undefined,
);
setRefusalTexts(async () => (await import('./app/features.ts')).loadRefusals());

function draw(): void {
  const root = document.getElementById('root');
  if (root)
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    );
}

// The first page is drawn whole: before its modules are there, the router would draw an empty one, then this in slices.
if (router.state.initialized) draw();
else {
  const stop = router.subscribe(({ initialized }) => {
    if (!initialized) return;
    stop();
    draw();
  });
}
