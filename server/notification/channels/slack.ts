import {cut} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf, json} from '../called'
import {fitted, oneLine} from '../wording/fitted'
import {peerLink} from '../wording/peerLink'

const HEADER_LENGTH = 150
/** Slack takes 3,000 characters in a section. */
const SECTION_LENGTH = 2900

export const slack = called<'slack'>({
  target: TARGETS.slack,
  shown: ({url}) => hostOf(url),
  hidden: ({url}) => url,
  pause: () => 1000,
  render({url}, {message: {total}}, {text}) {
    const title = oneLine(text.subject)
    // Nothing in it becomes a link or a mention by itself.
    const section = (words: string) => ({type: 'section', text: {type: 'mrkdwn', text: words, verbatim: true}})
    const {url: link, line} = peerLink(text.link)
    const blocks = [
      {type: 'header', text: {type: 'plain_text', text: cut(title, HEADER_LENGTH), emoji: false}},
      section(fitted(text, {total, most: SECTION_LENGTH, escaped})),
      section(link === undefined ? escaped(line) : `<${link}|${escaped(text.link.label)}>`),
    ]
    return [json(url, {text: escaped(title), blocks, unfurl_links: false})]
  },
  answers: {proof: {name: 'ok', isIn: (_, body) => body.trim() === 'ok'}},
})

/** So nobody is mentioned, either. */
const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
