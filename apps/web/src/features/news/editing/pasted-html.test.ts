import { describe, expect, test } from 'vitest';
import { cleanPaste } from './pasted-html.ts';

const clean = (html: string) => cleanPaste(html).replaceAll(/\s+/g, ' ').trim();

/** A paragraph of a list as Word and Outlook write it. */
const entry = (mark: string, text: string, list = 'l0 level1 lfo1') =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:${list}'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`;

const WORD_COMMENT = `<p class=MsoNormal>Le maire annonce 12 places<span class=MsoCommentReference><span style='font-size:8.0pt'><![if !supportAnnotations]><a class=msocomanchor id="_anchor_1" href="#_msocom_1">[JD1]</a><![endif]><span style='mso-special-character:comment'>&nbsp;</span></span></span> de crèche.<o:p></o:p></p><div style='mso-element:comment-list'><![if !supportAnnotations]><hr class=msocomoff><![endif]><div style='mso-element:comment'><div id="_com_1" class=msocomtxt><p class=MsoCommentText><a href="#_msoanchor_1" class=msocomoff>[JD1]</a>Vérifier ce chiffre.<o:p></o:p></p></div></div></div>`;

describe('removes deleted, struck-through and hidden text and comments from pasted HTML', () => {
  test.each([
    ['a comment of Word and its mark', WORD_COMMENT, '<p>Le maire annonce 12 places de crèche.</p>'],
    [
      'a tracked deletion of Word beside an insertion',
      `<p class=MsoNormal>Ouverture <del cite="mailto:Jean"><span style='color:red'>lundi</span></del><ins cite="mailto:Jean">mardi</ins> à 9 h.<o:p></o:p></p>`,
      '<p>Ouverture mardi à 9 h.</p>',
    ],
    [
      'struck-through text of Google Docs',
      '<b style="font-weight:normal;" id="docs-internal-guid-1a"><p dir="ltr"><span style="text-decoration:line-through">12 €</span><span> 10 €</span></p></b>',
      '<p> 10 €</p>',
    ],
    [
      'struck-through text that is underlined too, but not underlined text',
      '<p><span style="text-decoration: underline line-through;">12 €</span><span style="text-decoration:underline">10 €</span></p>',
      '<p>10 €</p>',
    ],
    [
      'struck-through text of LibreOffice',
      '<p>12 <strike>douze</strike><s>treize</s> kg</p>',
      '<p>12 kg</p>',
    ],
    [
      'double-struck text of Word',
      `<p class=MsoNormal>A<span style='text-line-through:double'>B</span>C</p>`,
      '<p>AC</p>',
    ],
    [
      'hidden text of Word, with the elements in it',
      `<p class=MsoNormal>Vu <span style='display:none;mso-hide:all'>caché <span>dedans</span></span>encore</p>`,
      '<p>Vu encore</p>',
    ],
    [
      'hidden text of a page',
      '<p>Vu<span hidden>caché</span><span style="visibility: hidden">là</span></p>',
      '<p>Vu</p>',
    ],
    [
      'text that a style of Pages strikes through, but not its neighbour',
      '<style type="text/css">p.p1 {margin: 0.0px} span.s1 {text-decoration: line-through ; color: red}\nspan.s2, b.s3 {color: red}</style><p class="p1"><span class="s1">12 €</span> <span class="s2">10 €</span></p>',
      '<p> 10 €</p>',
    ],
    [
      'a mark of a comment in a page of Google Docs',
      '<p><span>Texte</span><sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p>',
      '<p>Texte</p>',
    ],
    [
      'a whole paragraph that was deleted, but no empty one that was written',
      '<p>Un</p><p><del>Deux</del></p><p></p><p>Trois</p>',
      '<p>Un</p><p></p><p>Trois</p>',
    ],
    [
      'an entry of a list that was deleted',
      '<ul><li>Un</li><li><s>Deux</s></li></ul>',
      '<ul><li>Un</li></ul>',
    ],
    [
      'an entry of a list of Word that was deleted',
      entry('·', 'Un') + entry('·', '<del>Deux</del>'),
      '<ul><li>Un </li></ul>',
    ],
    [
      'nothing of a text with similar styles',
      '<p><span style="mso-hide:none;display:inline;text-decoration:none;-x-display:none">Vu</span></p>',
      '<p>Vu</p>',
    ],
  ])('%s', (_what, html, expected) => {
    expect(clean(html)).toBe(expected);
  });
});

describe('keeps the numbers of pasted lists', () => {
  test.each([
    [
      'a list of Word continues after a paragraph',
      `${entry('1.', 'Un')}${entry('2.', 'Deux')}<p class=MsoNormal>Note.</p>${entry('3.', 'Trois')}${entry('4.', 'Quatre')}`,
      '<ol><li>Un </li><li>Deux</li></ol> <p>Note.</p><ol start="3"><li>Trois</li><li>Quatre</li></ol>',
    ],
    [
      'two lists of Outlook that follow each other stay two',
      `${entry('1.', 'Un')}${entry('2.', 'Deux')}${entry('1.', 'Autre', 'l1 level1 lfo2')}`,
      '<ol><li>Un</li><li>Deux</li></ol><ol><li>Autre</li></ol>',
    ],
    [
      'a list of Word with letters passes from h to i',
      `${entry('h)', 'Huit')}${entry('i)', 'Neuf')}`,
      '<ol start="8"><li>Huit</li><li>Neuf</li></ol>',
    ],
    [
      'a list of Word with Roman numbers continues',
      `${entry('i.', 'Un')}<p>Note.</p>${entry('ii.', 'Deux')}${entry('iii.', 'Trois')}${entry('iv.', 'Quatre')}`,
      '<ol><li>Un</li></ol> <p>Note.</p><ol start="2"><li>Deux</li><li>Trois</li><li>Quatre</li></ol>',
    ],
    [
      'a list in a list begins again in each entry',
      `${entry('1.', 'Un')}${entry('1.1.', 'Un un', 'l0 level2 lfo1')}${entry('2.', 'Deux')}${entry('2.1.', 'Deux un', 'l0 level2 lfo1')}`,
      '<ol><li>Un<ol><li>Un un</li></ol></li><li>Deux<ol><li>Deux un</li></ol></li></ol>',
    ],
    [
      'numbers in parentheses are numbers, and a bullet "o" is none',
      `${entry('(1)', 'Un')}${entry('o', 'Point')}`,
      '<ol><li>Un</li></ol><ul><li>Point</li></ul>',
    ],
    [
      'a list of LibreOffice begins with the number of its first entry',
      '<ol>\n<li value="3">Trois</li><li>Quatre</li></ol>',
      '<ol start="3"> <li>Trois</li><li>Quatre</li></ol>',
    ],
    [
      'two lists of Google Docs stay two and keep their starts',
      '<ol><li dir="ltr"><p>Un</p></li></ol><ol start="5"><li dir="ltr"><p>Cinq</p></li></ol>',
      '<ol><li><p>Un</p></li></ol><ol start="5"><li><p>Cinq</p></li></ol>',
    ],
  ])('%s', (_what, html, expected) => {
    expect(clean(html).replaceAll(/ (?=<)/g, '')).toBe(expected.replaceAll(/ (?=<)/g, ''));
  });
});

describe('converts pasted tables and line breaks to lines', () => {
  test.each([
    [
      'a row of a table of Word is a line, its cells separated',
      '<table class=MsoTableGrid><tr><td><p class=MsoNormal>Lundi<o:p></o:p></p></td><td><p class=MsoNormal><b>9 h</b><o:p></o:p></p></td></tr><tr><td><p>Mardi</p></td><td><p>10 h</p></td></tr></table>',
      '<div><p>Lundi | <strong>9 h</strong></p><p>Mardi | 10 h</p></div>',
    ],
    [
      'cells of a spreadsheet stay separated around an empty one',
      '<table><tbody><tr><th>Jour</th><td>&nbsp;</td><td>Heure</td><td></td></tr></tbody></table>',
      '<div><p>Jour | &nbsp; | Heure</p></div>',
    ],
    [
      'two paragraphs of a cell are two lines of it',
      '<table><tr><td><p>Un</p><p>Deux</p></td><td>Trois</td></tr></table>',
      '<div><p>Un<br>Deux | Trois</p></div>',
    ],
    [
      'a table of a mail that arranges blocks leaves them as they are',
      '<table><tr><td><h1>Titre</h1><p>Un</p></td><td><p>Deux</p></td></tr><tr><td><table><tr><td>A</td><td>B</td></tr></table></td></tr></table>',
      '<div><div><div><h1>Titre</h1><p>Un</p></div><div><p>Deux</p></div></div><div><div><div><p>A | B</p></div></div></div></div>',
    ],
    ['a line break in a paragraph', '<p>Un<br>Deux<br/>Trois</p>', '<p>Un<br>Deux<br>Trois</p>'],
    [
      'a line break in an entry of a list of Word',
      entry('1.', 'Un<br>\nsuite'),
      '<ol><li>Un<br>suite</li></ol>',
    ],
    [
      'no empty line for a break between paragraphs of Google Docs',
      '<b style="font-weight:normal"><p>Un</p><br><br><p>Deux</p></b><br class="Apple-interchange-newline">',
      '<p>Un</p><p>Deux</p>',
    ],
    ['a line break between texts outside paragraphs', 'Un<br>Deux', 'Un<br>Deux'],
    [
      'no second break at the end of a paragraph of Word',
      '<p class=MsoNormal>Un<br>\n<![if !supportLineBreakNewLine]><br>\n<![endif]></p>',
      '<p>Un<br></p>',
    ],
    [
      'no line break for a page break of Word',
      "<p>Un</p><span><br clear=all style='page-break-before:always'></span><p>Deux</p>",
      '<p>Un</p><p>Deux</p>',
    ],
  ])('%s', (_what, html, expected) => {
    expect(clean(html).replaceAll(/ (?=<(?!s))|(?<=>) (?!\|)/g, '')).toBe(
      expected.replaceAll(/ (?=<(?!s))|(?<=>) (?!\|)/g, ''),
    );
  });
});
