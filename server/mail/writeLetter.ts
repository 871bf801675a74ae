import type {Letter} from '../mail/repository'

export interface LetterText {
  subject: string
  before: readonly string[]
  link: {label: string; url: string}
  after: readonly string[]
}

/** Writes the same text as plain text and as HTML. */
export function writeLetter(to: string, text: LetterText): Letter {
  return {to, subject: text.subject, link: text.link.url, text: asPlainText(text), html: asHtml(text)}
}

function asPlainText({before, link, after}: LetterText): string {
  return `${[...before, `${link.label}:\n${link.url}`, ...after].join('\n\n')}\n`
}

function asHtml({subject, before, link, after}: LetterText): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="max-width: 36em; font: 16px/1.5 sans-serif">
${asParagraphs(before)}
<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a></p>
${asParagraphs(after)}
</body>
</html>
`
}

function asParagraphs(paragraphs: readonly string[]): string {
  return paragraphs.map(paragraph => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`)
}
