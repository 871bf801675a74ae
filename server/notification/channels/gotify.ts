import {cut} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf, json, under} from '../called'
import {fitted, oneLine} from '../wording/fitted'
import {severityOf} from '../wording/occurrences'

const MESSAGE_LENGTH = 8000
const TITLE_LENGTH = 250
const PRIORITIES = {critical: 8, warning: 5, none: 2}

export const gotify = called<'gotify'>({
  target: TARGETS.gotify,
  shown: ({url}) => hostOf(url),
  hidden: ({token}) => token,
  render({url, token}, delivery, {text}) {
    const body = {
      title: cut(oneLine(text.subject), TITLE_LENGTH),
      message: fitted(text, {total: delivery.message.total, most: MESSAGE_LENGTH}),
      priority: PRIORITIES[severityOf(delivery) ?? 'none'],
      extras: {'client::notification': {click: {url: text.link.url}}, 'client::display': {contentType: 'text/plain'}},
    }
    return [json(under(url, '/message'), body, {'x-gotify-key': token})]
  },
  answers: {
    proof: {name: 'an id', isIn: ({id}) => typeof id === 'number'},
    words: ({errorDescription}) => errorDescription,
  },
})
