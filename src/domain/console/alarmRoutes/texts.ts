import {
  ALARM_ROUTES_LIMIT,
  ROUTE_EMAILS_LIMIT,
  ROUTE_ESCALATIONS_LIMIT,
  type RouteFault,
} from '../../../../contract/rules/alarmRoutes'
import {textsOf} from '../../language'

/** The messages about routes. */
export const texts = textsOf('domain.alarmRoutes', {
  name: 'Name',
  taken: 'Another route has this name.',
  noEmails: (addresses: string) => `These are no email addresses: ${addresses}`,
  faults: {
    shape: 'What is written can’t be read as a route.',
    name: 'A route needs a name of its own.',
    emails: 'Not all of the email addresses can be used.',
    webhook: 'This is no address of the web, such as https://example.com/alarms.',
    secret: 'A secret has at least 16 characters.',
    channel: 'Not all of the channels can be used.',
    rota: 'Not all of the rotas can be used.',
    nobody: 'Name at least one email address or a webhook.',
    severities: 'Not all of the severities are known.',
    kinds: 'Not all of the kinds are known.',
    labels: 'The labels can’t be read.',
    types: 'The types can’t be read.',
    hours: 'Set from when until when, such as 22:00, or on which days, and the time zone.',
    escalations: 'An escalation needs minutes and somebody to tell.',
    repeat: 'Minutes from 1 to 44,640, which is a month.',
    many: `At most ${ALARM_ROUTES_LIMIT} routes, ${ROUTE_EMAILS_LIMIT} addresses and ${ROUTE_ESCALATIONS_LIMIT} escalations are read.`,
  } satisfies Record<RouteFault, string>,
  fields: {
    missing: 'This is required.',
    wrong: 'This can’t be used here.',
    headers: 'One header a line, such as Authorization: Bearer 123. Host and Content-Type are set already.',
  },
})
