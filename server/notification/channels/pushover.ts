import {cut} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf, json, under} from '../called'
import {fitted, oneLine} from '../wording/fitted'
import {severityOf} from '../wording/occurrences'
import {peerLink} from '../wording/peerLink'

const MESSAGE_LENGTH = 1024
const TITLE_LENGTH = 250
const LINK_LENGTH = 512

export const pushover = called<'pushover'>({
  target: TARGETS.pushover,
  shown: ({device, url = 'https://api.pushover.net'}) => [hostOf(url), device].filter(Boolean).join(' · '),
  hidden: ({user}) => user,
  pause: () => 1000,
  render({token, user, device, url = 'https://api.pushover.net'}, delivery, {text}) {
    const {url: link, line} = peerLink(text.link, LINK_LENGTH)
    const body = {
      token,
      user,
      ...(device !== undefined && {device}),
      title: cut(oneLine(text.subject), TITLE_LENGTH),
      message: fitted(text, {total: delivery.message.total, most: MESSAGE_LENGTH, last: line}),
      // It rings in the quiet hours of the user.
      priority: severityOf(delivery) === 'critical' ? 1 : 0,
      ...(link !== undefined && {url: link, url_title: text.link.label}),
    }
    return [json(under(url, '/1/messages.json'), body)]
  },
  answers: {proof: {name: 'status 1', isIn: ({status}) => status === 1}, words: ({errors}) => errors},
})
