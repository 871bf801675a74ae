import type {Texts} from '../../contract/languages/texts'
import {WEEKLY_EMAIL} from '../../server/availability/texts'
import {STARTING_PAGE} from '../../server/http/starting'
import {PUSHED} from '../../server/notification/push/texts'
import {ALARM_EMAIL} from '../../server/notification/sending/emailTexts'
import {GAP_EMAIL} from '../../server/onCall/texts'
import {SHIFT_EMAIL} from '../../server/shift/texts'
import {declaredTexts} from '../../src/domain/language'

import.meta.glob(['../../src/domain/**/*.ts', '../../src/machines/**/*.ts', '../../src/ui/**/*[tT]exts.ts'], {
  eager: true,
})

/** Words that German has from English, names, units and signs. */
const SAME_IN_GERMAN: readonly string[] = [
  ...['', '–', '—', 'Name', 'Problem:', 'Version', 'Region', 'Token', 'Status', 'OK', 'Video', 'Normal'],
  ...['Dashboard', 'MyHome', 'Live', 'live', 'offline', 'online', 'Aggregation', 'Administrator'],
  ...['Organisation', 'Asset', 'Assets', 'Server', 'Client', 'Text', 'JSON', 'Filter', 'Label', 'Plan'],
  ...[
    'Slack',
    'Microsoft Teams',
    'Discord',
    'Telegram',
    'PagerDuty',
    'Opsgenie',
    'ntfy',
    'Pushover',
    'Gotify',
    'Matrix',
  ],
  ...[
    'Chat',
    'Celsius (°C)',
    'Fahrenheit (°F)',
    'Linux, macOS',
    'Windows PowerShell',
    'NOC',
    'Max.',
    'Maximum',
    '1 h',
    '6 h',
    '24 h',
    '7 d',
    '16:9',
    '4:3',
    '21:9',
    '9:16',
  ],
]

/** Returns the English texts of every area. The imports above declare the client's. */
const englishAreas = (): [area: string, english: Texts][] => [
  ...Object.entries(declaredTexts()).filter(([area]) => !area.startsWith('test.')),
  ['server.alarmEmail', ALARM_EMAIL],
  ['server.onCallEmail', GAP_EMAIL],
  ['server.push', PUSHED],
  ['server.shift', SHIFT_EMAIL],
  ['server.weeklyEmail', WEEKLY_EMAIL],
  ['server.startingPage', STARTING_PAGE],
]

/** Whether a text may be the same in both languages. */
export const isSameInGerman = (text: string): boolean => SAME_IN_GERMAN.includes(text)

type Text = Exclude<Texts[string], Texts>

/** Each text of English by its dotted name, which begins with its area. */
export const englishTexts = (): [name: string, text: Text][] => textsBelow(Object.fromEntries(englishAreas()))

/** The texts in groups by their dotted names. */
export function textsBelow(texts: Texts, path = ''): [name: string, text: Text][] {
  return Object.entries(texts).flatMap(([name, text]): [string, Text][] =>
    typeof text === 'object' ? textsBelow(text, `${path}${name}.`) : [[path + name, text]],
  )
}

/** Every text that nobody should see on a German page. */
export const englishWords = (): ReadonlySet<string> =>
  new Set(
    englishTexts()
      .map(([, text]) => text)
      .filter(text => typeof text === 'string')
      .filter(text => !isSameInGerman(text)),
  )
