import {cut} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf, json} from '../called'
import type {Delivery} from '../channel'
import {fitted, oneLine} from '../wording/fitted'
import {severityOf} from '../wording/occurrences'
import {peerLink} from '../wording/peerLink'
import {isGiven} from '../wording/readings'

const TITLE_LENGTH = 256
/** Discord takes 4,096 characters here, and 6,000 in all. */
const DESCRIPTION_LENGTH = 4000

export const discord = called<'discord'>({
  target: TARGETS.discord,
  shown: ({url}) => hostOf(url),
  hidden: ({url}) => url,
  // 30 a minute, and five in two seconds.
  pause: () => 2000,
  render({url}, delivery, {text}) {
    const {url: link, line} = peerLink(text.link)
    const description = fitted(text, {
      total: delivery.message.total,
      most: DESCRIPTION_LENGTH,
      escaped,
      last: line,
    })
    const embed = {
      title: cut(escaped(oneLine(text.subject)), TITLE_LENGTH),
      url: link,
      description,
      color: colourOf(delivery),
    }
    return [json(waiting(url), {embeds: [embed], allowed_mentions: {parse: []}})]
  },
  answers: {
    proof: {name: 'an id', isIn: ({id}) => isGiven(id)},
    words: ({message}) => message,
    pause: ({retry_after: seconds}) => (typeof seconds === 'number' ? seconds * 1000 : undefined),
  },
})

/** Discord answers with what became of it. */
function waiting(url: string): string {
  const address = new URL(url)
  address.searchParams.set('wait', 'true')
  return address.href
}

/** No Markdown, no masked link. A mention in an embed rings nobody, and `allowed_mentions` forbids all. */
const escaped = (text: string): string => text.replace(/[\\*_~`|>#[\]()<@-]/g, '\\$&')

const colourOf = (delivery: Delivery): number => COLOURS[severityOf(delivery) ?? 'none']

const COLOURS = {critical: 0xd0_34_2c, warning: 0xe0_a1_00, none: 0x4a_8f_5a}
