import {useSelector} from '@xstate/react'
import {writerOfLimited} from '../../../contract/rules/format/values'
import {type Alarm, limitOf, shownValues, standsSince, valueOfSeverity} from '../../domain/alarm'
import {ageOf} from '../../domain/format/age'
import {useApplication} from '../kit/application'
import {TimeText} from '../kit/text/TimeText'
import {useAlarms, useUnit} from './logic'
import {texts} from './texts'
import {screenText, silenceText} from './words'

/** Returns a function that writes the limit of an alarm and its values, so that they can be distinguished. */
export function useAlarmNumbers(
  alarm: Alarm,
  values = shownValues(alarm).map(({value}) => value),
): (value: number) => string {
  const {formats} = useApplication()
  const unit = useUnit(alarm)
  return writerOfLimited(formats, {unit, limit: limitOf(alarm)?.value ?? null, values})
}

/** The limit that was crossed, at the level of the severity that is shown. */
export function CrossedLimit({alarm}: {alarm: Alarm}) {
  const written = useAlarmNumbers(alarm)
  if (alarm.occurrence === null) return null
  if (alarm.kind === 'silence') return silenceText(alarm)
  if (alarm.kind === 'screen') return screenText(alarm)
  const crossed = limitOf(alarm)
  return crossed && <span data-number>{texts.limit[crossed.side](written(crossed.value))}</span>
}

/** A value that is as severe as the alarm, and says that it is not of now. */
export function ValueOfSeverity({alarm}: {alarm: Alarm}) {
  const written = useAlarmNumbers(alarm)
  const shown = alarm.kind === 'value' ? valueOfSeverity(alarm) : null
  return shown && <span data-number>{texts.valueOf[shown.is](written(shown.value))}</span>
}

/** The label of the device, and whose it is as far as the viewer may know. */
export function Where({alarm: {deviceLabel, customerId, organisationId}}: {alarm: Alarm}) {
  const {customers, organisations} = useAlarms().owners
  const customer = customerId === null ? undefined : customers.get(customerId)
  const organisation = organisations.find(({id}) => id === organisationId)?.title
  const places = [deviceLabel, customer, organisation].filter(Boolean)
  return places.map((place, at) => (
    <span key={place}>
      {at > 0 && ' · '}
      <bdi>{place}</bdi>
    </span>
  ))
}

/** The clock time, with the day unless it is today's. */
export function Since({alarm}: {alarm: Alarm}) {
  const {formats} = useApplication()
  const {devices} = useAlarms()
  const since = standsSince(alarm)
  const text = useSelector(devices, ({context: {now}}) => formats.recent(since, now))
  return <TimeText at={since}>{text}</TimeText>
}

export function Age({alarm}: {alarm: Alarm}) {
  const {devices} = useAlarms()
  return useSelector(devices, ({context: {now}}) => ageOf(standsSince(alarm), now))
}
