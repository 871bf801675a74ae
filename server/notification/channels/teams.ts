import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf, json} from '../called'
import {fitted, oneLine} from '../wording/fitted'
import {peerLink} from '../wording/peerLink'

/** Teams takes 28 KB in all. */
const TEXT_BYTES = 16_000

export const teams = called<'teams'>({
  target: TARGETS.teams,
  shown: ({url}) => hostOf(url),
  hidden: ({url}) => url,
  pause: () => 1000,
  render({url}, {message: {total}}, {text}) {
    const lines = fitted(text, {total, most: TEXT_BYTES, sizeOf: jsonBytes})
    const {url: link, line} = peerLink(text.link)
    const content = {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.4',
      msteams: {width: 'Full'},
      body: [
        paragraph(oneLine(text.subject), {weight: 'Bolder', size: 'Medium'}),
        ...lines.split('\n').map(text => paragraph(text)),
        ...(line === undefined ? [] : [paragraph(line)]),
      ],
      actions: link === undefined ? [] : [{type: 'Action.OpenUrl', title: text.link.label, url: link}],
    }
    const attachments = [{contentType: 'application/vnd.microsoft.card.adaptive', content}]
    return [json(url, {type: 'message', summary: oneLine(text.subject), attachments})]
  },
})

/** A run of text is no Markdown, and mentions nobody. */
const paragraph = (text: string, style: object = {}) => ({
  type: 'RichTextBlock',
  inlines: [{type: 'TextRun', text, ...style}],
})

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))
