import { describe, expect, it } from 'vitest';
import { Html, html } from './html.ts';

describe('html', () => {
  it('escapes text, numbers apart, and leaves markup alone', () => {
    expect(
      html`<p title="${`<script>alert("1")</script>&'`}">${1}${new Html('<b>')}${undefined}</p>`.markup,
    ).toBe('<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;">1<b></p>');
  });

  it('escapes inside lists of markup', () => {
    expect(html`${['<', 'b'].map((text) => html`<i>${text}</i>`)}`.markup).toBe('<i>&lt;</i>\n<i>b</i>');
  });
});
