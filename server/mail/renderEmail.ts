import {inHtml} from '../../contract/rules/text'
import type {Draft, Email, EmailLink, EmailText} from './repository'

/** Writes the same text as plain text and as HTML. */
export function renderEmail({to, text, id}: Omit<Draft, 'discard'>): Email {
  const {subject, picture} = text
  return {
    ...{to, subject, link: loggedLink(text), text: asPlainText(text), html: asHtml(text)},
    ...(id !== undefined && {id}),
    ...(picture && {picture: picture.png}),
  }
}

const loggedLink = ({link, furtherLinks = []}: EmailText): string =>
  [link, ...furtherLinks].find(({isSecret = false}) => !isSecret)?.url ?? ''

function asPlainText({before, list = [], link, furtherLinks = [], after}: EmailText): string {
  const items = list.length === 0 ? [] : [list.map(item => `- ${item}`).join('\n')]
  const links = [link, ...furtherLinks].map(({label, url}) => `${label}:\n${url}`)
  return `${[...before, ...items, ...links, ...after].join('\n\n')}\n`
}

function asHtml({
  language = 'en',
  subject,
  before,
  list = [],
  picture,
  link,
  furtherLinks = [],
  after,
}: EmailText): string {
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><title>${inHtml(subject)}</title></head>
<body style="max-width: 36em; font: 16px/1.5 sans-serif">
${[...before.map(asParagraph), ...asList(list), ...(picture ? [asImage(picture.alt)] : [])].join('\n')}
${[link, ...furtherLinks].map(asLink).join('\n')}
${after.map(asParagraph).join('\n')}
</body>
</html>
`
}

const asParagraph = (paragraph: string) => `<p>${inHtml(paragraph)}</p>`

/** The picture is half as large as it is drawn, but never wider than the mail. */
const asImage = (alt: string) =>
  `<p><img src="cid:picture" alt="${inHtml(alt)}" width="560" style="max-width: 100%; height: auto"></p>`

const asLink = ({label, url}: EmailLink) => `<p><a href="${inHtml(url)}">${inHtml(label)}</a></p>`

const asList = (items: readonly string[]): string[] =>
  items.length === 0 ? [] : [`<ul>${items.map(item => `<li>${inHtml(item)}</li>`).join('\n')}</ul>`]
