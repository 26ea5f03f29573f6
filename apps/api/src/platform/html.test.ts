import { describe, expect, it } from 'vitest';
import { Html, html } from './html.ts';

describe('html', () => {
  it('escapes inserted text and keeps inserted markup and numbers', () => {
    expect(
      html`<p title="${`<script>alert("1")</script>&'`}">${1}${new Html('<b>')}${undefined}</p>`.markup,
    ).toBe('<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;">1<b></p>');
  });

  it('joins a list of markup and escapes the text inside', () => {
    expect(html`${['<', 'b'].map((text) => html`<i>${text}</i>`)}`.markup).toBe('<i>&lt;</i>\n<i>b</i>');
  });
});
