import {useSelector} from '@xstate/react'
import {type Alarm, limitOf, standsSince, valueOfSeverity} from '../../domain/alarms/alarm'
import {ageOf} from '../../domain/format/age'
import {listedText} from '../../domain/telemetry/format'
import {useApplication} from '../kit/application'
import {TimeText} from '../kit/text/TimeText'
import {useAlarms, useUnit} from './logic'
import {texts} from './texts'
import {silenceText} from './words'

/** The limit that was crossed, at the level of the severity that is shown. */
export function CrossedLimit({alarm}: {alarm: Alarm}) {
  const {formats} = useApplication()
  const unit = useUnit(alarm)
  if (alarm.occurrence === null) return null
  if (alarm.kind === 'silence') return silenceText(alarm)
  const crossed = limitOf(alarm)
  return crossed && <span data-number>{texts.limit[crossed.side](listedText(formats, crossed.value, unit))}</span>
}

/** A value that is as severe as the alarm, and says that it is not of now. */
export function ValueOfSeverity({alarm}: {alarm: Alarm}) {
  const {formats} = useApplication()
  const unit = useUnit(alarm)
  const shown = alarm.kind === 'value' ? valueOfSeverity(alarm) : null
  return shown && <span data-number>{texts.valueOf[shown.is](listedText(formats, shown.value, unit))}</span>
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
  const isToday = useSelector(devices, ({context: {now}}) => formats.date(since) === formats.date(now))
  return <TimeText at={since}>{isToday ? formats.time(since, 'minute') : formats.dateTime(since, 'minute')}</TimeText>
}

export function Age({alarm}: {alarm: Alarm}) {
  const {devices} = useAlarms()
  return useSelector(devices, ({context: {now}}) => ageOf(standsSince(alarm), now))
}
