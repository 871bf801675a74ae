import {
  type AlarmRoute,
  alarmRoutesFrom,
  type Escalation,
  type RoutedKind,
  type RouteFault,
} from '../../../../contract/rules/alarmRoutes'
import type {Severity} from '../../../../contract/rules/thresholds'
import {MINUTE} from '../../../../contract/rules/time/durations'
import {ALWAYS, minuteText, scheduleValue} from '../../../../contract/rules/time/schedule'
import type {Json, Milliseconds} from '../../../../contract/wire/common'
import {trimmed} from '../../../../contract/wire/text'
import {dayTimeFrom} from '../../format/times'
import {texts as rules} from '../texts'
import {type ChannelProblems, channelProblems} from './channels'
import type {RouteRow} from './rows'
import {emailsIn, type FixedField, NO_TARGETS, type TargetDraft, targetDraft, writtenTargets} from './targets'
import {texts} from './texts'

export interface EscalationDraft extends TargetDraft {
  /** In minutes. */
  after: string
}

/** The form of one route, as it is typed. An empty choice lets every alarm through. */
export interface RouteDraft extends TargetDraft {
  name: string
  severity: Severity | ''
  kind: RoutedKind | ''
  /** Apart by commas. */
  labels: string
  types: string
  isAlways: boolean
  from: string
  until: string
  /** The days of the ISO week, 1 for Monday. */
  days: readonly number[]
  zone: string
  /** In minutes. */
  repeat: string
  escalations: readonly EscalationDraft[]
}

const ALL_DAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7]

export const EMPTY_ESCALATION: EscalationDraft = {...NO_TARGETS, after: '15'}

/** Returns the name by which other users know the route that is edited or added. */
export const editedName = ({chosen, draft}: {chosen: RouteRow | null; draft: RouteDraft}): string =>
  chosen?.name ?? trimmed(draft.name)

export const emptyRoute = (zone: string): RouteDraft => ({
  ...NO_TARGETS,
  name: '',
  severity: '',
  kind: '',
  labels: '',
  types: '',
  isAlways: true,
  from: '',
  until: '',
  days: ALL_DAYS,
  zone,
  repeat: '',
  escalations: [],
})

/** Fields that can't be read of a route are left empty. */
export function routeDraft({name, route}: RouteRow, zone: string): RouteDraft {
  if (route === null) return {...emptyRoute(zone), name}
  const {targets, severities, kinds, labels, types, hours, escalations, repeat} = route
  const schedule = hours?.schedule ?? ALWAYS
  return {
    ...targetDraft(targets),
    name,
    severity: only(severities),
    kind: only(kinds),
    labels: listed(labels),
    types: listed(types),
    isAlways: hours === null,
    from: timeText(schedule.from),
    until: timeText(schedule.until),
    days: schedule.days ?? ALL_DAYS,
    zone: hours?.zone ?? zone,
    repeat: repeat === null ? '' : minutesText(repeat),
    escalations: escalations.map(({after, targets}: Escalation) => ({
      ...targetDraft(targets),
      after: minutesText(after),
    })),
  }
}

const minutesText = (time: Milliseconds): string => String(time / MINUTE)
const timeText = (minute: number | null): string => (minute === null ? '' : minuteText(minute))
const listed = (values: readonly string[] | null): string => (values ?? []).join(', ')

/** Both of two are the same as none. */
const only = <Choice extends string>(choices: readonly Choice[] | null): Choice | '' => {
  const [first, second] = choices ?? []
  return first !== undefined && second === undefined ? first : ''
}

/** Returns the route to save. `before` is the stored route; days of the year that the form doesn't show stay. */
export function writtenRoute(draft: RouteDraft, before: AlarmRoute | null): Json {
  const {name, severity, kind, isAlways, days, zone, repeat, escalations} = draft
  const [from, until] = [dayTimeFrom(draft.from), dayTimeFrom(draft.until)]
  const [labels, types] = [listIn(draft.labels), listIn(draft.types)]
  const {since, through} = before?.hours?.schedule ?? ALWAYS
  const dates = scheduleValue({...ALWAYS, since, through})
  return {
    name: trimmed(name),
    targets: writtenTargets(draft),
    ...(severity !== '' && {severities: [severity]}),
    ...(kind !== '' && {kinds: [kind]}),
    ...(labels.length > 0 && {labels}),
    ...(types.length > 0 && {types}),
    ...(!isAlways && {
      hours: {
        ...(typeof dates === 'object' && dates),
        ...(from !== null && {from}),
        ...(until !== null && {until}),
        ...(days.length < ALL_DAYS.length && {days: [...days]}),
        zone,
      },
    }),
    ...(repeat.trim() !== '' && {repeat: minutesIn(repeat)}),
    ...(escalations.length > 0 && {escalations: escalations.map(writtenEscalation)}),
  }
}

const writtenEscalation = (draft: EscalationDraft): Json => ({
  after: minutesIn(draft.after),
  targets: writtenTargets(draft),
})

/** The typed labels or types. */
export const listIn = (text: string): string[] =>
  text
    .split(/[,\n]/)
    .map(part => part.trim())
    .filter(Boolean)
/** A text that is no number is written as it is, so that the rules find it. */
const minutesIn = (text: string): Json => Number(text.trim().replace(',', '.')) || text

/** The field with the name of a problem is wrong. The fields of an escalation are named by its place. */
export type RouteField = Exclude<keyof RouteDraft, 'isAlways' | 'escalations' | 'channels' | 'storedSecret' | 'rotas'>
export type RouteProblems = Partial<Record<RouteField | `${FixedField | 'after'}-${number}`, string>> & ChannelProblems

/** The text of each wrong field, by the server's rules. `taken` are the names of the other routes. */
export function routeProblems(draft: RouteDraft, taken: readonly string[]): RouteProblems {
  const name = trimmed(draft.name)
  const own = faultsOf(writtenRoute({...draft, escalations: []}, null))
  // A target that is wrong is reported at its field, and not as a missing one.
  const isNamed = writtenTargets(draft).length > 0 || draft.escalations.length > 0
  const problems = own
    .filter(fault => fault !== 'channel' && (fault !== 'nobody' || !isNamed))
    .map((fault): RouteProblems => ({[FIELD_OF_FAULT[fault]]: textOf(fault, draft)}))
  const escalated = draft.escalations.map((escalation, at) => escalationProblems(escalation, at))
  return Object.assign(
    {},
    ...problems,
    channelProblems(draft.channels),
    ...escalated,
    name === '' ? {name: rules.required(texts.name)} : taken.includes(name) ? {name: texts.taken} : {},
  )
}

function escalationProblems(escalation: EscalationDraft, at: number): RouteProblems {
  const alone = {name: 'x', escalations: [writtenEscalation(escalation)]}
  const faults = faultsOf(alone).filter(fault => fault !== 'nobody')
  const shown = faults.filter(fault => fault !== 'escalations' && fault !== 'channel')
  const isNobody = writtenTargets(escalation).length === 0
  const isTimeWrong = faultsOf({name: 'x', repeat: minutesIn(escalation.after)}).includes('repeat')
  return Object.assign(
    {},
    ...shown.map(fault => ({[`${FIELD_OF_FAULT[fault]}-${at}`]: textOf(fault, escalation)})),
    channelProblems(escalation.channels, `-${at}`),
    isNobody ? {[`emails-${at}`]: texts.faults.nobody} : {},
    isTimeWrong ? {[`after-${at}`]: texts.faults.repeat} : {},
  )
}

const faultsOf = (json: Json): readonly RouteFault[] => alarmRoutesFrom([json]).faults.map(({fault}) => fault)

function textOf(fault: RouteFault, {emails}: TargetDraft): string {
  if (fault !== 'emails') return texts.faults[fault]
  const wrong = emailsIn(emails).filter(
    email => faultsOf({name: 'x', targets: [{kind: 'email', address: email}]}).length > 0,
  )
  return texts.noEmails(wrong.join(', '))
}

/** The field of each fault. A route from the form can't have the wrong shape. */
const FIELD_OF_FAULT: Readonly<Record<RouteFault, RouteField>> = {
  shape: 'name',
  name: 'name',
  emails: 'emails',
  webhook: 'url',
  secret: 'secret',
  channel: 'emails',
  rota: 'emails',
  nobody: 'emails',
  severities: 'severity',
  kinds: 'kind',
  labels: 'labels',
  types: 'types',
  hours: 'from',
  repeat: 'repeat',
  escalations: 'emails',
  many: 'emails',
}
