import {ALARM_ROUTES_LIMIT, ROUTE_EMAILS_LIMIT, ROUTE_ESCALATIONS_LIMIT} from '../../../../contract/rules/alarmRoutes'
import type {Worded} from '../../language'
import type {texts} from './texts'

export const german = {
  name: 'Name',
  taken: 'Ein anderer Meldeweg hat diesen Namen.',
  noEmails: (addresses: string) => `Keine E-Mail-Adressen: ${addresses}`,
  faults: {
    shape: 'Der Eintrag ist nicht als Meldeweg lesbar.',
    name: 'Ein Meldeweg braucht einen eigenen Namen.',
    emails: 'Nicht alle E-Mail-Adressen sind verwendbar.',
    webhook: 'Das ist keine Web-Adresse wie https://example.com/alarms.',
    secret: 'Ein Geheimnis hat mindestens 16 Zeichen.',
    nobody: 'Mindestens eine E-Mail-Adresse oder einen Webhook angeben.',
    severities: 'Nicht alle Schweregrade sind bekannt.',
    kinds: 'Nicht alle Arten sind bekannt.',
    labels: 'Die Labels sind nicht lesbar.',
    types: 'Die Typen sind nicht lesbar.',
    hours: 'Angeben, von wann bis wann, etwa 22:00, oder an welchen Tagen, und die Zeitzone.',
    escalations: 'Eine Eskalation braucht Minuten und jemanden, der benachrichtigt wird.',
    repeat: 'Minuten von 1 bis 44.640, das ist ein Monat.',
    many: `Höchstens ${ALARM_ROUTES_LIMIT} Meldewege, ${ROUTE_EMAILS_LIMIT} Adressen und ${ROUTE_ESCALATIONS_LIMIT} Eskalationen werden gelesen.`,
  },
} satisfies Worded<typeof texts>
