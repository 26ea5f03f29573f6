import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until a page shows what it is about: its heading, and nothing that is still being loaded. */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') && !document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]'),
  );
}

/**
 * Measures that whatever can be pressed is at least 24 × 24 CSS pixels (WCAG 2.2, 2.5.8). A label is as good as
 * its box; links within a text are exempt.
 */
export async function expectBigTargets(page: Page): Promise<void> {
  const small = await page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, [role="button"], [tabindex="0"]',
    );
    const isBig = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 23.9 && height > 23.9;
    };
    const isInText = (element: HTMLElement) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    const isShown = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true });
    return [...controls]
      .filter((element) => isShown(element) && !isInText(element))
      .filter((element) => {
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
        return ![element, ...labels].some(isBig);
      })
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${element.outerHTML.slice(0, 160)} is ${Math.round(width)} × ${Math.round(height)}`;
      });
  });
  expect(small, `targets of ${page.url()}`).toEqual([]);
}
