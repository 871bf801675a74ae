import {TITLE} from '../../../contract/limits'
import {cut} from '../../../contract/rules/text'
import {TARGETS} from '../../../contract/wire/target'
import {called, hostOf, json, under} from '../called'
import type {Call} from '../channel'
import {EVENTS, eventsOf, LISTED_NOTICES} from '../wording/events'
import {oneLine} from '../wording/fitted'
import {isGiven} from '../wording/readings'

const MESSAGE_LENGTH = 130
const DESCRIPTION_LENGTH = 15_000
const PRIORITIES = {critical: 'P1', warning: 'P3', info: 'P5'}
const CLOSE = '/close?identifierType=alias'

export const opsgenie = called<'opsgenie'>({
  target: TARGETS.opsgenie,
  shown: ({url = 'https://api.opsgenie.com'}) => hostOf(url),
  hidden: ({key}) => key,
  mostNotices: LISTED_NOTICES,
  mostEnds: EVENTS,
  isOrdered: true,
  pause: () => 1000,
  render({key, url = 'https://api.opsgenie.com'}, delivery, circumstances) {
    const send = (path: string, body: object, then?: Call): Call => ({
      ...json(under(url, `/v2/alerts${path}`), {source: TITLE, ...body}, {authorization: `GenieKey ${key}`}),
      ...(then && {then}),
    })
    return eventsOf(delivery, circumstances).map(event => {
      const alias = encodeURIComponent(event.key)
      const close = () => send(`/${alias}${CLOSE}`, {})
      if (event.is === 'end') return close()
      const {notice, title, details} = event
      const body = {
        alias: event.key,
        message: cut(oneLine(title), MESSAGE_LENGTH),
        description: cut(linesOf(details), DESCRIPTION_LENGTH),
        priority: PRIORITIES[event.severity],
        entity: cut(oneLine(notice?.device_name ?? TITLE), 500),
        tags: [event.severity],
        details: {alarm: details.alarm ?? '', route: details.route ?? '', link: details.link ?? ''},
      }
      const acknowledge = event.isAcknowledged ? send(`/${alias}/acknowledge?identifierType=alias`, {}) : undefined
      return send('', body, event.is === 'past' ? close() : acknowledge)
    })
  },
  answers: {
    proof: {name: 'a result', isIn: ({result, requestId}) => isGiven(result) || isGiven(requestId)},
    words: ({message}) => message,
    // There is nothing to close: it is closed.
    exception: ({status}, {message}, url) =>
      status === 404 && isGiven(message) && url.endsWith(CLOSE) ? 'sent' : undefined,
  },
})

const linesOf = (details: Record<string, string>): string =>
  Object.entries(details)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
