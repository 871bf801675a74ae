import {TITLE} from '../../../contract/limits'
import {cut} from '../../../contract/rules/text'
import {runbookAddress} from '../../../contract/rules/thresholds'
import type {NoticeWire} from '../../../contract/wire/notification'
import {TARGETS} from '../../../contract/wire/target'
import type {EmailLink} from '../../mail/repository'
import {called, hostOf, json, under} from '../called'
import type {Call, Circumstances, Delivery} from '../channel'
import {EVENTS, eventsOf, LISTED_NOTICES, type NoticeEvent} from '../wording/events'
import {oneLine} from '../wording/fitted'
import {peerLink} from '../wording/peerLink'

const SUMMARY_LENGTH = 1024

export const pagerduty = called<'pagerduty'>({
  target: TARGETS.pagerduty,
  shown: ({url = 'https://events.pagerduty.com'}) => hostOf(url),
  hidden: ({key}) => key,
  mostNotices: LISTED_NOTICES,
  mostEnds: EVENTS,
  isOrdered: true,
  pause: () => 1000,
  render({key, url = 'https://events.pagerduty.com'}, delivery, circumstances) {
    const send = (body: object, then?: Call): Call => ({
      ...json(under(url, '/v2/enqueue'), {routing_key: key, ...body}),
      ...(then && {then}),
    })
    return eventsOf(delivery, circumstances).map(event => {
      const named = {dedup_key: event.key}
      const resolve = () => send({...named, event_action: 'resolve'})
      if (event.is === 'end') return resolve()
      const acknowledge = event.isAcknowledged ? send({...named, event_action: 'acknowledge'}) : undefined
      return send(
        {...named, event_action: 'trigger', ...detailsOf(event, delivery, circumstances)},
        event.is === 'past' ? resolve() : acknowledge,
      )
    })
  },
  answers: {
    proof: {name: 'success', isIn: ({status}) => status === 'success'},
    words: ({message, errors}) => (Array.isArray(errors) && errors.length > 0 ? errors : message),
  },
})

function detailsOf({title, notice, severity, link, details}: NoticeEvent, delivery: Delivery, {at}: Circumstances) {
  return {
    client: TITLE,
    client_url: peerLink(link).url,
    links: [link, ...runbookLinks(notice)].flatMap(linkOf),
    payload: {
      summary: cut(oneLine(title), SUMMARY_LENGTH),
      source: sourceOf(notice),
      severity,
      timestamp: new Date(notice?.raised_at ?? at).toISOString(),
      component: notice?.key,
      group: delivery.route,
      custom_details: details,
    },
  }
}

function runbookLinks(notice: NoticeWire | undefined): EmailLink[] {
  const address = notice?.runbook ? runbookAddress(notice.runbook) : null
  return address === null ? [] : [{label: 'Runbook', url: address}]
}

/** None of what PagerDuty refuses, which is among the details. */
function linkOf(link: EmailLink): {href: string; text: string}[] {
  const {url} = peerLink(link)
  return url === undefined ? [] : [{href: url, text: link.label}]
}

const sourceOf = (notice: NoticeWire | undefined): string => cut(oneLine(notice?.device_name ?? TITLE), SUMMARY_LENGTH)
