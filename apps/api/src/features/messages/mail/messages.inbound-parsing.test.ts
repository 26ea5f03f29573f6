import { describe, expect, it } from 'vitest';
import { parseMail } from './messages.inbound-parsing.service.ts';

const SENDER = { address: 'noreply@example.com', names: ['Agora'] };

const JPEG = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), Buffer.alloc(20)]);
const FILE = 'Content-Disposition: attachment; filename=';

interface Mail {
  headers?: Record<string, string>;
  body: string | Buffer;
}

const mailOf = ({ headers = { 'Content-Type': 'text/plain; charset=utf-8' }, body }: Mail): Buffer => {
  const all = { From: 'A Member <member@example.org>', Subject: 'Re: Question horaires (#61)', ...headers };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.concat([Buffer.from(`${head.join('')}\r\n`), Buffer.from(body)]);
};

const read = (mail: Mail, html: Parameters<typeof parseMail>[1]['html'] = 'structure') =>
  parseMail(mailOf(mail), { html, sender: SENDER });

const html = (body: string): Mail => ({ headers: { 'Content-Type': 'text/html; charset=utf-8' }, body });

const parts = (type: string, ...all: (string | Buffer)[]): Mail => ({
  headers: { 'Content-Type': `${type}; boundary=edge` },
  body: Buffer.concat([
    ...all.flatMap((part) => [Buffer.from('--edge\r\n'), Buffer.from(part), Buffer.from('\r\n')]),
    Buffer.from('--edge--\r\n'),
  ]),
});

const OURS =
  'L’équipe vous a répondu\n\nBonjour, nous ouvrons à 9 h.\n\nPour poursuivre la conversation, répondez à cet e-mail ou dans l’application.\n';
const OURS_QUOTED = OURS.replaceAll(/^/gm, '> ');
const LINE = '_'.repeat(32);

/** A mail below which one of ours is quoted, and what its author wrote. */
const QUOTED: [client: string, text: string, written: string][] = [
  [
    'Outlook on the web in French, below underscores',
    `Et le samedi ?\n\n${LINE}\nDe : Agora <noreply@example.com>\nEnvoyé : lundi 30 novembre 2026 10:12\nÀ : Benoît <b@example.org>\nObjet : Re: Question\n\n${OURS}`,
    'Et le samedi ?',
  ],
  [
    'Outlook in French, with labels between stars',
    `Merci, et le samedi ?\n\n*De :* Agora <noreply@example.com>\n*Envoyé :* lundi 30 novembre 2026 10:12\n*À :* Benoît <benoit@example.org>\n*Objet :* Re: Question horaires (#61)\n\n${OURS}`,
    'Merci, et le samedi ?',
  ],
  [
    'Outlook for iOS, with the address of the member as the sender',
    `And Saturday?\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n${LINE}\nFrom: Agora <member@example.org>\nSent: Monday, November 30, 2026 10:12 AM\nTo: Benoit <b@example.org>\nSubject: Re: Question\n\n${OURS}`,
    'And Saturday?',
  ],
  [
    'Outlook for Windows in English, without addresses',
    `Yes.\n\nFrom: Agora\nSent: 30 November 2026 10:12\nTo: Benoit\nSubject: Re: Question (#61)\n\nHere you are.`,
    'Yes.',
  ],
  [
    'Outlook in German',
    `Ja.\n\nVon: Agora <noreply@example.com>\nGesendet: Montag, 30. November 2026 10:12\nAn: Benoît <b@example.org>\nBetreff: Re: Question (#61)\n\n${OURS}`,
    'Ja.',
  ],
  [
    'Outlook for Android in German',
    `Ja, gern.\n\nOutlook für Android beziehen<https://aka.ms/AAb9ysg>\n${LINE}\nVon: Agora <noreply@example.com>\nGesendet: Montag, 30. November 2026 10:12:05\nAn: b@example.org <b@example.org>\nBetreff: Re: Question (#61)\n\n${OURS}`,
    'Ja, gern.',
  ],
  [
    'Outlook in Spanish',
    `Sí.\n\nDe: Agora <noreply@example.com>\nEnviado el: lunes, 30 de noviembre de 2026 10:12\nPara: Benoît <b@example.org>\nAsunto: Re: Question (#61)\n\n${OURS}`,
    'Sí.',
  ],
  [
    'Outlook in Italian',
    `Certo.\n\n${LINE}\nDa: Agora <noreply@example.com>\nInviato: lunedì 30 novembre 2026 10:12\nA: Benoît <b@example.org>\nOggetto: Re: Question (#61)\n\n${OURS}`,
    'Certo.',
  ],
  [
    'Outlook in Dutch',
    `Ja hoor.\n\nVan: Agora <noreply@example.com>\nVerzonden: maandag 30 november 2026 10:12\nAan: Benoît <b@example.org>\nOnderwerp: Re: Question (#61)\n\n${OURS}`,
    'Ja hoor.',
  ],
  [
    'Outlook in Portuguese',
    `Sim.\n\nDe: Agora <noreply@example.com>\nEnviado: segunda-feira, 30 de novembro de 2026 10:12\nPara: Benoît <b@example.org>\nAssunto: Re: Question (#61)\n\n${OURS}`,
    'Sim.',
  ],
  [
    'Outlook in Polish',
    `Tak.\n\nOd: Agora <noreply@example.com>\nWysłano: poniedziałek, 30 listopada 2026 10:12\nDo: Benoît <b@example.org>\nTemat: Re: Question (#61)\n\n${OURS}`,
    'Tak.',
  ],
  [
    'an old Outlook, below “Original Message”',
    `Yes.\n\n-----Original Message-----\nFrom: Agora [mailto:noreply@example.com]\nSent: Monday, November 30, 2026 10:12 AM\nTo: Benoit\nSubject: Re: Question (#61)\n\n${OURS}`,
    'Yes.',
  ],
  [
    'a Samsung phone in French',
    `Oui merci\n\n\nEnvoyé depuis mon smartphone Samsung Galaxy.\n\n\n-------- Message d'origine --------\nDe : Agora <noreply@example.com>\nDate : 30/11/2026  10:12  (GMT+01:00)\nÀ : b@example.org\nObjet : Re: Question (#61)\n\n${OURS}`,
    'Oui merci',
  ],
  [
    'Gmail in French, with the header over two lines',
    `Oui.\n\nLe lun. 30 nov. 2026 à 10:12, L’équipe Agora de la ville <\nnoreply@example.com> a écrit :\n\n${OURS_QUOTED}`,
    'Oui.',
  ],
  [
    'Gmail in English, directly below the text',
    `Yes, thank you!\nOn Mon, Nov 30, 2026 at 10:12 AM Agora <noreply@example.com>\nwrote:\n\n${OURS_QUOTED}`,
    'Yes, thank you!',
  ],
  [
    'Gmail in Chinese',
    `好的。\n\nAgora <noreply@example.com> 于2026年11月30日周一 10:12写道：\n\n${OURS_QUOTED}`,
    '好的。',
  ],
  [
    'Gmail in Japanese',
    `はい。\n\n2026年11月30日(月) 10:12 Agora <noreply@example.com>:\n\n${OURS_QUOTED}`,
    'はい。',
  ],
  [
    'an iPhone in French',
    `Oui.\n\nEnvoyé de mon iPhone\n\n> Le 30 nov. 2026 à 10:12, Agora <noreply@example.com> a écrit :\n> \n${OURS_QUOTED}`,
    'Oui.',
  ],
  [
    'an iPhone in Italian',
    `Va bene\n\nInviato da iPhone\n\n> Il giorno 30 nov 2026, alle ore 10:12, Agora <noreply@example.com> ha scritto:\n> \n${OURS_QUOTED}`,
    'Va bene',
  ],
  [
    'an iPhone in German',
    `Passt.\n\nVon meinem iPhone gesendet\n\n> Am 30.11.2026 um 10:12 schrieb Agora <noreply@example.com>:\n> \n${OURS_QUOTED}`,
    'Passt.',
  ],
  [
    'Apple Mail in English',
    `Fine.\n\n> On 30 Nov 2026, at 10:12, Agora <noreply@example.com> wrote:\n> \n${OURS_QUOTED}`,
    'Fine.',
  ],
  [
    'Apple Mail in Spanish',
    `Vale.\n\n> El 30 nov 2026, a las 10:12, Agora <noreply@example.com> escribió:\n> \n${OURS_QUOTED}`,
    'Vale.',
  ],
  [
    'Thunderbird in French, whose header has no address',
    `D’accord.\n\nLe 30/11/2026 à 10:12, Agora a écrit :\n${OURS_QUOTED}`,
    'D’accord.',
  ],
  [
    'Thunderbird in German, with the answer below the quote',
    `Am 30.11.26 um 10:12 schrieb Agora:\n${OURS_QUOTED}\nIch komme um zehn.`,
    'Ich komme um zehn.',
  ],
  ['Thunderbird in Dutch', `Prima.\n\nOp 30-11-2026 om 10:12 schreef Agora:\n${OURS_QUOTED}`, 'Prima.'],
  [
    'Yahoo in French, without signs before the quote',
    `Oui.\n\n    Le lundi 30 novembre 2026 à 10:12:33 UTC+1, Agora <noreply@example.com> a écrit :  \n \n ${OURS}`,
    'Oui.',
  ],
  [
    'Yahoo on a phone in English',
    `Ok\n\nSent from Yahoo Mail for iPhone\n\n\nOn Monday, November 30, 2026, 10:12 AM, Agora <noreply@example.com> wrote:\n\n${OURS}`,
    'Ok',
  ],
  [
    'Proton Mail in French',
    `Très bien.\n\nEnvoyé avec la messagerie sécurisée Proton Mail.\n\nLe lundi 30 novembre 2026 à 10:12, Agora <noreply@example.com> a écrit :\n\n${OURS_QUOTED}`,
    'Très bien.',
  ],
  ['Outlook for Mac', `Yes\n\nOn 30/11/2026, 10:12, "Agora" <noreply@example.com> wrote:\n\n${OURS}`, 'Yes'],
  [
    'a client that puts the answer below our mail without signs',
    `De : Agora <noreply@example.com>\nEnvoyé : lundi 30 novembre 2026 10:12\nÀ : Benoît <b@example.org>\nObjet : Re: Question (#61)\n\n${OURS}-- \nAgora\n\nJe viendrai mardi.`,
    'Je viendrai mardi.',
  ],
  ['a client that adds a signature', 'Oui.\n\n-- \nÉloïse Lefèvre\nAgence du Lac', 'Oui.'],
  [
    'an iPad that adds its line below the quote',
    `Oui.\n\nLe 30 nov. 2026 à 10:12, Agora <noreply@example.com> a écrit :\n\n${OURS_QUOTED}\nEnvoyé de mon iPad`,
    'Oui.',
  ],
  ['a phone that adds a line in Dutch', 'Ja.\n\nVerstuurd vanaf mijn iPhone', 'Ja.'],
  ['a phone that adds a line in Spanish', 'Sí.\n\nEnviado desde mi iPhone', 'Sí.'],
];

/** Texts that only look as if something was quoted. */
const WHOLE: [what: string, text: string][] = [
  [
    'a sentence that ends in “écrit :”',
    'Bonjour,\n\nLe courrier du 3 novembre est celui que je vous avais écrit :\n\nIl manque la page 2. Pouvez-vous me la renvoyer avant vendredi ?',
  ],
  [
    'a sentence that ends in “wrote:” and has a date and a time',
    'Hello,\n\nOn 3 November 2026 at 10:12 your colleague wrote:\n\nthat it is closed. Is it?',
  ],
  [
    'a line that begins with “De :”',
    'Bonjour,\n\nDe : 9 h à 12 h [mardi et jeudi]\nà partir du 5 janvier\n\nEst-ce possible ?',
  ],
  [
    'lines that look like headers, of a journey',
    'Bonjour,\n\nDe : Lyon\nÀ : Paris\nDate : 12 mai 2027\n\nPeut-on réserver ?',
  ],
  ['lines that look like headers, in a list', 'From: 9 to 12\nTo: the hall\nDate: 12/05/2027\n\nIs it free?'],
  [
    'lines that look like headers and have an address, which is not ours',
    'De : Zoé <zoe@example.net>\nObjet : inscription\n\nC’est elle qui vient.',
  ],
  [
    'two questions with dashes between',
    'Voici deux questions.\n1. La salle est-elle libre ?\n---\n2. Peut-on louer le 12 mai ?',
  ],
  ['two questions with “--” between', 'Une question.\n--\nPeut-on louer le 12 mai ?'],
  ['two questions with a long line between', `Une question.\n${LINE}\nPeut-on louer le 12 mai ?`],
  ['a line below “Bonne journée”', 'Je confirme.\nBonne journée\nAh, et nous serons 12 finalement.'],
  ['a P.S. below “Cordialement”', 'Merci.\n\nCordialement,\nJean\n\nP.-S. : peut-on venir le 12 ?'],
  ['a greeting in English', 'I confirm.\n\nBest regards,\nJane'],
  [
    'a sentence that begins like a signature of a phone',
    'Rien reçu.\n\nEnvoyé de mon ancien compte, le formulaire n’est jamais arrivé.',
  ],
  ['a sentence about a mail', 'Le dossier ?\nEnvoyé par mail hier'],
  ['answers between quotes', 'Bonjour,\n> Quel jour ?\nLundi.\n> Où ?\nÀ Lyon.'],
  [
    'a line that names a date and an address, which is not ours',
    'Bonjour,\n\nJ’ai écrit le 3 novembre 2026 à Zoé <zoe@example.net> :\nla salle est-elle libre ?\n\nQui répond ?',
  ],
  [
    'a mail of somebody else below its header',
    'Voyez.\n\nLe 30 nov. 2026 à 10:12, Mairie <mairie@example.net> a écrit :\n\nVotre dossier est refusé.',
  ],
  [
    'a forwarded mail in French',
    'Voir ci-dessous.\n\nDe : Mairie <mairie@example.net>\nEnvoyé : lundi 30 novembre 2026 09:00\nÀ : benoit@example.org\nObjet : Votre inscription\n\nVotre dossier 4521 est refusé.',
  ],
  [
    'a mail forwarded by Outlook on the web',
    `Voir ci-dessous.\n\n${LINE}\nDe : Mairie <mairie@example.net>\nEnvoyé : lundi 30 novembre 2026 09:00\nÀ : benoit@example.org\nObjet : Votre inscription\n\nVotre dossier 4521 est refusé.`,
  ],
  [
    'a mail forwarded by Gmail',
    'See below.\n\n---------- Forwarded message ---------\nFrom: Mairie <mairie@example.net>\nDate: Mon, Nov 30, 2026 at 9:00 AM\nSubject: Votre inscription\nTo: <benoit@example.org>\n\nVotre dossier 4521 est refusé.',
  ],
  [
    'a mail forwarded by Apple Mail, with signs before its lines',
    'Voir ci-dessous.\n\nDébut du message transféré :\n\n> De: Mairie <mairie@example.net>\n> Objet: Votre inscription\n> Date: 30 novembre 2026 à 09:00:00 UTC+1\n> À: benoit@example.org\n>\n> Votre dossier 4521 est refusé.',
  ],
  [
    'a mail forwarded by Thunderbird in German',
    'Siehe unten.\n\n-------- Weitergeleitete Nachricht --------\nBetreff: Ihr Antrag\nDatum: Mon, 30 Nov 2026 09:00:00 +0100\nVon: Stadt <stadt@example.net>\nAn: benoit@example.org\n\nAbgelehnt.',
  ],
];

const HTML: [what: string, body: string, written: string][] = [
  [
    'Outlook on the web, below its mark',
    '<html><body><div style="font-family:Calibri">Et le samedi ?</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font face="Calibri"><b>De :</b> Agora &lt;noreply@example.com&gt;<br><b>Envoyé :</b> lundi 30 novembre 2026 10:12<br><b>À :</b> b@example.org &lt;b@example.org&gt;<br><b>Objet :</b> Re: Question (#61)</font><div>&nbsp;</div></div><div><h1>L’équipe vous a répondu</h1><p>Bonjour, nous ouvrons à 9 h.</p></div></body></html>',
    'Et le samedi ?',
  ],
  [
    'Outlook in a language whose labels are unknown, below its mark',
    '<div>Jah</div><div id="divRplyFwdMsg"><b>Saatja:</b> Agora<br><b>Teema:</b> Re: Question</div><div>Bonjour, nous ouvrons à 9 h.</div>',
    'Jah',
  ],
  [
    'Outlook for Windows, with a border above the header',
    '<div class=WordSection1><p class=MsoNormal>Yes.<o:p></o:p></p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class=MsoNormal><b>From:</b> Agora &lt;noreply@example.com&gt; <br><b>Sent:</b> Monday, November 30, 2026 10:12 AM<br><b>To:</b> b@example.org<br><b>Subject:</b> Re: Question (#61)</p></div><p>Bonjour, nous ouvrons à 9 h.</p></div>',
    'Yes.',
  ],
  [
    'a mail forwarded by Outlook on the web',
    '<div>Voir ci-dessous.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>De :</b> Mairie &lt;mairie@example.net&gt;<br><b>Envoyé :</b> lundi 30 novembre 2026 09:00<br><b>Objet :</b> Votre inscription</div><div>Votre dossier 4521 est refusé.</div>',
    'Votre dossier 4521 est refusé.',
  ],
  [
    'Gmail',
    '<div dir="ltr">Oui.</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">Le lun. 30 nov. 2026 à 10:12, Agora &lt;<a href="mailto:noreply@example.com">noreply@example.com</a>&gt; a écrit :<br></div><blockquote class="gmail_quote"><p>Bonjour, nous ouvrons à 9 h.</p></blockquote></div>',
    'Oui.',
  ],
  [
    'Yahoo',
    '<div>Ok</div><div id="yahoo_quoted_1" class="yahoo_quoted"><div>On Monday, Agora wrote:</div><div>Bonjour, nous ouvrons à 9 h.</div></div>',
    'Ok',
  ],
  [
    'Thunderbird, with the answer below the quote',
    '<div class="moz-cite-prefix">Le 30/11/2026 à 10:12, Agora a écrit :<br></div><blockquote type="cite"><p>Bonjour, nous ouvrons à 9 h.</p></blockquote><p>À demain.</p>',
    'À demain.',
  ],
];

const LATIN1 = Buffer.from('Été à la plage, déjà', 'latin1');
const UTF8 = Buffer.from('Été à la plage, déjà');
const plain = (charset: string) => ({ 'Content-Type': `text/plain; charset=${charset}` });

describe(`texts of mails: ${QUOTED.length} with a quote or a signature, ${WHOLE.length} without, ${HTML.length} in HTML`, () => {
  it.each(QUOTED)('removes text added by %s, and stores the full mail', async (_client, body, written) => {
    const { text, whole } = await read({ body });
    expect(text).toBe(written);
    expect(whole).toContain(body.trim().split('\n').at(-1)?.trim());
  });

  it.each(WHOLE)('keeps %s', async (_what, body) => {
    const { text, whole } = await read({ body });
    expect(text.split(/\s+/)).toEqual(body.split(/\s+/));
    expect(whole).toBeNull();
  });

  it.each(HTML)('reads the HTML of %s', async (_what, body, written) => {
    const { text } = await read(html(body));
    if (written.startsWith('Votre')) expect(text).toContain(written);
    else expect(text).toBe(written);
  });

  it('reads an answer above a forwarded mail and one of ours', async () => {
    const body = `Voir ci-dessous.\n\nDe : Mairie <mairie@example.net>\nEnvoyé : lundi 30 novembre 2026 09:00\nObjet : Votre inscription\n\nVotre dossier est refusé.\n\nDe : Agora <noreply@example.com>\nEnvoyé : lundi 30 novembre 2026 10:12\nObjet : Re: Question (#61)\n\n${OURS}`;
    const { text } = await read({ body });
    expect(text).toMatch(/^Voir ci-dessous\.[\s\S]*Votre dossier est refusé\.$/);
  });

  it.each(['', ' \n\t', OURS_QUOTED, 'Envoyé de mon iPhone'])('finds nothing written in %j', async (body) => {
    expect((await read({ body })).text).toBe('');
  });

  it('separates the cells of a table by spaces and the rows by lines', async () => {
    const { text } = await read(
      html(
        '<p>Voir <a href="https://example.org/a?b=1&amp;c=2">le plan</a></p><table><tr><td>Nom</td><td>Âge</td></tr><tr><td>Zoé</td><td>7</td></tr></table><ul><li>un</li><li>deux</li></ul>',
      ),
    );
    expect(text).toBe('Voir le plan [https://example.org/a?b=1&c=2]\n\nNom Âge\nZoé 7\n\n * un\n * deux');
  });

  it('keeps the text below a picture of more than a megabyte in HTML', async () => {
    const picture = `<img src="data:image/png;base64,${'A'.repeat(1_500_000)}">`;
    expect((await read(html(`<p>Voici</p>${picture}<p>la suite</p>`))).text).toBe('Voici\n\nla suite');
  });

  it('reads the characters of HTML without its structure, or skips it', async () => {
    const mail = html('<p>Oui &amp; non.</p><div>Bien<br>sûr</div>');
    expect((await read(mail, 'characters')).text.split(/\s+/).join(' ')).toBe('Oui & non. Bien sûr');
    expect((await read(mail, 'none')).text).toBe('');
  });

  it('keeps 100,000 characters of a mail, and truncates a longer one', async () => {
    expect((await read({ body: 'a'.repeat(100_000) })).text).toHaveLength(100_000);
    expect((await read({ body: 'a'.repeat(100_001) })).text).toMatch(/^a{99999}…$/);
  });
});

describe('charsets of mails', () => {
  it.each<[what: string, headers: Record<string, string>, body: Buffer | string]>([
    ['UTF-8, undeclared', {}, UTF8],
    ['Windows-1252, undeclared', {}, LATIN1],
    ['Windows-1252, declared as UTF-8', plain('utf-8'), LATIN1],
    ['UTF-8, declared as ISO-8859-1', plain('iso-8859-1'), UTF8],
    ['UTF-8, declared as US-ASCII', plain('us-ascii'), UTF8],
    ['Windows-1252, declared as US-ASCII', plain('us-ascii'), LATIN1],
    ['UTF-8, declared as something unknown', plain('x-unknown'), UTF8],
    ['Windows-1252, declared as something unknown', plain('unknown-8bit'), LATIN1],
    [
      'Windows-1252 as quoted-printable, declared as UTF-8',
      { ...plain('utf-8'), 'Content-Transfer-Encoding': 'quoted-printable' },
      '=C9t=E9 =E0 la plage, d=E9j=E0',
    ],
  ])('reads a text in %s', async (_what, headers, body) => {
    expect((await read({ headers, body })).text).toBe('Été à la plage, déjà');
  });

  it.each([
    ['shift_jis', '82b182f182c982bf82cd', 'こんにちは'],
    ['iso-2022-jp', '1b2442243324731b2842', 'こん'],
    ['gb18030', 'c4e3bac3', '你好'],
    ['windows-1251', 'cff0e8e2e5f2', 'Привет'],
  ])('reads a text in %s as declared', async (charset, hex, text) => {
    expect((await read({ headers: plain(charset), body: Buffer.from(hex, 'hex') })).text).toBe(text);
  });

  it('reads UTF-8 with one broken character as UTF-8', async () => {
    const body = Buffer.concat([UTF8, Buffer.from([0xe9])]);
    expect((await read({ headers: plain('utf-8'), body })).text).toBe('Été à la plage, déjà\ufffd');
  });

  it('reads HTML without a charset', async () => {
    expect((await read({ headers: { 'Content-Type': 'text/html' }, body: LATIN1 })).text).toBe(
      'Été à la plage, déjà',
    );
  });
});

describe('attachments of mails', () => {
  it.each([
    ['JPEG', JPEG],
    ['PNG', Buffer.from('\x89PNG\r\n\x1a\n12345678', 'latin1')],
    ['WebP', Buffer.from('RIFF1234WEBPVP8 ', 'latin1')],
    ['AVIF', Buffer.from('\0\0\0\x1cftypavif1234', 'latin1')],
  ])('recognises %s that is sent as application/octet-stream by its bytes', async (_format, bytes) => {
    const { pictures, files } = await read(
      parts(
        'multipart/mixed',
        'Content-Type: text/plain\r\n\r\nVoici',
        `Content-Type: application/octet-stream\r\n${FILE}IMG_1.JPG\r\nContent-Transfer-Encoding: base64\r\n\r\n${bytes.toString('base64')}`,
        `Content-Type: application/octet-stream\r\n${FILE}a.bin\r\n\r\nno picture that one can see`,
      ),
    );
    expect(pictures.map(({ name }) => name)).toEqual(['IMG_1.JPG']);
    expect(files.map(({ name }) => name)).toEqual(['a.bin']);
  });

  it.each([
    ['a signed S/MIME mail', 'application/pkcs7-mime; smime-type=signed-data; name=smime.p7m', 'smime.p7m'],
    [
      'an encrypted S/MIME mail',
      'application/x-pkcs7-mime; smime-type=enveloped-data; name=smime.p7m',
      'smime.p7m',
    ],
  ])('names the file of %s', async (_what, type, name) => {
    const part = `Content-Type: ${type}\r\n${FILE}${name}\r\nContent-Transfer-Encoding: base64\r\n\r\nMIIB`;
    const inside = await read(parts('multipart/mixed', part));
    const alone = await read({
      headers: { 'Content-Type': type, 'Content-Transfer-Encoding': 'base64' },
      body: 'MIIB',
    });
    expect([...inside.files, ...alone.files].map((file) => file.name)).toEqual([name, name]);
  });

  it('lists the file of a PGP-encrypted mail, but no signature', async () => {
    const { files } = await read(
      parts(
        'multipart/encrypted',
        'Content-Type: application/pgp-encrypted\r\n\r\nVersion: 1',
        `Content-Type: application/octet-stream\r\n${FILE}encrypted.asc\r\n\r\n-----BEGIN`,
        `Content-Type: application/pkcs7-signature\r\n${FILE}smime.p7s\r\n\r\nx`,
      ),
    );
    expect(files.map(({ name }) => name)).toEqual(['encrypted.asc']);
  });

  it('reads a Gmail reaction as its text or, without text, as its emoji', async () => {
    const json = 'Content-Type: text/vnd.google.email-reaction+json\r\n\r\n{"emoji":"👍","version":1}';
    const text = 'Content-Type: text/plain; charset=utf-8\r\n\r\nBenoît a réagi via Gmail\r\n👍';
    const both = await read(parts('multipart/alternative', text, json));
    expect([both.text, both.files]).toEqual(['Benoît a réagi via Gmail\n👍', []]);
    expect((await read(parts('multipart/mixed', json))).text).toBe('👍');
  });
});

describe('text that a mail program hides or strikes out', () => {
  const alternative = (plain: string, markup: string) =>
    read(
      parts(
        'multipart/alternative',
        `Content-Type: text/plain; charset=utf-8\r\n\r\n${plain}`,
        `Content-Type: text/html; charset=utf-8\r\n\r\n${markup}`,
      ),
    );

  it.each([
    [
      'Votre logiciel de messagerie ne lit pas le HTML.',
      '<p>Mon dossier est le 4521, puis-je venir mardi ?</p>',
    ],
    ['This mail is in HTML.', '<p>Mon dossier est le 4521, puis-je venir mardi ?</p>'],
  ])('keeps the text of the HTML if the plain text differs: %s', async (plain, markup) => {
    const { text, whole } = await alternative(plain, markup);
    expect(text).toBe('Mon dossier est le 4521, puis-je venir mardi ?');
    expect(whole).toContain(plain);
  });

  it.each([
    ['Oui, mardi à 9 h.\n\n> Quand ?', '<p>Oui, mardi à <b>9 h</b>.</p><blockquote>Quand ?</blockquote>'],
    ['Oui : https://example.org/a', '<p>Oui : <a href="https://example.org/a">le plan</a></p>'],
    ['Oui.', '<p>Oui.</p><img src="cid:a" alt="logo">'],
  ])('uses the plain text if it has the same content as the HTML: %s', async (plain, markup) => {
    const { text } = await alternative(plain, markup);
    expect(text).toBe(plain.split('\n')[0]);
  });

  it.each([
    '<p>Je viendrai <s>mardi</s> mercredi</p>',
    '<p>Je viendrai <del>mardi</del> mercredi</p>',
    '<p>Je viendrai <strike>mardi</strike> mercredi</p>',
    '<p>Je viendrai <span style="text-decoration: line-through">mardi</span> mercredi</p>',
  ])('marks struck-through text: %s', async (markup) => {
    expect((await read(html(markup))).text).toBe('Je viendrai ~~mardi~~ mercredi');
  });
});

it('keeps the text of a mail forwarded as an attachment', async () => {
  const forwarded =
    'Content-Type: message/rfc822\r\n\r\nFrom: Mairie <mairie@example.org>\r\nSubject: Dossier 4521\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nRefus.';
  const named = `Content-Type: message/rfc822\r\n${FILE}"a.eml"\r\n\r\nSubject: Autre\r\n\r\nOui.`;
  const plain = 'Content-Type: text/plain; charset=utf-8\r\n\r\nVoir le mail joint';
  const { text, whole, files } = await read(parts('multipart/mixed', plain, named, forwarded));
  expect(text).toBe('Voir le mail joint');
  expect(whole).toContain('Dossier 4521');
  expect(whole).toContain('Refus.');
  expect(files.map(({ name }) => name)).toEqual(['a.eml', 'Dossier 4521']);
});
