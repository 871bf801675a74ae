import {cut} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf, json} from '../called'
import {fitted, oneLine} from '../wording/fitted'
import {onlyNotice, severityOf, subjectOf} from '../wording/occurrences'
import {isGiven} from '../wording/readings'

/** ntfy makes an attachment of more than 4,096 bytes. */
const MESSAGE_BYTES = 3800
const TITLE_LENGTH = 200
const PRIORITIES = {critical: 5, warning: 4, none: 3}

export const ntfy = called<'ntfy'>({
  target: TARGETS.ntfy,
  shown: ({url, topic}) => `${hostOf(url)} · ${topic}`,
  isOrdered: true,
  pause: () => 1000,
  render({url, topic, token}, delivery, {text}) {
    const notice = onlyNotice(delivery)
    const severity = severityOf(delivery)
    const body = {
      topic,
      title: cut(oneLine(text.subject), TITLE_LENGTH),
      message: fitted(text, {total: delivery.message.total, most: MESSAGE_BYTES, sizeOf: Buffer.byteLength}),
      priority: PRIORITIES[severity ?? 'none'],
      tags: severity === null ? [] : [severity === 'critical' ? 'rotating_light' : 'warning'],
      click: text.link.url,
      // A later message with the same id takes the place of the former.
      sequence_id: notice === undefined ? delivery.key : subjectOf(notice),
    }
    return [json(url, body, token === undefined ? {} : {authorization: `Bearer ${token}`})]
  },
  answers: {proof: {name: 'an id', isIn: ({id}) => isGiven(id)}, words: ({error}) => error},
})
