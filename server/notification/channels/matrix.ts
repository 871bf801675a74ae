import {inHtml} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf, json, under} from '../called'
import {fitted, oneLine} from '../wording/fitted'
import {isGiven} from '../wording/readings'

/** An event has 65 kB at most, and the text is in it twice. */
const TEXT_LENGTH = 8000

export const matrix = called<'matrix'>({
  target: TARGETS.matrix,
  shown: ({url, room}) => `${hostOf(url)} · ${room}`,
  pause: () => 1000,
  render({url, room, token}, {key, message: {total}}, {text}) {
    const title = oneLine(text.subject)
    const {label, url: link} = text.link
    const lines = fitted(text, {total, most: TEXT_LENGTH})
    const body = {
      msgtype: 'm.text',
      body: `${title}\n${lines}\n${link}`,
      format: 'org.matrix.custom.html',
      formatted_body: [
        `<strong>${inHtml(title)}</strong>`,
        ...lines.split('\n').map(inHtml),
        `<a href="${inHtml(link)}">${inHtml(label)}</a>`,
      ].join('<br>'),
      'm.mentions': {},
    }
    // The server takes a transaction once, however often it comes.
    const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${key}`
    return [{...json(under(url, path), body, {authorization: `Bearer ${token}`}), method: 'PUT'}]
  },
  answers: {
    proof: {name: 'an event_id', isIn: ({event_id: id}) => isGiven(id)},
    words: ({error}) => error,
    pause: ({retry_after_ms: pause}) => (typeof pause === 'number' ? pause : undefined),
  },
})
