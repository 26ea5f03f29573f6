import type { Plugin } from 'vite';

const SCROLLING = /import \{ (ScrollArea|RemoveScroll) \} from "[^"]*";/;

const STAND_INS = {
  // A part of `Table`, used or not. The browser scrolls a plain box as well.
  ScrollArea: 'const ScrollArea = "div";',
  // A class for what stays in place while an overlay locks the page, which none does (src/app/theme.ts).
  RemoveScroll: 'const RemoveScroll = { classNames: { zeroRight: "" } };',
};

/**
 * Leaves out of `Table` and `AppShell` what they import for scrolling and this application does not use: 25 kB of
 * ScrollArea, Floating UI and react-remove-scroll in the first load of every list.
 */
export const mantineWithoutScrolling = (): Plugin => ({
  name: 'mantine-without-scrolling',
  apply: 'build',
  transform: {
    filter: { id: /\/(TableScrollContainer|AppShell(Header|Footer|Aside))\.mjs/ },
    handler(code, id) {
      const name = SCROLLING.exec(code)?.[1] as keyof typeof STAND_INS | undefined;
      if (!name) throw new Error(`${id} no longer imports its scrolling as expected: see this plugin`);
      return {
        code: code.replace(SCROLLING, STAND_INS[name]).replace('type: "scrollarea"', 'type: "native"'),
        map: null,
      };
    },
  },
});
